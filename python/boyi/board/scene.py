"""The content of the board's page as plain data; drawing and rules are done here, not in the page's script."""

from typing import Any

from boyi.board.play import Play
from boyi.games import game_of
from boyi.markup import Markup, element
from boyi.values import Iteration

__all__ = ["scene"]

MOST_ARROWS = 3
"""Moves of the best line that are drawn on the board."""

MOST_MOVES = 10
"""Moves of the best line that are written."""

_WIDTH, _HEIGHT = 320, 80
"""Size of the picture of the score's course."""


def scene(play: Play, size: int) -> dict[str, Any]:
    """The board, the points that can be clicked, the moves, and what the search says.

    ``points`` has a row for each point: name, distance from the left and from the top in per cent, what a screen reader
    says, and the moves from there by the points to which they lead: a move of one click leads to the point itself.
    """
    position = play.position
    best = play.steps[-1] if play.steps else None
    over = position.outcome() is not None
    return {
        "game": position.game,
        "svg": position.svg(arrows=best.pv[:MOST_ARROWS] if best else None, size=size, flipped=play.flipped),
        "points": _points(position, play.flipped, over),
        "moves": _texts(play.start, play.moves),
        "at": play.at,
        "status": _status(position),
        "over": over,
        "line": _line(position, best) if best else "",
        "course": _course(play.steps) if len(play.steps) > 1 else "",
        "thinking": play.thinking,
        "note": play.note,
    }


def _points(position: Any, flipped: bool, over: bool) -> list[list[Any]]:
    game = game_of(position)
    targets: dict[str, dict[str, str]] = {}
    for move in [] if over else position.legal_moves():
        for first, last in game.clicks(position, move):
            targets.setdefault(first, {})[last] = str(move)
    return [
        [name, *place, f"{name}, {game.piece_words(position.piece_at(name))}", targets.get(name, {})]
        for name, place in game.places(position, flipped).items()
    ]


def _texts(position: Any, moves: Any) -> list[str]:
    """Moves as the players of the game write them."""
    notation = game_of(position).notation
    texts = []
    for move in moves:
        texts.append(position.format(move, notation))
        position = position.play(move)
    return texts


def _status(position: Any) -> str:
    outcome = position.outcome()
    if outcome is None:
        in_check = game_of(position).says_check and position.is_check()
        return f"{position.turn} to move{', in check' if in_check else ''}"
    reason = outcome.reason.replace("_", " ")
    return f"{outcome.winner} has won: {reason}" if outcome.winner else f"drawn: {reason}"


def _line(position: Any, step: Iteration) -> str:
    moves = " ".join(_texts(position, step.pv[:MOST_MOVES]))
    return f"depth {step.depth}, {step.score}, {step.nodes:,} nodes: {moves}"


def _course(steps: list[Iteration]) -> str:
    """The score of each iteration for the side to move, as a small picture, cut off at 300 units either way."""
    values = [max(-300, min(300, int(step.score))) for step in steps]
    most = max(50, *(abs(value) for value in values))
    x = [8 + (_WIDTH - 16) * at / (len(steps) - 1) for at in range(len(steps))]
    y = [_HEIGHT / 2 - (_HEIGHT / 2 - 8) * value / most for value in values]
    spots = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    inside = Markup(
        f'<path d="M0 {_HEIGHT / 2:g}h{_WIDTH}" stroke="currentColor" stroke-opacity=".4"/>'
        f'<polyline points="{spots}" fill="none" stroke="currentColor" stroke-width="2"/>'
        f'<circle cx="{x[-1]:.1f}" cy="{y[-1]:.1f}" r="3.5" fill="currentColor"/>'
    )
    said = f"the score by depth, {steps[0].score} to {steps[-1].score}"
    box = f"0 0 {_WIDTH} {_HEIGHT}"
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", aria_label=said)
