"""Views of transposition tables, see :func:`boyi.lab.table_summary` and :func:`boyi.lab.entries_frame`."""
