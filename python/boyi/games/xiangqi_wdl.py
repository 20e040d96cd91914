"""How often games of xiangqi are won, drawn and lost from a score: the model behind the UCI option ``UCI_ShowWDL``.

A score of s units wins with probability 1 / (1 + exp((a - s) / b)), loses with the probability with which -s wins, and
is a draw otherwise. Both a and b are linear functions of f, 32 divided by the number of pieces with the kings: the
fewer pieces are left, the more of an advantage a win needs.

``tests/benches/fit_wdl.py`` has fitted the constants by maximum likelihood on 500 games of preset ``boyi`` against
itself, 10,000 nodes for each move, from balanced openings (87,382 positions whose score was no mate). On 125 further
games (21,985 positions) the model's log loss is 0.606, and that of the fixed frequencies of the three results 0.981. By
tenths of the predicted points (a draw is half a point), the points of these games differ from the prediction by at most
0.08. Draws are predicted in 64 % of the positions with 8 to 15 pieces, and happened in 68 %. Other opponents and longer
searches were not measured.
"""

from math import exp

from boyi import Score

__all__ = ["win_and_loss", "win_draw_loss"]

A = (-9.7, 30.0)
"""Units of the score at which half of the games are won: a constant, and the factor of f."""

B = (21.0, 0.0)
"""Units beyond that score that multiply the odds of a win by e: a constant, and the factor of f."""


def win_draw_loss(score: Score, pieces: int) -> tuple[int, int, int]:
    """Expected wins, draws and losses of the side to move in 1000 games.

    A mate, or a win by repetition, is a win. The numbers do not depend on how deep the search was.

    Args:
        score: what the search says, for the side to move.
        pieces: number of pieces on the board with the kings, 2 to 32.

    >>> win_draw_loss(Score(0, "red"), 32), win_draw_loss(Score(100, "red"), 24), win_draw_loss(Score(-9990, "red"), 24)
    ((276, 448, 276), (965, 33, 2), (0, 0, 1000))
    """
    if score.plies is not None:
        return (1000, 0, 0) if int(score) > 0 else (0, 0, 1000)
    win, loss = (round(1000 * chance) for chance in win_and_loss(int(score), pieces))
    return win, 1000 - win - loss, loss


def win_and_loss(units: float, pieces: int) -> tuple[float, float]:
    """The chances, 0 to 1, that the side with a score in units of the evaluation wins, and that it loses."""
    phase = 32 / pieces
    a, b = (constant + factor * phase for constant, factor in (A, B))
    win, loss = (1 / (1 + exp((a - value) / b)) for value in (units, -units))
    return win, loss
