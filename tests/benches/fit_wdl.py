"""The constants of `UCI_ShowWDL`, fitted on own games: `python tests/benches/fit_wdl.py [GAMES] [NODES]`.

Plays games of preset boyi against itself at a fixed number of nodes for each move, each from another opening, and keeps
the score of every search and the result in `out/wdl_NODES.jsonl`; games that are there already are not played again.
The first four fifths of the games are fitted by maximum likelihood; the others show how well the model predicts. Scores
are in units of boyi's evaluation, the phase is 32 divided by the number of pieces. Needs scipy.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import boyi
from boyi import lab

MAX_PLIES = 400
"""Plies after which a game is a draw."""

SIDES = {"red": 1, "black": -1, None: 0}


def play(searcher, place, nodes):
    """A game: scores in units of the side to move, numbers of pieces, and results as the side to move sees them."""
    searcher.clear()
    rows = []
    while place.outcome() is None and place.ply < MAX_PLIES:
        result = searcher.search(place, nodes=nodes)
        if result.score.value is not None:
            rows.append([result.score.value, int(np.count_nonzero(place.to_array())), SIDES[place.turn]])
        place = place.play(result.move or place.legal_moves()[0])
    winner = SIDES[place.outcome() and place.outcome().winner]
    return [[score, pieces, side * winner] for score, pieces, side in rows]


def games(number, nodes):
    """Games from the file, and further ones that are added to it."""
    path = Path("out") / f"wdl_{nodes}.jsonl"
    path.parent.mkdir(exist_ok=True)
    found = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    searcher = boyi.Searcher(boyi.Config.preset("boyi", "xiangqi"))
    with path.open("a") as file:
        for place in lab.make_openings("xiangqi", number, seed=12, nodes=10_000)[len(found) :]:
            found.append(play(searcher, place, nodes))
            print(json.dumps(found[-1]), file=file, flush=True)
    return found[:number]


def shares(constants, rows):
    """Probabilities of a loss, a draw and a win, a row each."""
    score, phase = rows[:, 0], 32 / rows[:, 1]
    a, b = np.maximum(constants[0] + constants[1] * phase, 0), np.maximum(constants[2] + constants[3] * phase, 1)
    win, loss = (1 / (1 + np.exp(np.clip((a - s) / b, -500, 500))) for s in (score, -score))
    return np.stack([loss, 1 - win - loss, win], axis=1)


def surprise(constants, rows):
    """Mean of minus the logarithm of the probability of what happened."""
    happened = shares(constants, rows)[np.arange(len(rows)), (rows[:, 2] + 1).astype(int)]
    return -np.log(np.maximum(happened, 1e-9)).mean()


def main(number=625, nodes=10_000):
    """Plays, fits and reports."""
    played = games(number, nodes)
    fits = number * 4 // 5
    fitted, held = (np.array([row for game in some for row in game], float) for some in (played[:fits], played[fits:]))
    print(f"{number} games, {nodes} nodes a move, {len(fitted)} positions fitted and {len(held)} left out;", end=" ")
    print(f"{sum(game[0][2] == 0 for game in played)} games drawn")
    # With fewer pieces a win needs no less of an advantage: both factors of the phase are at least 0.
    bounds = [(None, None), (0, None), (1, None), (0, None)]
    options = {"maxiter": 4000}
    constants = minimize(surprise, [0, 30, 40, 1], fitted, method="Nelder-Mead", bounds=bounds, options=options).x
    print("a0, a1, b0, b1 =", ", ".join(f"{each:.1f}" for each in constants))
    frequencies = np.bincount((fitted[:, 2] + 1).astype(int), minlength=3) / len(fitted)
    constant = -np.log(frequencies)[(held[:, 2] + 1).astype(int)].mean()
    print(f"log loss: fitted {surprise(constants, fitted):.3f}, left out {surprise(constants, held):.3f},", end=" ")
    print(f"left out by the frequencies alone {constant:.3f}")
    predicted, points = shares(constants, held), (held[:, 2] + 1) / 2
    expected = predicted @ [0, 0.5, 1]
    print("predicted  happened  positions left out: points by their prediction")
    for low in np.arange(0, 1, 0.1):
        table(expected, points, (expected >= low) & (expected < low + 0.1))
    print("predicted  happened  positions left out: draws, with up to 7 pieces, 8 to 15, and so on")
    for low in range(0, 32, 8):
        table(predicted[:, 1], held[:, 2] == 0, (held[:, 1] >= low) & (held[:, 1] < low + 8 + (low == 24)))


def table(predicted, happened, chosen):
    """Prints the means of both where chosen."""
    if chosen.any():
        print(f"{predicted[chosen].mean():9.3f} {happened[chosen].mean():9.3f} {chosen.sum():10}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
