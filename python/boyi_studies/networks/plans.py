"""The plans of the networks that ship with boyi."""

from boyi import gomoku, lab
from boyi_studies.networks.generations import Generation, Plan

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
ON = lab.LinesRecipe(epochs=1, rate=0.001)
ROLES = lab.LinesRecipe(epochs=2, rate=0.002)

GOMOKU = Plan(
    (
        Generation(games=60_000, nodes=800, recipe=LINES),
        Generation(games=80_000, nodes=800, recipe=LINES),
        Generation(games=60_000, nodes=800, learned=2, recipe=LINES),
        Generation(games=80_000, nodes=800, learned=3, recipe=LINES),
        Generation(games=80_000, nodes=800, learned=4, recipe=LINES),
        Generation(games=46_500, nodes=3000, learned=2, recipe=ON, learns_on=True, random_plies=(3, 12), margin=30),
        Generation(games=60_000, nodes=800, recipe=ROLES, learns_on=True, openings=(gomoku.Position(rule="renju"),)),
    ),
    game="gomoku",
    first="patterns",
    openings=(*_RULES, gomoku.Position(size=20)),
    random_plies=(3, 9),
    margin=150,
    test_games=200,
)
"""When this was run, the games of the first two were freestyle only, and played by an older search. The sixth
learned from its own games, more than half of them by the fifth generation, the others by networks that had learned on
from those, and from 52,400 games by the fifth generation that began like those before. Up to then all roles had the
same weights. The seventh learned on in the roles of renju, whose games were mixed with 45,000 of standard; what these
taught was no gain and was left out."""

SHIPPED = {plan.game: plan for plan in (XIANGQI, GOMOKU)}
"""The plan of the shipped network of each game."""
