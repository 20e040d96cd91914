"""Search trees: the nodes of one search, see :func:`boyi.lab.trace`."""
