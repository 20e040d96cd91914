"""Tournaments: several players, each pairing a match, ratings from all games."""
