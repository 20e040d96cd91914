"""Named sets of positions that ship with boyi: suites for searches, openings for matches, and how they were made."""
