"""Games with the words of a search on each move."""
