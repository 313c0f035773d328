"""March of the Ants, as the rest of the program sees it (implements kernel.game.Game)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.games.march.cards.book import is_rated
from marchsim.games.march.players import loading
from marchsim.games.march.players.heuristic.weights import TABLE
from marchsim.games.march.rules import assumed, variant
from marchsim.games.march.rules.parameters import CARDS_SEAT, FOOD_SEAT, LARVAE_SEAT
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.games.march.table.assembly import assemble
from marchsim.games.march.table.record import Recorder
from marchsim.games.march.table.session import MarchSession
from marchsim.kernel.game import Session, StrategySource, Table, Variant
from marchsim.kernel.numbers import Handicap, Weight
from marchsim.tabletop.players.door import PackagedGame

HANDICAPS = {
    "food": Handicap(FOOD_SEAT, "food", "food"),
    "larvae": Handicap(LARVAE_SEAT, "larva", "larvae"),
    "cards": Handicap(CARDS_SEAT, "card", "cards"),
}


class March(PackagedGame):
    """The entry to the game: its variants, tables, sessions and strategies."""

    name = "march"
    title = "March of the Ants"
    kinds = ("cards", "tiles")
    arranged = ("card",)
    watchable = True
    kind = loading.KIND
    begun = (loading.TEXT, TABLE)
    overlay_keys = tuple(key for key in variant.OVERLAY_KEYS if key != "preset")
    handicaps = HANDICAPS
    priors = assumed.PRIORS

    def variant(self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]) -> Variant:
        """Resolve a preset and overlays into a variant, with a note on cards that heuristics cannot rate."""
        found = variant.resolve(name, preset, overlays)
        cards = [card for card in found.components.cards if card.enabled]
        if unrated := [card.id for card in cards if not is_rated(card.id, card.kind, card.amounts)]:
            found.notes = (
                f"cards that heuristics cannot rate and so hardly play: {', '.join(unrated)} (see 'How cards "
                "are rated' in docs/howto/strategies.md); results say nothing about them",
            )
        return found

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """The tables that a session fills, with their columns."""
        ids = tuple(card.id for card in _own(variant).components.cards)
        return tuple(rows.table for rows in Recorder(record, ids).tables)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Create a session for games of this variant with this many players."""
        return MarchSession(assemble(_own(variant)), players, record)

    # what can be tuned (kernel.numbers)
    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """The weights of a strategy that can matter in games of a variant."""
        rules = _own(variant).rules
        return loading.weights_of(source, parameters, rules["rounds"], rules["horde"] > 0, players)

    def arrange(
        self, session: Session, kind: str, exchange: tuple[str, str] | None, forbid: tuple[int, str] | None
    ) -> None:
        """Swap two cards in each deck, and forbid a seat to play one card (kernel.game.Arranged)."""
        assert isinstance(session, MarchSession) and kind in self.arranged
        session.exchange, session.forbid = exchange, forbid


def _own(variant: Variant) -> MarchVariant:
    assert isinstance(variant, MarchVariant)
    return variant


MARCH = March()
