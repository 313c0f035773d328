"""The interface of Ant Wars to the rest of the program (kernel.game.Game), with its optional abilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.games.antwars.players import loading
from marchsim.games.antwars.players.weights import TABLE
from marchsim.games.antwars.rules import assumed
from marchsim.games.antwars.rules import variant as variants
from marchsim.games.antwars.rules.parameters import MINORS_SEAT, PIECES_SEAT
from marchsim.games.antwars.rules.variant import AntWarsVariant
from marchsim.games.antwars.table.assembly import assemble
from marchsim.games.antwars.table.record import Recorder
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.kernel.game import Session, StrategySource, Table, Variant
from marchsim.kernel.numbers import Handicap, Weight
from marchsim.tabletop.players.door import PackagedGame

HANDICAPS = {
    "pieces": Handicap(PIECES_SEAT, "piece", "pieces"),
    "minors": Handicap(MINORS_SEAT, "Minor", "Minors"),
}


class AntWars(PackagedGame):
    """The game: variants, tables, sessions and strategies."""

    name = "antwars"
    title = "Ant Wars"
    kinds = ("species", "animals", "boards")
    arranged = ("species",)
    watchable = True
    unwon = "reached a cap that the rulebook does not have"  # ATE-04
    kind = loading.KIND
    begun = (loading.TEXT, TABLE)
    overlay_keys = tuple(key for key in variants.OVERLAY_KEYS if key != "preset")
    handicaps = HANDICAPS
    priors = assumed.PRIORS

    def variant(self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]) -> Variant:
        """Resolve a preset and overlays into a variant."""
        return variants.resolve(name, preset, overlays)

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """The tables that a session fills if it keeps the records that `record` names."""
        species = tuple(_own(variant).components.species)
        return tuple(rows.table for rows in Recorder(record, species).tables)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """A new session for games of this variant with this many players."""
        return AntWarsSession(assemble(_own(variant)), players, record)

    # what can be tuned (kernel.numbers)
    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """The weights of a strategy that matter in games of a variant."""
        return loading.weights_of(source, parameters, _own(variant).rules.values["rounds"], players)

    def arrange(
        self, session: Session, kind: str, exchange: tuple[str, str] | None, forbid: tuple[int, str] | None
    ) -> None:
        """Exchange two species in the deal (kernel.game.Arranged). No species can be forbidden."""
        assert isinstance(session, AntWarsSession) and kind in self.arranged and forbid is None
        session.exchange = exchange


def _own(variant: Variant) -> AntWarsVariant:
    assert isinstance(variant, AntWarsVariant)
    return variant


ANTWARS = AntWars()
