"""The Primitive Species: their mats, actions and drawbacks. Holds PRI."""

from __future__ import annotations

from marchsim.games.march.mats import Mat
from marchsim.games.march.ruleset import Ruleset
from marchsim.games.march.words import (
    ABDOMEN,
    CRAZY,
    HEAD,
    MUTANT,
    NOMADIC,
    RAIDING,
    THORAX,
)
from marchsim.kernel.compat import i64


class Primitive(Mat):
    """What all Primitive Species share: a smaller Royal Decree (PRI-01)."""

    def __init__(self, rules: Ruleset, species: i64) -> None:
        super().__init__(rules)
        self.species = species
        self.decree_food = rules.species_decree_food
        self.decree_larvae = rules.species_decree_larvae


class CrazyAnt(Primitive):
    """Dance of Chaos; no Rest while there is anything to do; no thorax bonus (PRI-02 to PRI-04)."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, CRAZY)
        self.restless = 1
        self.lost_section = THORAX
        self.thorax_steps = 0


class NomadicAnt(Primitive):
    """Journey of 6000 Steps; an infertile queen; no head bonus (PRI-05 to PRI-07)."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, NOMADIC)
        self.double_larvae = rules.infertile_double_larvae
        self.lost_section = HEAD
        self.head_strength = 0


class MutantAnt(Primitive):
    """Double Spliced Genes; battles cost points; the hand mutates (PRI-08 to PRI-10)."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, MUTANT)
        self.battle_penalty = rules.enlightened_points


class RaidingAnt(Primitive):
    """Raiding Party; fewer cards at the start; no abdomen bonus (PRI-11 to PRI-13)."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, RAIDING)
        self.starting_cards = rules.raider_starting_cards
        self.lost_section = ABDOMEN
        self.abdomen_feeds = 0


def make_mats(rules: Ruleset) -> list[Mat]:
    """Return the mat of each species, in the order of their numbers."""
    return [Mat(rules), CrazyAnt(rules), NomadicAnt(rules), MutantAnt(rules), RaidingAnt(rules)]
