"""Tuning of parameters of the search by games, see :func:`boyi.lab.tune`."""
