"""Claims about xiangqi."""
