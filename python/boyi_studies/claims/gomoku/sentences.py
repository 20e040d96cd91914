"""The claims about gomoku: of a student's report (Song Zixing), and one of a gomoku tutorial on tables."""

from boyi_studies.claims.claim import Claim, ClaimSet
from boyi_studies.claims.gomoku import figures

_SECOND = (
    "{milliseconds} ms in nodes (see rates), {positions} positions of the suites; those where a win is found left out"
)
_REPORT = "preset report (the best 15 moves, as the text says; the document's program searches 16)"
_MATCH = "{games} games at {nodes} nodes a move, kill search's included, openings gomoku/freestyle"

CLAIMS = (
    Claim(
        "no order",
        "Song Zixing, 2.1 and 3.2",
        "Before its moves are ordered, alpha-beta does not easily reach 4 plies in a move's time.",
        f"preset report-first; {_SECOND}",
        figures.unordered,
    ),
    Claim(
        "order",
        "Song Zixing, 2.1",
        "Moves ordered by point score cost little and bring 4 plies easily.",
        f"the same with static_order=1; {_SECOND}",
        figures.ordered,
    ),
    Claim(
        "width",
        "Song Zixing, 2.2",
        "Only the best moves of the order, about 15, bring 6 plies where all moves bring 4.",
        f"the same with width=15, as the text says (the document's program searches 16); {_SECOND}",
        figures.width,
    ),
    Claim(
        "best 15",
        "Song Zixing, 2.2",
        "With a good point score the best move is nearly always among the first 15 of the order; 10 do rather well.",
        "the move of a search with width 15 or 10 at every node against that with all moves, both searched again with "
        "all moves; depth {depth}, {sample} positions of the suites and openings; 'nearly always' is read as 95 %",
        figures.best_moves,
    ),
    Claim(
        "kill depth",
        "Song Zixing, 3.2",
        "In the second that a search needs for 4 plies, kill search goes about 10 plies deep.",
        f"the largest n for which kill_search denies a VCT of n moves (2 n - 1 plies); {_SECOND}; "
        "'goes about 10 plies deep' is read as in most positions",
        figures.kill_depth,
    ),
    Claim(
        "race",
        "Song Zixing, 3.2",
        "For the same depth kill search is far more efficient than the search, since it looks at forcing moves only.",
        "the first {wins} random boards 11x11 with 20 stones, seed {seed}, on which VCT wins in "
        f"{figures.LEAST_PLIES} plies or more; the ordered search stops when it sees a win, or after {{milliseconds}} "
        "ms in nodes",
        figures.race,
    ),
    Claim(
        "defence",
        "Song Zixing, 3.2 and 3.4",
        "It is enough that the defender tries threes and fours of both sides (text), or a list by priority (code).",
        f"wins in {figures.CLAIMED} nodes by each rule on {{boards}} random boards 11x11 with 20 stones, seed "
        f"{{seed}}, judged by sound kill search with {figures.TRUE} nodes",
        figures.defence,
    ),
    Claim(
        "N + M",
        "Song Zixing, 3.3",
        "Kill search inside the search sees N + M plies and so plays better than plain depth.",
        f"{_REPORT} against itself with kill_horizon=off; {_MATCH}",
        figures.n_plus_m,
    ),
    Claim(
        "inside",
        "Song Zixing, 3.3",
        "Kill search can be asked about the position on the board, but it is better to ask it inside the search.",
        f"{_REPORT} against itself with kill_root=threats (a tenth of the nodes) instead of kill_horizon; {_MATCH}",
        figures.inside,
    ),
    Claim(
        "last against first",
        "Song Zixing, 5",
        "The last version beats the first one.",
        f"{_REPORT} against report-first; {_MATCH}",
        figures.final_match,
    ),
    Claim(
        "leaf walk's memory",
        "gomoku tutorial, implementation",
        "An entry for every depth would multiply the table; the leaf walk saves that memory.",
        "preset leafwalk after searches to depth 1 to {table_depth}, {positions} positions; 'multiply' read as twice",
        figures.memory,
    ),
)

CLAIM_SET = ClaimSet(
    "gomoku", CLAIMS, figures.SIZES, figures.QUICK, figures.RATES, figures.measured_rates, figures.Bench
)
