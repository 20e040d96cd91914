"""Comparisons: several configurations search the same positions, see :func:`boyi.lab.compare`."""
