"""March of the Ants behind the common interface of games (kernel.game.Game)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from marchsim.games.march.cards.book import is_rated
from marchsim.games.march.players import loading, starter, tuning
from marchsim.games.march.players.heuristic.weights import TABLE
from marchsim.games.march.rules import assumed, variant
from marchsim.games.march.rules.parameters import CARDS_SEAT, FOOD_SEAT, LARVAE_SEAT
from marchsim.games.march.rules.variant import MarchVariant
from marchsim.games.march.table.assembly import outfit
from marchsim.games.march.table.record import Recorder
from marchsim.games.march.table.session import MarchSession
from marchsim.kernel.assumed import ComponentNumber
from marchsim.kernel.game import Session, StrategySource, Table, Variant
from marchsim.kernel.handicaps import Handicap
from marchsim.kernel.inspecting import Inspector
from marchsim.kernel.rollouts import Choice
from marchsim.kernel.showing import Page, Scenario
from marchsim.kernel.telling import Audience, EventValue, Teller
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players.door import Door

HANDICAPS = {
    "food": Handicap(FOOD_SEAT, "food", "food"),
    "larvae": Handicap(LARVAE_SEAT, "larva", "larvae"),
    "cards": Handicap(CARDS_SEAT, "card", "cards"),
}


class March(Door):
    """The entry to the game: variants, tables, sessions and strategies."""

    name = "march"
    title = "March of the Ants"
    kinds = ("cards", "tiles")
    arranged = ("card",)
    watchable = True
    kind = loading.KIND
    begun = (starter.TEXT, TABLE)
    overlay_keys = tuple(key for key in variant.OVERLAY_KEYS if key != "preset")
    handicaps = HANDICAPS
    priors = assumed.PRIORS

    def variant(self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]) -> Variant:
        """Resolve a preset and overlays into a variant. Note cards that no heuristic can rate."""
        found = variant.resolve(name, preset, overlays)
        cards = [card for card in found.components.cards if card.enabled]
        if unrated := [card.id for card in cards if not is_rated(card.id, card.type, card.amounts)]:
            found.notes = (
                f"cards that heuristics cannot rate and so hardly play: {', '.join(unrated)} (see 'How cards "
                "are rated' in docs/howto/strategies.md); results say nothing about them",
            )
        return found

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """Return the tables that a session fills."""
        ids = tuple(card.id for card in _own(variant).components.cards)
        return tuple(rows.table for rows in Recorder(record, ids).tables)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Create a session for games of this variant and number of players."""
        return MarchSession(outfit(_own(variant)), players, record)

    # what can be tuned (kernel.tuning)
    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """Return the weights of a strategy that can matter in games of a variant."""
        rules = _own(variant).rules
        return tuning.weights_of(source, parameters, rules["rounds"], rules["horde"] > 0, players)

    def event_values(self, items: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[EventValue]]:
        """The meaning of event values (kernel.telling.EventsExplained)."""
        from marchsim.games.march.telling.happenings import event_values

        return event_values(items)

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games (kernel.telling.Told)."""
        from marchsim.games.march.telling.story import Story

        assert isinstance(session, MarchSession)
        return Story(session, strategies, audience)

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """The inspector of a session's games (kernel.inspecting.Inspected)."""
        from marchsim.games.march.table.inspection import Inspection

        assert isinstance(session, MarchSession)
        return Inspection(session, laws)

    def arrange(
        self, session: Session, kind: str, exchange: tuple[str, str] | None, forbid: tuple[int, str] | None
    ) -> None:
        """Swap two cards in the deck, and forbid one card to a seat (kernel.game.Arranged)."""
        assert isinstance(session, MarchSession) and kind in self.arranged
        session.exchange, session.forbid = exchange, forbid

    def rehearse(
        self, session: Session, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        """Let a coach observe the decisions of a session's games (kernel.rollouts.RolledOut)."""
        from marchsim.games.march.telling.rehearsal import Rehearsal

        assert isinstance(session, MarchSession)
        session.listener = Rehearsal(session, makers, hear) if makers else None

    # what can be shown and begun (kernel.showing)
    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """Return cards or tiles as rows of plain data."""
        from marchsim.games.march.telling import describe

        return (describe.cards if kind == "cards" else describe.tiles)(_own(variant), name)

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """Return cards or tiles as a page for a reader."""
        from marchsim.games.march.telling import catalogue

        return (catalogue.cards if kind == "cards" else catalogue.tiles)(_own(variant), name)

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """Return parameters as rows of plain data."""
        from marchsim.games.march.telling import describe

        return describe.rules(_own(variant), name)

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """Return parameters as a page for a reader."""
        from marchsim.games.march.telling import parameter_sheets

        return parameter_sheets.page(_own(variant), name, changes)

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """Return an overlay to fill in."""
        from marchsim.games.march.rules import blank_overlay

        write = blank_overlay.assumed_overlay if assumed else blank_overlay.rules_overlay
        return write(_own(variant))

    def component_numbers(self, variant: Variant) -> tuple[ComponentNumber, ...]:
        """Return every fact about the components (kernel.assumed.Assuming)."""
        return assumed.numbers(_own(variant))

    def overlay_to_look_up(self, variant: Variant, keys: tuple[str, ...]) -> str:
        """Return an overlay to fill in that has only these assumed numbers."""
        from marchsim.games.march.rules import blank_overlay

        return blank_overlay.chosen_overlay(_own(variant), keys)

    def scenario(self, path: Path, table: Mapping[str, Any]) -> Scenario:
        """Return the scenario that a file's table describes."""
        from marchsim.games.march.scenarios import scenario

        return scenario.parse(table, str(path))


def _own(variant: Variant) -> MarchVariant:
    assert isinstance(variant, MarchVariant)
    return variant


MARCH = March()
