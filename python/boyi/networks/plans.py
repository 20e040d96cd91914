"""The plans of the networks that ship with boyi."""

from boyi import Config, lab
from boyi.networks.generations import Generation, Plan

SEARCH = Config.preset("boyi", "xiangqi").replace(see_captures=True, qsearch_see=True, qsearch_see_checks=True)
"""The search of self-play: preset ``boyi`` with exchanges, which see further with few nodes."""

RECIPE = lab.NetworkRecipe(hidden=64, epochs=5, batch=4096, rate=0.001)

XIANGQI = Plan(
    (
        Generation(games=60_000, recipe=RECIPE),
        Generation(games=120_000, recipe=RECIPE),
        Generation(games=240_000, learned=2, recipe=RECIPE),
    ),
    config=SEARCH,
)

SHIPPED = {"xiangqi": XIANGQI}
"""The plan of the shipped network of each game."""
