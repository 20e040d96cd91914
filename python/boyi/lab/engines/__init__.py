"""Programs of others as players and searchers, see :class:`boyi.lab.Engine`."""
