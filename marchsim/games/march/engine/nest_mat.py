"""A nest mat: the numbers of a player's species. `moments` has the triggers of species.

This class itself is the mat of the Common Meadow Ant, with the numbers of the rules. A Primitive Species
changes some of them (`species`). The chapters of the rules read the numbers from the mat.
"""

from __future__ import annotations

from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.words import COMMON, NONE
from marchsim.kernel.compat import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Mat:
    """The numbers of a player's species. This class leaves those of the rules unchanged."""

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
