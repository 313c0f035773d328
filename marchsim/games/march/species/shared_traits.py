"""Common traits of all Primitive Species: a smaller Royal Decree and a species action.

Implements PRI-01.
"""

from __future__ import annotations

from marchsim.games.march.engine.moments import ActiveMat
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.kernel.compat import i64


class Primitive(ActiveMat):
    """A mat with a smaller Royal Decree (PRI-01) and a species action, given by its option code."""

    def __init__(self, rules: Ruleset, species: i64, action: i64) -> None:
        super().__init__(rules)
        self.species = species
        self.action = action
        self.decree_food = rules.species_decree_food
        self.decree_larvae = rules.species_decree_larvae
