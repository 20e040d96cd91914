"""Reading and writing of game files: PGN, DhtmlXQ, XQF, CBR, CBL, SGF, PSQ and plain lines of moves.

>>> from boyi import records
>>> game = records.loads("1. 炮二平五 马8进7 2. 马二进三 *")[0]
>>> game.end.position.fen.split()[0]
'rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R'
>>> game.to_text("pgn", notation="wxf").splitlines()[-1]
'1. C2=5 H8+7 2. H2+3 *'
"""

from boyi.errors import RecordError
from boyi.records.files import FORMATS, dumps, encoding_of, format_of, loads, read, write
from boyi.records.game import RESULTS, Game, Node
from boyi.records.sampling import positions

__all__ = [
    "FORMATS",
    "RESULTS",
    "Game",
    "Node",
    "RecordError",
    "dumps",
    "encoding_of",
    "format_of",
    "loads",
    "positions",
    "read",
    "write",
]


def __dir__() -> list[str]:
    return __all__
