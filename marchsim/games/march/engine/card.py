"""A card: its numbers first, then one empty method for each moment of the game that a card may answer.

The numbers are the closed base set of `components.amounts`; the chapters of the rules read them where
they apply, so that a card that is only numbers needs no code. Only the topmost evolution of a section
is asked (PLY-05). A card with more to it overrides the moments (cards/, beyond).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from marchsim.kernel.compat import i64, mypyc_attr

if TYPE_CHECKING:
    from marchsim.games.march.engine.moves.meadow import Play


@mypyc_attr(allow_interpreted_subclasses=True)
class Card:
    """One card of the variant. `index` is its place in the sorted list of ids."""

    # How players rate it besides its base amounts (cards.ratings): (amount or "", kind of gain, hundredths of
    # one of it), a special worth, and the amount that measures that.
    rated: ClassVar[tuple[tuple[str, int, int], ...]] = ()
    special: ClassVar[int] = 0
    main: ClassVar[str] = ""

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        self.index: i64 = index
        # events
        self.gain_food: i64 = amounts.get("gain_food", 0)
        self.gain_larvae: i64 = amounts.get("gain_larvae", 0)
        self.draw: i64 = amounts.get("draw", 0)
        self.points: i64 = amounts.get("points", 0)
        self.steps: i64 = amounts.get("steps", 0)
        self.ant_steps: i64 = amounts.get("ant_steps", 0)
        self.place_larvae: i64 = amounts.get("place_larvae", 0)
        self.points_per_inner: i64 = amounts.get("points_per_inner", 0)
        self.points_most: i64 = amounts.get("points_most", 0)
        self.others_lose_food: i64 = amounts.get("others_lose_food", 0)
        self.others_lose_larvae: i64 = amounts.get("others_lose_larvae", 0)
        # heads (ant_steps: at the start of the Soldier Phase)
        self.strength_as_invader: i64 = amounts.get("strength_as_invader", 0)
        self.strength_as_defender: i64 = amounts.get("strength_as_defender", 0)
        self.ferocity_cards: i64 = amounts.get("ferocity_cards", 0)
        self.silences: i64 = amounts.get("silences", 0)
        self.battle_food: i64 = amounts.get("battle_food", 0)
        self.win_larvae: i64 = amounts.get("win_larvae", 0)
        self.rival_loses_larvae: i64 = amounts.get("rival_loses_larvae", 0)
        self.spared: i64 = amounts.get("spared", 0)
        # thoraxes
        self.flight: i64 = amounts.get("flight", 0)
        self.digs: i64 = amounts.get("digs", 0)
        self.traps: i64 = amounts.get("traps", 0)
        self.explore_look: i64 = amounts.get("explore_look", 1)
        self.march_steps: i64 = amounts.get("march_steps", 0)
        self.react_march_steps: i64 = amounts.get("react_march_steps", 0)
        self.forage_cards: i64 = amounts.get("forage_cards", 0)
        self.react_forage_larvae: i64 = amounts.get("react_forage_larvae", 0)
        self.explore_food: i64 = amounts.get("explore_food", 0)
        self.explore_site_larvae: i64 = amounts.get("explore_site_larvae", 0)
        # abdomens
        self.decree_food: i64 = amounts.get("decree_food", 0)
        self.decree_larvae: i64 = amounts.get("decree_larvae", 0)
        self.queen_draw: i64 = amounts.get("queen_draw", 0)
        self.queen_ant_steps: i64 = amounts.get("queen_ant_steps", 0)
        self.twice_sites: i64 = amounts.get("twice_sites", 0)
        self.food_sites: i64 = amounts.get("food_sites", 0)
        self.single_larva_extra: i64 = amounts.get("single_larva_extra", 0)
        self.feed_others: i64 = amounts.get("feed_others", 0)
        self.feed_self: i64 = amounts.get("feed_self", 0)
        self.tunnel_unfed: i64 = amounts.get("tunnel_unfed", 0)
        self.queen_points: i64 = amounts.get("queen_points", 0)
        self.need_inhabited: i64 = amounts.get("need_inhabited", 0)
        # goals
        self.need_hand: i64 = amounts.get("need_hand", 0)
        self.need_inner: i64 = amounts.get("need_inner", 0)
        self.need_outer: i64 = amounts.get("need_outer", 0)
        self.need_alone: i64 = amounts.get("need_alone", 0)
        self.need_single_larvae: i64 = amounts.get("need_single_larvae", 0)
        self.need_wins: i64 = amounts.get("need_wins", 0)
        self.need_chain: i64 = amounts.get("need_chain", 0)
        self.more_ants_in_tunnel: i64 = amounts.get("more_ants_in_tunnel", 0)
        self.more_food: i64 = amounts.get("more_food", 0)
        self.more_evolutions: i64 = amounts.get("more_evolutions", 0)
        self.more_larvae: i64 = amounts.get("more_larvae", 0)
        self.points_per_wormhole: i64 = amounts.get("points_per_wormhole", 0)
        self.bonus_food: i64 = amounts.get("bonus_food", 0)
        self.bonus_larvae: i64 = amounts.get("bonus_larvae", 0)
        self.bonus_draw: i64 = amounts.get("bonus_draw", 0)
        self.bonus_ant_steps: i64 = amounts.get("bonus_ant_steps", 0)
        self.bonus_place_larvae: i64 = amounts.get("bonus_place_larvae", 0)
        self.bonus_tunnel_larvae: i64 = amounts.get("bonus_tunnel_larvae", 0)
        self.bonus_wormhole: i64 = amounts.get("bonus_wormhole", 0)

    # events
    def aimed(self) -> bool:
        """Return whether paying with the wrong ants can take the effect's last target away (GEN-03)."""
        return False

    def freed_by_paying(self) -> bool:
        """Return whether paying with an ant frees a place that gives the effect the target it lacks."""
        return False

    def has_target(self, g: Play, seat: i64) -> bool:
        """Return whether the effect has a legal target as things stand (GEN-03)."""
        return True

    def reactions_first(self) -> bool:
        """Return whether the card is discarded and reacted to before its effect (RST-08)."""
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Do what the event says."""

    # heads
    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Act at the start of the Soldier Phase (SOL-01)."""

    def soldier_phase_ends(self, g: Play, seat: i64) -> None:
        """Act at the end of the Soldier Phase (SOL-04)."""

    def battle_over(self, g: Play, seat: i64, hexno: i64) -> None:
        """Act after a battle of the Soldier Phase in which this player fought (BAT-16)."""

    def befriends_centipedes(self) -> bool:
        """Return whether centipedes on tiles that the player controls do not battle it."""
        return False

    # thoraxes
    def forage_drops(self) -> i64:
        """Return how many of the cards drawn in a Forage do not come to the hand."""
        return 0

    def drop_card(self, g: Play, seat: i64) -> None:
        """Draw one of those cards and do what becomes of it."""

    # abdomens
    def queen_phase_begins(self, g: Play, seat: i64) -> None:
        """Act at the start of the Queen Phase (QUE-01)."""
