"""Tuning of the search by games, see :func:`boyi.lab.tune` and :func:`boyi.lab.screen`."""
