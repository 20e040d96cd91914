"""What the transposition table changes in the result of a search: :func:`boyi.lab.stability`."""
