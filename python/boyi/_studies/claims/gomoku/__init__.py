"""Claims about gomoku."""
