"""The plans of the networks that ship with boyi."""

from boyi import lab
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

SHIPPED = {"xiangqi": XIANGQI}
"""The plan of the shipped network of each game."""
