"""The tree of one search, node by node: :func:`boyi.lab.trace`."""
