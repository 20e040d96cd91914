"""Games of self-play, and the files that keep them."""
