"""The plans of the networks that ship with boyi."""

from boyi import lab
from boyi.networks.generations import Generation, Plan

RECIPE = lab.NetworkRecipe(hidden=64, epochs=4, batch=4096, rate=0.001)

XIANGQI = Plan(
    (
        Generation(games=40_000, nodes=200, recipe=RECIPE),
        Generation(games=50_000, nodes=300, recipe=RECIPE),
        Generation(games=80_000, nodes=400, recipe=RECIPE),
    ),
    test_games=100,
)

SHIPPED = {"xiangqi": XIANGQI}
"""The plan of the shipped network of each game."""
