"""Search trees: the nodes of one search, see :func:`boyi.lab.trace`, and of one's own, see :class:`boyi.lab.Node`."""
