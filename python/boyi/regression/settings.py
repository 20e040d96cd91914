"""Defaults of the plugin, which pytest reads at every start."""

EPD_NODES = 1_000_000
"""Limit of a line of EPD that has none, in nodes: not in seconds, so that a test that passes passes everywhere."""
