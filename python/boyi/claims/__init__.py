"""What documents claim about game-tree search, measured: our number beside theirs.

This package is content and no part of the library: sentences of the source documents, and for each of them a function
that measures it with :mod:`boyi.lab`. Every claim is a row: what a document says in our words, how it was measured,
figures with intervals, and a verdict that follows from them by :data:`boyi.claims.verdicts.RULE`. "A second" is a
number of nodes, so that results repeat exactly on any machine. The claims of a game stand in
``boyi.claims.gomoku.sentences`` and ``boyi.claims.xiangqi.sentences``, and :data:`DOCUMENTS` names the documents.
"""

from boyi.claims.documents import DOCUMENTS, Document
from boyi.claims.result import Claims
from boyi.claims.run import measure, measured_rates

__all__ = ["DOCUMENTS", "Claims", "Document", "measure", "measured_rates"]
