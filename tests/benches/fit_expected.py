"""The constant of `Description.expected_points`, fitted on own games.

`python tests/benches/fit_expected.py GAME [GAMES] [NODES]`

Plays games of preset boyi against itself at a fixed number of nodes for each move, each from another opening of the set
that ships, and fits the one constant of a logistic curve by maximum likelihood: the points of a game (1, 1/2 or 0) of
the side to move against the scores of its searches that were no mate. The first four fifths of the games are fitted, the
others show how well the curve predicts. Xiangqi has a model of its own with draws, see `fit_wdl.py`. Needs scipy.
"""

import sys

import numpy as np
from scipy.optimize import minimize_scalar

import boyi
from boyi import lab
from boyi.games import game_of


def play(searcher, place, nodes):
    """A game: scores in points of the side to move, and the points that it made in the end."""
    searcher.clear()
    rows = []
    while place.outcome() is None:
        result = searcher.search(place, nodes=nodes)
        if result.score.value is not None:
            rows.append((game_of(place).points_per_unit * result.score.value, place.turn))
        place = place.play(result.move or place.legal_moves()[0])
    winner = place.outcome().winner
    return [(score, 0.5 if winner is None else float(side == winner)) for score, side in rows]


def surprise(logit, rows):
    """Mean of minus the logarithm of the probability of what happened, a draw being half a win and half a loss."""
    chance = np.clip(1 / (1 + np.exp(-rows[:, 0] / logit)), 1e-9, 1 - 1e-9)
    return -(rows[:, 1] * np.log(chance) + (1 - rows[:, 1]) * np.log(1 - chance)).mean()


def main(game, number=400, nodes=2000):
    """Plays, fits and reports."""
    searcher = boyi.Searcher(boyi.Config.preset("boyi", game))
    found = lab.openings(game_of(game).opening_set())[:number]
    number = len(found)
    played = [play(searcher, place, nodes) for place in found]
    parts = played[: number * 4 // 5], played[number * 4 // 5 :]
    fitted, held = (np.array([row for rows in part for row in rows], float) for part in parts)
    logit = minimize_scalar(surprise, (10, 1000), args=(fitted,), bounds=(1, 10_000), method="bounded").x
    print(f"{game}: {number} games, {nodes} nodes a move, {len(fitted)} positions fitted, {len(held)} left out")
    print(f"points in a logit {logit:.0f}; log loss left out {surprise(logit, held):.3f}, of even chances", end=" ")
    print(f"{surprise(1e9, held):.3f}")
    chance = 1 / (1 + np.exp(-held[:, 0] / logit))
    for low in np.arange(0, 1, 0.1):
        chosen = (chance >= low) & (chance < low + 0.1)
        if chosen.any():
            print(f"{chance[chosen].mean():9.3f} {held[chosen, 1].mean():9.3f} {chosen.sum():10}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
