"""Matches: two configurations play each other, see :func:`boyi.lab.match`; Elo and the sequential test."""
