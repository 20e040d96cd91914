"""Search instability: how the transposition table changes the result of a search, see :func:`boyi.lab.stability`."""
