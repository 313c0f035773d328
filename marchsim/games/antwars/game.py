"""The interface of Ant Wars to the rest of the program (kernel.game.Game), with its optional abilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from marchsim.games.antwars.players import loading, starter, tuning
from marchsim.games.antwars.players.weights import TABLE
from marchsim.games.antwars.rules import assumed
from marchsim.games.antwars.rules import variant as variants
from marchsim.games.antwars.rules.parameters import BOOK, MINORS_SEAT, PIECES_SEAT
from marchsim.games.antwars.rules.presets import PRESETS
from marchsim.games.antwars.rules.variant import AntWarsVariant
from marchsim.games.antwars.table.assembly import outfit
from marchsim.games.antwars.table.record import Recorder
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.kernel.assumed import ComponentNumber
from marchsim.kernel.game import Session, StrategySource, Table, Variant
from marchsim.kernel.handicaps import Handicap
from marchsim.kernel.inspecting import Inspector
from marchsim.kernel.rollouts import Choice
from marchsim.kernel.showing import Page, Scenario
from marchsim.kernel.telling import Audience, EventValue, Teller
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players.door import Door
from marchsim.tabletop.telling import rules as sheets

HANDICAPS = {
    "pieces": Handicap(PIECES_SEAT, "piece", "pieces"),
    "minors": Handicap(MINORS_SEAT, "Minor", "Minors"),
}


class AntWars(Door):
    """The game: variants, tables, sessions and strategies."""

    name = "antwars"
    title = "Ant Wars"
    kinds = ("species", "animals", "boards")
    arranged = ("species",)
    watchable = True
    unwon = "reached a cap that the rulebook does not have"  # ATE-04
    kind = loading.KIND
    begun = (starter.TEXT, TABLE)
    overlay_keys = tuple(key for key in variants.OVERLAY_KEYS if key != "preset")
    handicaps = HANDICAPS
    priors = assumed.PRIORS

    def variant(self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]) -> Variant:
        """Resolve a preset and overlays into a variant."""
        return variants.resolve(name, preset, overlays)

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """The tables that a session fills."""
        species = tuple(_own(variant).components.species)
        return tuple(rows.table for rows in Recorder(record, species).tables)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """An empty session for games of this variant with this many players."""
        return AntWarsSession(outfit(_own(variant)), players, record)

    # what can be tuned (kernel.tuning)
    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """The weights of a strategy that have an effect in games of a variant."""
        return tuning.weights_of(source, parameters, _own(variant).rules.values["rounds"], players)

    def event_values(self, items: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[EventValue]]:
        """The meanings of event values (kernel.telling.EventsExplained)."""
        from marchsim.games.antwars.telling.sentences import event_values

        return event_values(items)

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games (kernel.telling.Told)."""
        from marchsim.games.antwars.telling.story import Story

        assert isinstance(session, AntWarsSession)
        return Story(session, strategies, audience)

    def arrange(
        self, session: Session, kind: str, exchange: tuple[str, str] | None, forbid: tuple[int, str] | None
    ) -> None:
        """Exchange two species in the deal (kernel.game.Arranged). No species can be forbidden."""
        assert isinstance(session, AntWarsSession) and kind in self.arranged and forbid is None
        session.exchange = exchange

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """The inspector of a session's games (kernel.inspecting.Inspected)."""
        from marchsim.games.antwars.table.inspection import Inspection

        assert isinstance(session, AntWarsSession)
        return Inspection(session, laws)

    def rehearse(
        self, session: Session, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        """Let a coach observe the decisions of a session's games (kernel.rollouts.RolledOut)."""
        from marchsim.games.antwars.telling.rehearsal import Rehearsal

        assert isinstance(session, AntWarsSession)
        session.listener = Rehearsal(session, makers, hear) if makers else None

    # what can be shown and begun (kernel.showing)
    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """Species, animals or boards as rows."""
        from marchsim.games.antwars.telling import catalogue

        return catalogue.rows(_own(variant), kind, name)

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """Species, animals or boards as a page of tables."""
        from marchsim.games.antwars.telling import catalogue

        return catalogue.page(_own(variant), kind, name)

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """The parameters of the rules that match `name`, as rows."""
        return [sheets.row(_own(variant).rules, known) for known in BOOK.named(name)]

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """The parameters of the rules that match `name`, as a page of tables."""
        return sheets.page(_own(variant).rules, list(PRESETS.values()), name, changes)

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """An overlay to fill in."""
        from marchsim.games.antwars.rules import blank_overlay

        write = blank_overlay.assumed_overlay if assumed else blank_overlay.rules_overlay
        return write(_own(variant))

    def component_numbers(self, variant: Variant) -> tuple[ComponentNumber, ...]:
        """All numbers of species, animals and traits (kernel.assumed.Assuming)."""
        return assumed.numbers(_own(variant))

    def overlay_to_look_up(self, variant: Variant, keys: tuple[str, ...]) -> str:
        """An overlay to fill in, with these assumed numbers only."""
        from marchsim.games.antwars.rules import blank_overlay

        return blank_overlay.assumed_overlay(_own(variant), keys)

    def scenario(self, path: Path, table: Mapping[str, Any]) -> Scenario:
        """The scenario in the table of a file."""
        from marchsim.games.antwars.scenarios.scenario import Stage
        from marchsim.tabletop.scenarios import file

        return file.parse(table, str(path), self.overlay_keys, Stage)


def _own(variant: Variant) -> AntWarsVariant:
    assert isinstance(variant, AntWarsVariant)
    return variant


ANTWARS = AntWars()
