"""Two configurations that play each other: :func:`boyi.lab.match`, Elo and the sequential test."""
