"""Screens a run's opening hands: descriptive counts of items, and the effect of being dealt each item.

Opening hands are random. So within each panel, seats with an item are compared with seats without it, for the
same seat and strategy. The test re-deals the hands of whole deals. Tables are read once, and no row is in
memory twice.

`worth_by_deal` has the effect of being dealt an item deal by deal, so that rule sets can be compared on the
same deals. The mean over the deals with the item is the effect that the screening estimates.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.cards.interactions import Interactions, interactions, together
from marchsim.analysis.cards.items import FLAGS, Item, Plays, counted, item_rows, items_of, seen
from marchsim.analysis.cards.opening_hands import Dealt, Use, dealt, openings, uses, worth
from marchsim.analysis.cards.values import Values, adjusted, values
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import PANEL, PanelLayout, classify, layout_of
from marchsim.analysis.reading.source import GENERIC_SEATS, Run, opponents, scan
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.recorder.manifest import baselines
from marchsim.stats.redealing import enough
from marchsim.stats.treatments import worth_by_cluster

DEAL_SEED = 1


@dataclass(frozen=True)
class Described:
    """The shares of wins of seats with an item, by the definitions of 17lands, with the numbers of seats.

    `opening` counts seats with the item in the opening hand, and `later` seats that drew it afterwards.
    `held` counts both. `unseen` counts seats that neither drew nor played it.
    """

    item: Item
    opening: Estimate
    later: Estimate
    held: Estimate
    played: Estimate
    unseen: Estimate
    play_rate: float | None

    @property
    def improvement(self) -> float | None:
        """The win rate of seats that drew the item, minus that of seats that never saw it.

        None if no seat drew it, or if every seat saw it.
        """
        if self.held.value is None or self.unseen.value is None:
            return None
        return self.held.value - self.unseen.value


@dataclass(frozen=True)
class Screening:
    """The effects of being dealt each item (`values`), for one rule set and number of players.

    `plays` has draws and plays by (item, strategy), with '' for all strategies. The test of the effects
    re-deals the hands `repeats` times with `DEAL_SEED`. p values are adjusted over the items of all panels of
    the run.
    """

    variant: str
    players: int
    opponent: str
    kind: str
    layout: PanelLayout
    described: list[Described]
    values: Values
    uses: list[Use]
    plays: dict[tuple[str, str], Plays]
    strategies: list[str]
    repeats: int
    interactions: Interactions


@dataclass(frozen=True)
class CardPanel:
    """The input of a screening: items, dealt hands, rows of `plays.seen`, and all seats of one panel.

    `whole` has the number of all seats and their credit.
    """

    variant: str
    players: int
    layout: PanelLayout
    items: list[Item]
    given: Dealt
    seen: pl.DataFrame
    whole: tuple[int, float]


def screenings(run: Run) -> list[Screening]:
    """The screening of each panel in a run, by variant and number of players.

    Games with a baseline are excluded. Raises RecordError if the run did not record the items of each seat.
    """
    kind, panels = card_panels(run)
    if not panels:
        return []
    repeats = enough(sum(len(panel.items) for panel in panels))
    found = [worth(panel.given, repeats, DEAL_SEED) for panel in panels]
    corrected = iter(adjusted([p for one in found for p in one.p_values], "bh"))
    deviations = together(
        [
            interactions(panel.given, panel.items, one.effects, DEAL_SEED)
            for panel, one in zip(panels, found, strict=True)
        ]
    )
    against = opponents(run.manifest)
    return [
        Screening(
            panel.variant, panel.players, against.get(panel.variant, ""), kind, panel.layout,
            _described(panel, kind), values(
                panel.items, one.estimates, one.p_values, [next(corrected) for _ in panel.items], "bh",
                one.covariance, one.alike,
            ),
            uses(panel.given, panel.items, _counts(panel.seen, kind)),
            counted(panel.seen, kind, [item.id for item in panel.items]), panel.given.strategies, repeats,
            own,
        )
        for panel, one, own in zip(panels, found, deviations, strict=True)
    ]  # fmt: skip


def card_panels(run: Run) -> tuple[str, list[CardPanel]]:
    """The kind of item (such as "card"), and the panels of a run by variant and number of players.

    Games with a baseline are excluded. Raises RecordError if the run did not record the items of each seat.
    """
    rows, kind = item_rows(run)
    games = classify(run, baselines(run.manifest))
    if games.is_empty():
        return kind, []
    seats = counting_seats(run, games)
    joined = rows.join(seats, on=("game", "seat"))
    whole_seen = seen(joined, kind).collect(engine="streaming")
    held = openings(seats, joined.filter("opening"), kind)
    order = games.select(PANEL).unique(maintain_order=True)
    variants = list(dict.fromkeys(order["variant"].to_list()))
    panels = []
    for variant, players in sorted(order.iter_rows(), key=lambda row: (variants.index(row[0]), row[1])):
        here = (pl.col("variant") == variant) & (pl.col("players") == players)
        own, met = held.entries.filter(here), whole_seen.filter(here)
        visits = own.group_by("strategy", "seat").agg(pl.col("n").sum())
        layout = layout_of(games.filter(here), visits, players, run.manifest)
        whole = int(own["n"].sum()), int(own["credit"].sum()) / CREDIT
        items = items_of(run, variant, kind, met[kind].unique().to_list())
        given = dealt(held, here, kind, [item.id for item in items], players)
        panels.append(CardPanel(variant, players, layout, items, given, met, whole))
    return kind, panels


def counting_seats(run: Run, games: pl.DataFrame) -> pl.LazyFrame:
    """The seats, with panel and deal, of counted games that somebody won. Credit is in 1 / CREDIT units."""
    kept = games.lazy().filter(pl.col("state") == "kept").select("game", *PANEL, "deal")
    seats = scan(run, "seats", GENERIC_SEATS)
    credit = (pl.col("credit") * CREDIT).round().cast(pl.Int64)
    wanted = seats.select("game", "seat", pl.col("strategy").cast(pl.String).cast(pl.Categorical), credit)
    return wanted.drop_nulls("credit").join(kept, on="game")


def _described(panel: CardPanel, kind: str) -> list[Described]:
    parts = panel.seen.partition_by(kind, as_dict=True)
    return [_item(item, parts.get((item.id,), panel.seen.clear()), panel.whole) for item in panel.items]


def _item(item: Item, rows: pl.DataFrame, whole: tuple[int, float]) -> Described:
    def count(which: pl.Expr) -> tuple[int, float]:
        chosen = rows.filter(which)
        return int(chosen["n"].sum()), int(chosen["credit"].sum()) / CREDIT

    opening, drawn, played = (pl.col(flag) for flag in FLAGS)
    met, held, used = count(pl.lit(True)), count(drawn), count(drawn & played)
    return Described(
        item=item,
        opening=_won(*count(opening)),
        later=_won(*count(drawn & ~opening)),
        held=_won(*held),
        played=_won(*count(played)),
        unseen=_won(whole[0] - met[0], whole[1] - met[1]),
        play_rate=used[0] / held[0] if held[0] else None,
    )


def _won(seats: int, credit: float) -> Estimate:
    return Estimate(credit / seats if seats else None, entries=seats)


def _counts(seen: pl.DataFrame, kind: str) -> dict[tuple[str, str], tuple[int, int]]:
    """How many seats were dealt an item and how many of them played it, by (item, strategy)."""
    dealt = seen.filter("opening").group_by(kind, "strategy")
    counted = dealt.agg(pl.col("n").sum(), played_n=pl.col("n").filter("played").sum())
    return {(item, strategy): (n, played) for item, strategy, n, played in counted.iter_rows()}


def worth_by_deal(run: Run, items: Collection[str]) -> pl.DataFrame:
    """The effect of being dealt an item, in share of wins, for each item and each deal.

    Columns: variant, players, item, deal, worth. Rows are sorted by the first four. Games with a baseline are
    excluded. Raises RecordError if the run does not record the items of each seat.
    """
    rows, kind = item_rows(run)
    games = classify(run, baselines(run.manifest))
    seats = counting_seats(run, games)
    held = openings(seats, rows.join(seats, on=("game", "seat")).filter("opening"), kind)
    wanted = sorted(items)
    found = [_empty()]
    for variant, players in games.select(PANEL).unique().sort(PANEL).iter_rows():
        here = (pl.col("variant") == variant) & (pl.col("players") == players)
        every = held.hands.filter(here)[kind].cast(pl.String).unique().sort().to_list()
        given = dealt(held, here, kind, every, players)
        deals = held.entries.filter(here)["deal"].unique().sort().to_numpy()
        for item in wanted:
            if item in every:
                at, worth = worth_by_cluster(given.entries, given.hands, every.index(item))
                found.append(_rows(variant, players, item, deals[at], worth))
    return pl.concat(found).sort("variant", "players", "item", "deal")


def _empty() -> pl.DataFrame:
    none = np.zeros(0)
    return _rows("", 0, "", none.astype(np.int64), none).clear()


def _rows(
    variant: str, players: int, item: str, deals: np.ndarray, worth: np.ndarray
) -> pl.DataFrame:  # fmt: skip
    named = {"variant": variant, "players": players, "item": item}
    frame = pl.DataFrame({"deal": deals.astype(np.int64), "worth": worth.astype(np.float64)})
    held = [pl.lit(value).alias(name) for name, value in named.items()]
    return frame.select(*held, "deal", "worth").with_columns(pl.col("players").cast(pl.Int64))
