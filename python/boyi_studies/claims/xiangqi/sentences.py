"""The claims about xiangqi: of the XiangQi Wizard tutorial (Royhoo, zhangxiny), and of an analysis of Fruit (fenon)."""

from boyi_studies.claims.claim import Claim, ClaimSet
from boyi_studies.claims.xiangqi import bets, ladder, order, tables
from boyi_studies.claims.xiangqi import horizon as beyond
from boyi_studies.claims.xiangqi.bench import GAIN, QUICK, SIZES, Bench

_DEEP = "{positions} positions of the suites to depth {depth}"
_FRUIT = "{positions} positions of the suites to depth {fruit_depth}"
_MATCH = "{games} games at {nodes} nodes a move, shipped openings in pairs"
_DEEP_MATCH = "{deep_games} games at {deep_nodes} nodes a move, shipped openings in pairs"
_SWITCH_MATCH = "{switch_games} games each at {switch_nodes} nodes a move, shipped openings in pairs"
_TEST = (
    f"a sequential test of {GAIN:g} normalized Elo against 0, {{deep_games}} games at most, {{deep_nodes}} nodes a move"
)
_MATES = "{compositions} compositions at depths 1 to {mate_depth}"

CLAIMS = (
    Claim(
        "chapter on alpha-beta",
        "Royhoo, 6.1 (3)",
        "Moves ordered by the history table make the search more efficient.",
        f"preset wizard-alphabeta against plain alpha-beta; depth {{plain_depth}}; {_MATCH}",
        order.alphabeta,
    ),
    Claim(
        "chapter on quiescence",
        "Royhoo, 6",
        "Quiescence, check extension, repetition and null move improve on alpha-beta.",
        f"preset wizard-quiescence against wizard-alphabeta; {_DEEP}; {_MATCH}",
        order.quiescence_chapter,
    ),
    Claim(
        "chapter on the table",
        "zhangxiny, 5",
        "Without a table much time is spent on searching the same again.",
        f"preset wizard-table against wizard-quiescence; {_DEEP}; {_MATCH}",
        order.table_chapter,
    ),
    Claim(
        "goals of the next chapter",
        "zhangxiny, end",
        "A book, principal variation search, a root of its own and a cure for instability are what to do next.",
        f"preset wizard against wizard-table, without the book; {_DEEP}; {_MATCH}; 'next' is read as stronger",
        order.last_chapter,
    ),
    Claim(
        "table's move",
        "zhangxiny, 5.4",
        "Where the table cannot answer, its move is in most cases one that cut off a ply before, so it is tried first.",
        f"preset wizard-table; {_DEEP}; trees of {{trees}} positions, depth {{tree_depth}}; 'most' is more than half",
        order.hash_move,
    ),
    Claim(
        "killers",
        "zhangxiny, 5.3",
        "Killers are most likely to cut off, and then moves need not be generated.",
        f"preset wizard-table; {_DEEP}; trees of {{trees}} positions, depth {{tree_depth}}; 'likely' is more than half",
        order.killers,
    ),
    Claim(
        "MVV/LVA",
        "Royhoo, 6.1 (3)",
        "The best captures are the most valuable victims, taken by the least valuable attackers: they come first.",
        f"presets wizard-quiescence and wizard-table with qsearch_mvv_lva=False, that is, by history; {_DEEP}",
        order.captures,
    ),
    Claim(
        "horizon",
        "Royhoo, 6.1",
        "A capture at the horizon misleads the search; going on with captures until all is quiet cures that.",
        f"searches of one ply; {{boards}} positions after up to six random moves; judged by fruit, depth "
        f"{{judge_depth}}; wrong is off by {beyond.MARGIN}",
        beyond.horizon,
    ),
    Claim(
        "null move",
        "Royhoo, 6.4; fenon, 2b",
        "A null move costs little and saves much, but for three exceptions; it is why Fruit is so efficient.",
        f"presets wizard-table, {_DEEP}, and fruit, depth {{fruit_depth}}, with null_move=False; moves judged by "
        f"searches without null moves, a ply deeper; {_MATES}",
        bets.null_move,
    ),
    Claim(
        "null windows",
        "fenon, 2a",
        "Trials with a null window cost very little, though those that fail are searched again.",
        f"preset wizard without margin, pvs on and off; {_DEEP}; trees of {{trees}} positions to depth {{tree_depth}}",
        order.null_windows,
    ),
    Claim(
        "no pruning at depth 2",
        "fenon, 1",
        "To forbid pruning at depth 2 or less gives a terrible number of nodes; at depth 1 nothing should be pruned, "
        "lest mates are missed.",
        f"preset fruit with null_min_depth=3, and with null_min_depth=1 and lmr_min_depth=1; {_FRUIT}; {_MATES}; "
        f"'terrible' is read as {bets.EXPLODES} times",
        bets.shallow_pruning,
    ),
    Claim(
        "mate in one",
        "fenon, 1",
        "Exact knowledge of mates in one gives depth 1 the sight of depth 2, and saves search.",
        f"the last positions of the proved mates of {{compositions}} compositions, fruit with check_plies=0; "
        f"{_FRUIT}; {_TEST}; 'the sight of' is read as within {beyond.SIGHT:g} of its share",
        beyond.mate_in_one,
    ),
    Claim(
        "checks in quiescence",
        "fenon, 2c",
        "Checks in the first ply of quiescence cost 20 per cent and give 50.",
        f"preset fruit with check_plies=0; {_FRUIT}; {_MATES}; {_TEST}",
        beyond.checks,
    ),
    Claim(
        "history pruning",
        "fenon, 2d",
        "History pruning gives about 100 Elo, misses no mates and so never weakens.",
        f"preset fruit with history_pruning=0; {_DEEP_MATCH}; {_FRUIT}; {_MATES}; "
        f"'about 100' is {bets.NEARLY_100} or more",
        bets.history_pruning,
    ),
    Claim(
        "two bounds",
        "fenon, 2e",
        "A table with a lower and an upper bound is 5 to 10 per cent better than one with a single bound.",
        f"preset fruit with table_layout=single and half the memory, that is, as many entries; {_FRUIT}; {_DEEP_MATCH}",
        tables.two_bounds,
    ),
    Claim(
        "line written back",
        "fenon, 2e",
        "The principal variation is written back into the table after each iteration, for its moves.",
        f"preset fruit with pv_writeback=False; {_FRUIT}",
        tables.writeback,
    ),
    Claim(
        "sorted root",
        "fenon, 2f",
        "Sorting the root's moves by score makes the search more efficient where it wavers between two moves.",
        f"preset fruit and the same with root_sort=best: the root's list keeps its order, the best move comes first; "
        f"{_FRUIT}; beside it a root that is ordered as any other node",
        order.root_sort,
    ),
    Claim(
        "fruit and crafty",
        "fenon, 2",
        "Fruit's search is better than Crafty's: its nodes are of the right types, its pruning misses fewer mates.",
        f"presets fruit and crafty; {_DEEP_MATCH}; {_FRUIT}; {_MATES}; the time of a node is given, "
        f"no match at equal time",
        bets.crafty,
    ),
    Claim(
        "toga",
        "fenon, 3",
        "Toga is 100 Elo better than Fruit, by its search (the document breaks off before it says how).",
        f"presets toga and fruit; {_DEEP_MATCH}; {_FRUIT}; 'about 100' is {bets.NEARLY_100} or more",
        bets.toga,
    ),
    Claim(
        "ladder",
        "fenon, 2 and 3",
        "Each of the three programs is better than the one before: Crafty, Fruit, Toga.",
        f"presets crafty, fruit and toga; {_DEEP_MATCH}; depths and counters: {{positions}} positions of the suites",
        ladder.ladder,
    ),
    Claim(
        "fruit, part by part",
        "fenon, 2",
        "Every part of Fruit's search makes it better.",
        f"preset fruit against fruit without the part; {_SWITCH_MATCH}; {_FRUIT}",
        ladder.fruit,
    ),
    Claim(
        "toga, difference by difference",
        "fenon, 3",
        "What makes Toga better than Fruit (the document breaks off before it says).",
        f"fruit with one difference of preset toga against fruit; {_SWITCH_MATCH}; {_FRUIT}",
        ladder.toga,
    ),
    Claim(
        "no ageing",
        "zhangxiny, 5.1",
        "A deeper entry is never overwritten, whatever search it comes from; so the table would fill with old entries.",
        f"preset wizard-table with a table of {tables.TINY} MiB that is kept for {{searches}} searches of a game to "
        f"depth {{depth}}, or {tables.MOST} nodes, {{long_games}} games; defect=no-ageing against ageing",
        tables.ageing,
    ),
    Claim(
        "choice at the root",
        "zhangxiny, end",
        "A root searched on its own lets moves be chosen at random.",
        f"preset wizard with margin 8 and 0; {_DEEP}; {{seeds}} seeds; {_MATCH}; 'lets' is read as in most positions",
        order.margin,
    ),
    Claim(
        "paths",
        "zhangxiny, 5.2 and end",
        "Perpetual check makes the table unstable; that can be cured.",
        "scores of preset wizard without null move, draws worth 0, entries of equal depth only, against no table; "
        "positions along {walks} walks to and fro from endings, depth {walk_depth}; price: {positions} positions of "
        "the suites to depth {depth}; 'cured' is more than half",
        tables.paths,
    ),
)

CLAIM_SET = ClaimSet("xiangqi", CLAIMS, SIZES, QUICK, {}, lambda _seconds: {}, Bench)
