"""Programs of others as players of a match, see :class:`boyi.lab.Engine`."""
