"""The plans of the networks that ship with boyi."""

from boyi import gomoku, lab
from boyi.networks.generations import Generation, Plan

RECIPE = lab.NetworkRecipe(hidden=64, epochs=4, batch=4096, rate=0.001)
LARGER = lab.NetworkRecipe(hidden=128, epochs=5, batch=4096, rate=0.001)

XIANGQI = Plan(
    (
        Generation(games=40_000, nodes=200, recipe=RECIPE),
        Generation(games=50_000, nodes=300, recipe=RECIPE),
        Generation(games=80_000, nodes=400, recipe=RECIPE),
        Generation(games=66_688, nodes=500, learned=2, recipe=LARGER),
        Generation(games=64_512, nodes=400, learned=2, recipe=LARGER),
    ),
    test_games=100,
)

_RULES = [gomoku.Position()] * 6 + [gomoku.Position(rule=rule) for rule in ("standard", "renju")] * 2
"""Where games of gomoku begin: most of them freestyle, as they are played most."""

LINES = lab.LinesRecipe(epochs=3)

GOMOKU = Plan(
    (
        Generation(games=60_000, nodes=800, recipe=LINES),
        Generation(games=80_000, nodes=800, recipe=LINES),
        Generation(games=60_000, nodes=800, learned=2, recipe=LINES),
        Generation(games=80_000, nodes=800, learned=3, recipe=LINES),
        Generation(games=80_000, nodes=800, learned=4, recipe=LINES),
    ),
    game="gomoku",
    first="patterns",
    openings=(*_RULES, gomoku.Position(size=20)),
    random_plies=(3, 9),
    margin=150,
    test_games=200,
)
"""The games of the first two were freestyle only when this was run, and played by an older search."""

SHIPPED = {"xiangqi": XIANGQI, "gomoku": GOMOKU}
"""The plan of the shipped network of each game."""
