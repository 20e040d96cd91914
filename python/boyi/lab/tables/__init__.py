"""What a transposition table holds: :func:`boyi.lab.table_summary`."""
