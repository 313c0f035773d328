"""The study of forced deals: a component is dealt to each seat of its deals in turn.

A card replaces a card of the opening hand, a species that of the seat. Everything else stays as dealt, chance
included. A deal's value is 100 times the sum of the seats' wins with the component, so 100 is fair. The
quantity of a card is the excess over 100.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.analysis.variants.quantities import EQUAL, ITEM, LABEL, Measured, Quantity
from marchsim.errors import ConfigError
from marchsim.kernel.game import Arranged, Column, Game, Table, Variant
from marchsim.kernel.rng import stream_key
from marchsim.recorder.metrics import item_column
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing.rows import credit
from marchsim.studies.dealing.study import DealPlayer, DealWork, Row, manifest, play_deals
from marchsim.studies.stages import StagePlayer

FORCED = Table(
    "forced",
    "One row for each component, rule set and deal: what seats won that were dealt it in turn.",
    (
        Column("part", "i32", "number of component and rule set, all rule sets of a component in a row"),
        Column("deal", "i32", "number of the deal: the independent unit"),
        Column("value", "f64", "wins index of whoever is dealt it, none if a seat has no hand to exchange"),
        Column("void", "str", "why the deal does not count, '' if it does"),
    ),
    ("part", "deal"),
)


def place_of(game: Game, base: Variant) -> tuple[str, Table, str]:
    """The kind of component (LABEL or ITEM), its table by seat, and its column.

    Raises ConfigError if the game cannot deal a component to a chosen seat.
    """
    kinds = game.arranged if isinstance(game, Arranged) else ()
    for table in game.tables(base, "rounds"):
        names = [column.name for column in table.columns]
        label = next((name for name in names if name in kinds and table.name == "seats"), "")
        if label or item_column(table.key, names) in kinds:
            return (LABEL if label else ITEM), table, label or item_column(table.key, names)
    raise ConfigError(f"{game.title} cannot deal a component to a seat of your choice; leave it out.")


class ForcedPlayer(DealPlayer):
    """A study of forced deals, prepared in this process."""

    rows_of = FORCED
    study: ForcedDeals

    def _rows(self, position: int, done: int) -> tuple[Entry, list[Row]]:
        """The row of a deal: one game as dealt shows the hands. Then each seat in turn gets the component."""
        entry, wanted = self.study.entry(position), self.study.quantity(position)
        _, table, column = place_of(self._game, self._variants[entry.variant])
        names = [one.name for one in table.columns]
        labels = table.columns[names.index(column)].labels

        def dealt_hands(exchange: tuple[str, str] | None) -> tuple[list[list[str]], list[float | None]]:
            outcome, rows = self._dealt(entry, position, done, table.name, exchange)
            hands: list[list[str]] = [[] for _ in range(entry.players)]
            for at, row in enumerate(dict(zip(names, one, strict=True)) for one in rows):
                if row.get("round_drawn", 0) == 0:
                    hands[row.get("seat", at)].append(labels[row[column]])
            return hands, [credit(outcome, seat) for seat in range(entry.players)]

        dealt, won = dealt_hands(None)
        if not all(dealt):
            return entry, [self._row(position, None)]
        shares: list[float | None] = []
        for seat, hand in enumerate(dealt):
            hands, now = dealt, won
            if wanted.of not in hand:
                given = hand[stream_key("exchange", entry.deal_key, seat) % len(hand)]
                hands, now = dealt_hands((given, wanted.of))
            if wanted.of not in hands[seat]:
                raise ConfigError(
                    f"targets.{wanted.name}: it cannot be dealt to a seat, because it is not in the deck or "
                    "players choose it. Leave it out, or play a preset that deals it."
                )
            shares.append(now[seat])
        won_by = [one for one in shares if one is not None]  # a game that nobody won says nothing
        index = EQUAL * entry.players * sum(won_by) / len(won_by) if won_by else None
        surplus = EQUAL if wanted.kind == ITEM else 0.0
        return entry, [self._row(position, None if index is None else index - surplus)]

    def _void_rows(self, position: int) -> tuple[Entry, list[Row]]:
        return self.study.entry(position), [self._row(position, None)]

    def _row(self, position: int, value: float | None) -> Row:
        part, deal = self.study.place(position)
        return {"part": part, "deal": deal, "value": value, "void": ""}


@dataclass(frozen=True)
class ForcedDeals(DealWork):
    """The forced deals of some quantities. A part is a quantity under a variant. All parts share deals."""

    quantities: tuple[Quantity, ...]
    plays = ForcedPlayer

    def quantity(self, position: int) -> Quantity:
        """The quantity to measure at a position."""
        at: int = self.place(position)[0] // self.schedule.variants
        return self.quantities[at]

    def entry(self, position: int) -> Entry:
        """The game as dealt."""
        part, deal = self.place(position)
        players = self.quantity(position).players
        at = next(at for at, one in enumerate(self.schedule.matchups) if one.players == players)
        return self.alternating(deal, at, part % self.schedule.variants)

    def games(self, position: int) -> int:
        """The number of games in the deal at a position."""
        return 1 + self.quantity(position).players


def played(
    player: StagePlayer, name: str, made: Configuration, wanted: tuple[Quantity, ...], deals: str
) -> dict[Quantity, Measured]:
    """Play the forced deals of quantities under each variant into the folder `name`, and measure them."""
    plan = plans.make(made, player.strategy_paths, stage=deals)
    arms, blocks = len(plan.variants), made.design.blocks
    _, _, column = place_of(plan.game, plan.variants[0])
    work = ForcedDeals(plan.job, tuple(range(arms * len(wanted))), column, wanted)
    known = manifest(plan, schema="marchsim.forced/1", asked=[[one.name, one.players] for one in wanted])
    folder, called = player.folder / name, "stage of forced deals"
    found = play_deals(
        plan, work, folder, blocks, called, known, player.backend, player.progress, lambda found: found
    )  # fmt: skip
    player.played.count(folder, found.games, found.void, found.played, found.seconds)
    rows = found.rows
    grid = np.full((len(wanted), blocks, arms), np.nan)
    part = rows["part"].to_numpy()
    grid[part // arms, rows["deal"].to_numpy(), part % arms] = rows["value"].fill_null(np.nan).to_numpy()
    return {one: Measured(one, grid[at]) for at, one in enumerate(wanted)}
