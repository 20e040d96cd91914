"""The content of the board's page as plain data; drawing and rules are done here, not in the page's script."""

from dataclasses import dataclass
from typing import Any

from boyi.board.play import Play
from boyi.board.words import say
from boyi.games import game_of
from boyi.markup import Markup, element
from boyi.pieces import PIECES
from boyi.values import Iteration

__all__ = ["Look", "move_texts", "scene"]

MOST_ARROWS = 3
"""Moves of the best line that are drawn on the board."""

MOST_MOVES = 10
"""Moves of the best line that are written."""

_WIDTH, _HEIGHT = 320, 80
"""Size of the picture of the score's course."""


@dataclass(frozen=True)
class Look:
    """How a board is shown."""

    size: int = 420
    """Width of the board in pixels; narrow pages make it smaller."""
    pieces: str = PIECES[0]
    """``"characters"`` or ``"letters"``, see :data:`boyi.pieces.PIECES`."""
    language: str = "en"
    """A key of :data:`boyi.languages.LANGUAGES`."""


def scene(play: Play, look: Look) -> dict[str, Any]:
    """The board, the points that can be clicked, the moves, and what the search says.

    ``points`` has a row for each point: name, distance from the left and from the top in per cent, what a screen reader
    says, and the moves from there by the points to which they lead: a move of one click leads to the point itself.
    ``lines`` has score and moves of each line of a search for several lines, and is empty for other searches.
    """
    position, game = play.position, game_of(play.start)
    best = play.steps[-1] if play.steps else None
    over = play.lost is not None or position.outcome() is not None
    return {
        "game": position.game,
        "svg": game.picture(position, arrows=_arrows(best), size=look.size, flipped=play.flipped, pieces=look.pieces),
        "points": _points(play, position, look.language, over),
        "moves": move_texts(play.start, play.moves, look.pieces),
        "at": play.at,
        "turn": position.turn,
        "status": _status(play, position, look.language),
        "over": over,
        "line": _line(position, best, look) if best else "",
        "lines": _lines(position, best, look) if best and len(best.lines) > 1 else [],
        "course": _course(play.steps, look.language) if len(play.steps) > 1 else "",
        "thinking": play.thinking,
        "note": play.note,
    }


def _arrows(best: Iteration | None) -> Any:
    """The moves that are drawn: the beginning of the best line, or the first moves of several lines."""
    if best is None:
        return None
    return [line.move for line in best.lines] if len(best.lines) > 1 else best.pv[:MOST_ARROWS]


def _points(play: Play, position: Any, language: str, over: bool) -> list[list[Any]]:
    game = game_of(position)
    targets: dict[str, dict[str, str]] = {}
    for move in [] if over else position.legal_moves():
        for first, last in game.clicks(position, move):
            targets.setdefault(first, {})[last] = str(move)
    return [
        [name, *place, f"{name}, {say(language, game.piece_words(position.piece_at(name)))}", targets.get(name, {})]
        for name, place in game.places(position, play.flipped).items()
    ]


def move_texts(position: Any, moves: Any, pieces: str) -> list[str]:
    """Moves as the players of the game write them, without characters where pieces are letters."""
    notation = game_of(position).notation_with(pieces)
    texts = []
    for move in moves:
        texts.append(position.format(move, notation))
        position = position.play(move)
    return texts


def _status(play: Play, position: Any, language: str) -> str:
    if play.lost is not None:
        return say(language, "{side} has lost on time", side=say(language, play.lost))
    outcome = position.outcome()
    if outcome is None:
        in_check = game_of(position).says_check and position.is_check()
        text = "{side} to move, in check" if in_check else "{side} to move"
        return say(language, text, side=say(language, position.turn))
    reason = say(language, outcome.reason.replace("_", " "))
    if outcome.winner is None:
        return say(language, "drawn: {reason}", reason=reason)
    return say(language, "{side} has won: {reason}", side=say(language, outcome.winner), reason=reason)


def _line(position: Any, step: Iteration, look: Look) -> str:
    """The depth, the score for the side to move, the nodes and the best line."""
    moves = " ".join(move_texts(position, step.pv[:MOST_MOVES], look.pieces))
    text = "depth {depth}, {score}, {nodes:,} nodes: {moves}"
    return say(look.language, text, depth=step.depth, score=step.score, nodes=step.nodes, moves=moves)


def _lines(position: Any, step: Iteration, look: Look) -> list[list[str]]:
    return [[str(line.score), " ".join(move_texts(position, line.pv[:MOST_MOVES], look.pieces))] for line in step.lines]


def _course(steps: list[Iteration], language: str) -> str:
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
    said = say(language, "the score by depth, {first} to {last}", first=steps[0].score, last=steps[-1].score)
    box = f"0 0 {_WIDTH} {_HEIGHT}"
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", aria_label=said)
