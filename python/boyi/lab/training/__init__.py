"""Training of evaluations on games of self-play."""
