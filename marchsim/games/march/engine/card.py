"""A card: its amounts and its declarations. `moments` has the triggers of cards.

The amounts are the closed base set of `components.amounts`. The chapters of the rules read them where they
apply, so a card defined by its amounts alone needs no code. Only the topmost evolution of a section counts
(PLY-05). A card does not depend on a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marchsim.games.march.components.amounts import BASE_NAMES
from marchsim.kernel.compat import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """One card of the variant. `index` is its position in the sorted list of ids."""

    # How players rate it besides its base amounts (cards.ratings): (amount or "", kind of gain, hundredths of
    # one of it), a special worth, and the amount that measures that.
    rated: ClassVar[tuple[tuple[str, int, int], ...]] = ()
    special: ClassVar[int] = 0
    main: ClassVar[str] = ""

    index: i64
    # The base amounts by kind of card; what they mean and their ranges stand in components.amounts alone.
    # events
    gain_food: i64 = 0
    gain_larvae: i64 = 0
    draw: i64 = 0
    points: i64 = 0
    steps: i64 = 0
    ant_steps: i64 = 0
    place_larvae: i64 = 0
    points_per_inner: i64 = 0
    points_most: i64 = 0
    others_lose_food: i64 = 0
    others_lose_larvae: i64 = 0
    # heads (and ant_steps)
    strength_as_invader: i64 = 0
    strength_as_defender: i64 = 0
    ferocity_cards: i64 = 0
    silences: i64 = 0
    battle_food: i64 = 0
    win_larvae: i64 = 0
    rival_loses_larvae: i64 = 0
    spared: i64 = 0
    # thoraxes
    flight: i64 = 0
    digs: i64 = 0
    traps: i64 = 0
    explore_look: i64 = 1
    march_steps: i64 = 0
    react_march_steps: i64 = 0
    forage_cards: i64 = 0
    react_forage_larvae: i64 = 0
    explore_food: i64 = 0
    explore_site_larvae: i64 = 0
    # abdomens
    decree_food: i64 = 0
    decree_larvae: i64 = 0
    queen_draw: i64 = 0
    queen_ant_steps: i64 = 0
    twice_sites: i64 = 0
    food_sites: i64 = 0
    single_larva_extra: i64 = 0
    feed_others: i64 = 0
    feed_self: i64 = 0
    tunnel_unfed: i64 = 0
    queen_points: i64 = 0
    need_inhabited: i64 = 0
    # goals
    need_hand: i64 = 0
    need_inner: i64 = 0
    need_outer: i64 = 0
    need_alone: i64 = 0
    need_single_larvae: i64 = 0
    need_wins: i64 = 0
    need_chain: i64 = 0
    more_ants_in_tunnel: i64 = 0
    more_food: i64 = 0
    more_evolutions: i64 = 0
    more_larvae: i64 = 0
    points_per_wormhole: i64 = 0
    bonus_food: i64 = 0
    bonus_larvae: i64 = 0
    bonus_draw: i64 = 0
    bonus_ant_steps: i64 = 0
    bonus_place_larvae: i64 = 0
    bonus_tunnel_larvae: i64 = 0
    bonus_wormhole: i64 = 0

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        self.index = index
        for name, amount in amounts.items():
            if name in BASE_NAMES:
                setattr(self, name, amount)

    def aimed(self) -> bool:
        """Whether paying with the wrong ants can remove the effect's last target (GEN-03)."""
        return False

    def freed_by_paying(self) -> bool:
        """Whether paying with an ant can free a site and so create a target for the effect."""
        return False

    def reactions_first(self) -> bool:
        """Whether the others react to the card, already discarded, before its effect (RST-08)."""
        return False

    def befriends_centipedes(self) -> bool:
        """Whether centipedes never battle the player on tiles that the player controls."""
        return False

    def forage_drops(self) -> i64:
        """The number of cards drawn in a Forage that do not enter the hand."""
        return 0
