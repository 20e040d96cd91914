"""Searches judged by exact values, see :func:`boyi.lab.truth`."""
