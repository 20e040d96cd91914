"""The plans of the networks that ship with boyi."""

from boyi import lab
from boyi.networks.generations import Generation, Plan

RECIPE = lab.NetworkRecipe(hidden=64, epochs=5, batch=4096, rate=0.001)

XIANGQI = Plan(
    (
        Generation(games=60_000, recipe=RECIPE),
        Generation(games=120_000, recipe=RECIPE),
        Generation(games=240_000, learned=2, recipe=RECIPE),
    ),
)

SHIPPED = {"xiangqi": XIANGQI}
"""The plan of the shipped network of each game."""
