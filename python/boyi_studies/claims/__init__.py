"""Claims of documents about game-tree search, measured: our number beside theirs.

Every claim is a row: what a document says in our words, how it was measured with :mod:`boyi.lab`, figures with
intervals, and a verdict that follows from them by :data:`boyi_studies.claims.verdicts.RULE`. "A second" is a number of
nodes, so that results repeat exactly on any machine. The claims of a game, and the functions that measure them, stand
in ``boyi_studies.claims.gomoku`` and ``boyi_studies.claims.xiangqi``; :data:`DOCUMENTS` names the documents.
"""

from boyi_studies.claims.documents import DOCUMENTS, Document
from boyi_studies.claims.result import Claims
from boyi_studies.claims.run import measure, measured_rates

__all__ = ["DOCUMENTS", "Claims", "Document", "measure", "measured_rates"]
