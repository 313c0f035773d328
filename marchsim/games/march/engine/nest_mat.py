"""A nest mat: the numbers of a player's species, and one empty method for each moment that it may answer.

The Common Meadow Ant is this class itself, with the numbers of the rules. A Primitive Species changes some
and adds an action (`species`); the chapters of the rules ask the mat where they would ask the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.words import COMMON, NONE
from marchsim.kernel.compat import i64, mypyc_attr

if TYPE_CHECKING:
    from marchsim.games.march.engine.moves.meadow import Play


@mypyc_attr(allow_interpreted_subclasses=True)
class Mat:
    """What a player's species changes; this one changes nothing."""

    def __init__(self, rules: Ruleset) -> None:
        self.species: i64 = COMMON
        self.action: i64 = NONE  # option code of the species action
        self.starting_cards: i64 = rules.starting_cards
        self.head_strength: i64 = rules.head_strength
        self.thorax_steps: i64 = rules.thorax_steps
        self.abdomen_feeds: i64 = rules.abdomen_feeds
        self.lost_section: i64 = NONE  # whose Evolution Bonus the species does without
        self.double_larvae: i64 = rules.site_double_larvae
        self.decree_food: i64 = rules.decree_food
        self.decree_larvae: i64 = rules.decree_larvae
        self.battle_penalty: i64 = 0  # colony points lost for each battle
        self.restless: i64 = 0  # 1: no Rest with food or cards in hand

    def can_act(self, g: Play, seat: i64) -> bool:
        """Return whether the species action can be paid and carried out; the table is left alone."""
        return False

    def act(self, g: Play, seat: i64) -> None:
        """Carry out the species action with its reactions."""

    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Act at the start of the Soldier Phase, before the player's head (PRI-10)."""
