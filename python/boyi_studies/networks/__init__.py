"""How the networks that ship with boyi are made, from nothing but the rules and the values of the pieces.

>>> from boyi_studies import networks
>>> plan = networks.SHIPPED["xiangqi"]
>>> plan.first, len(plan.generations)
('material', 5)
"""

from boyi_studies.networks.generations import Generation, Grown, Plan, grow
from boyi_studies.networks.plans import SHIPPED

__all__ = ["SHIPPED", "Generation", "Grown", "Plan", "grow"]
