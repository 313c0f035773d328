"""The mat of each species. That of the Common Meadow Ant is a plain `Mat`."""

from __future__ import annotations

from marchsim.games.march.engine.nest_mat import Mat
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.species.crazy import CrazyAnt
from marchsim.games.march.species.mutant import MutantAnt
from marchsim.games.march.species.nomadic import NomadicAnt
from marchsim.games.march.species.raiding import RaidingAnt


def make_mats(rules: Ruleset) -> list[Mat]:
    """The mats of all species, in the order of the species' numbers."""
    return [Mat(rules), CrazyAnt(rules), NomadicAnt(rules), MutantAnt(rules), RaidingAnt(rules)]
