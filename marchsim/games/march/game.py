"""March of the Ants as the rest of the program sees it (kernel.game.Game)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from marchsim.games.march.cards.book import is_rated
from marchsim.games.march.players import loading
from marchsim.games.march.rules import variant
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.games.march.table.assembly import outfit
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.table.tables import tables
from marchsim.kernel.game import Session, StrategySource, Table, Variant
from marchsim.kernel.inspecting import Inspector
from marchsim.kernel.telling import Audience, Teller


class March:
    """The game's door: variants, tables, sessions and strategies."""

    name = "march"
    title = "March of the Ants"
    overlay_keys = tuple(key for key in variant.OVERLAY_KEYS if key != "preset")

    def variant(self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]) -> Variant:
        """Resolve a preset and overlays into a variant; cards that no heuristic can judge are noted."""
        found = variant.resolve(name, preset, overlays)
        cards = [card for card in found.components.cards if card.enabled]
        if unrated := [card.id for card in cards if not is_rated(card.id, card.type, card.amounts)]:
            found.notes = (
                f"cards that heuristics cannot rate and so hardly play: {', '.join(unrated)} (see 'How cards "
                "are rated' in docs/strategies.md); results say nothing about them",
            )
        return found

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """Return the tables that a session fills."""
        return tables(_own(variant), record)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Make an empty table for games of this variant with so many players."""
        return MarchSession(outfit(_own(variant)), players, record)

    def strategy_class(self, source: StrategySource) -> type:
        """Compile and check the strategy class of a source."""
        return loading.strategy_class(source)

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """Return what makes one fresh player per game."""
        return loading.factory(cls, parameters)

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """Return what tells the games of a session (kernel.telling.Told)."""
        from marchsim.games.march.telling.story import Story

        assert isinstance(session, MarchSession)
        return Story(session, strategies, audience)

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """Return what looks on at the games of a session (kernel.inspecting.Inspected)."""
        from marchsim.games.march.table.inspection import Inspection

        assert isinstance(session, MarchSession)
        return Inspection(session, laws)


def _own(variant: Variant) -> MarchVariant:
    assert isinstance(variant, MarchVariant)
    return variant


MARCH = March()
