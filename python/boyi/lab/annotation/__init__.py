"""Annotation of games: a search comments on each move, see :func:`boyi.lab.annotate`."""
