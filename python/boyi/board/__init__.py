"""A board to click on in notebooks: :func:`boyi.view`."""

from typing import TYPE_CHECKING, Any

from boyi import Config, Position, Searcher
from boyi.errors import OptionError
from boyi.games import DEFAULT_GAME
from boyi.languages import checked_language
from boyi.pieces import checked
from boyi.run import arguments
from boyi.run.extras import need

if TYPE_CHECKING:
    from boyi.board.widget import View

__all__ = ["view"]


def view(
    position: Position | str | None = None,
    searcher: Searcher | Config | str = "boyi",
    *,
    time: float = 3.0,
    size: int = 420,
    reply: bool = False,
    pieces: str = "characters",
    language: str = "en",
    **limits: Any,
) -> "View":
    """A board to click on, for notebooks: play, take back, ask the engine, and watch it think.

    The page has buttons to undo, redo and turn the board, to let the engine think and to let it move. While it thinks,
    the board shows its best line as arrows, and beside it the score by depth. Everything can be done from Python too,
    by ``play(move)``, ``undo()``, ``redo()``, ``go(ply)``, ``flip()``, ``think(play=False)``, ``stop()`` and
    ``wait()``; ``position`` is a trait to observe.

    Args:
        position: of any game, with its history; a text is a FEN of xiangqi. None: the start of xiangqi.
        searcher: what thinks: a Searcher, a Config or the name of a preset.
        time: seconds that the engine thinks.
        size: width of the board in pixels, 100 to 2000; narrow pages make it smaller.
        reply: the engine answers moves by itself: it plays the side that is not to move in ``position``, and taking
            back takes back its answer too.
        pieces: what stands on xiangqi's pieces: ``"characters"``, or ``"letters"`` as in the notation WXF, in which
            moves are then written: K king, A advisor, E elephant, H horse, R chariot, C cannon, P pawn.
        language: of the page: ``"en"`` or ``"zh"`` for Chinese.
        limits: further limits of ``Searcher.start``, such as ``nodes=`` and ``depth=``.

    Raises:
        OptionError: for a value that is not as described.
        PositionError: for a text that is not a position.
        MissingExtraError: if a package is missing that ``pip install 'boyi[notebook]'`` installs.

    >>> import boyi
    >>> board = boyi.view(boyi.gomoku.Position("h8"), nodes=2000)
    >>> board.play("i9")
    >>> board.position.turn, [str(move) for move in board.moves]
    ('black', ['h8', 'i9'])
    >>> game = boyi.view(boyi.connect4.Position(), nodes=2000, reply=True)
    >>> game.play("d")
    >>> game.wait()
    >>> game.position.turn, len(game.moves)
    ('red', 2)
    """
    need("anywidget", "notebook")
    from boyi.board.scene import Look
    from boyi.board.widget import View

    place: Any = DEFAULT_GAME.start() if position is None else position
    if isinstance(place, str):
        place = DEFAULT_GAME.read(place)
    if not isinstance(place, Position):
        raise OptionError(f"position={position!r}: expected a position or a FEN text")
    if not isinstance(searcher, Searcher):
        searcher = Searcher(searcher)
    size = arguments.whole("size", size, 2000, 100)
    limits |= {"time": arguments.between("time", time, 0.001, 1e6)}
    if not isinstance(reply, bool):
        raise OptionError(f"reply={reply!r}: expected True or False")
    return View(place, searcher, limits, Look(size, checked(pieces), checked_language(language)), reply)


def __dir__() -> list[str]:
    return __all__
