"""Cards of another game by copies: how often games were won with each copy of a card in hand, or not.

A table has a row for each game of a player: `won`, and for each card how many copies were in the opening
hand, drawn later and in the deck (`opening_hand_CARD`, `drawn_CARD`, `deck_CARD`, and `tutored_CARD` where
cards are fetched), as 17lands publishes them. Other columns are ignored. Every copy counts; games of one
`deal` (or `draft_id`: the same deck) are one cluster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from marchsim.analysis.outside.results import LONGEST_NAME, opened
from marchsim.analysis.outside.table_file import Counts, Wide
from marchsim.analysis.reading.estimates import Estimate, around, share_of
from marchsim.errors import RecordError, nearest
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import FEW, NOTHING, Floats, cluster_means
from marchsim.stats.intervals import t_interval

WON = "won"
CLUSTERS = ("deal", "draft_id")  # the first that the table has
NEEDED = ("opening_hand", "drawn", "deck")
FETCHED = "tutored"
MOST_COPIES = 250
PART = 50  # cards whose columns are read at a time
TRUTH = {"true": 1, "false": 0, "1": 1, "0": 0, "1.0": 1, "0.0": 0}


@dataclass(frozen=True)
class Copies:
    """A card's win rates, each over copies (`entries`), and in how many games it was in the deck.

    `deck` (GP), `opening` (OH), `later` (GD), `held` (GIH: opening or later), `unseen` (GNS: in the deck,
    neither drawn nor fetched); `improvement` (IWD) is held minus unseen.
    """

    card: str
    games: int
    deck: Estimate
    opening: Estimate
    later: Estimate
    held: Estimate
    unseen: Estimate
    improvement: Estimate


@dataclass(frozen=True)
class CopiesTable:
    """The cards of a table in order of name; `won` is the win rate of all its games.

    `cluster` names the column of games that belong together, '' where each game counts as independent.
    """

    path: Path
    games: int
    clusters: int
    cluster: str
    won: Estimate
    cards: list[Copies]


def copies(path: Path) -> CopiesTable:
    """Return the win rates of a table by copies; RecordError says which column or row cannot be used."""
    with opened(path) as stream:
        table = Wide(path, stream)
        names = frozenset(table.names)
        cards = _cards(path, table.names)
        cluster = next((name for name in CLUSTERS if name in names), "")
        won = _won(table)
        if not len(won):
            raise RecordError(f"{path}: no row under the names; give a row for each game.")
        number = _numbers(table, cluster) if cluster else np.arange(len(won))
        found = []
        for at in range(0, len(cards), PART):
            part = cards[at : at + PART]
            wanted = [f"{kind}_{card}" for card in part for kind in (*NEEDED, FETCHED)]
            rows = table.counts([name for name in wanted if name in names], MOST_COPIES)
            found += [_card(card, rows, won, number) for card in part]
    rate = share_of(_added(number, won), _added(number, np.ones_like(won)))
    return CopiesTable(path, len(won), int(number.max()) + 1, cluster, rate, found)


def _cards(path: Path, names: Sequence[str]) -> list[str]:
    """Return the cards of a table by name; RecordError where columns are missing."""
    held, shown = set(names), ", ".join(repr(name[:30]) for name in names[:8])
    if WON not in held:
        raise RecordError(f"{path}: no column {WON!r}; the table has {shown}.{nearest(WON, names)}")
    found = {name[len(kind) + 1 :] for name in names for kind in NEEDED if name.startswith(f"{kind}_")}
    if not found:
        raise RecordError(
            f"{path}: no card: a card needs columns opening_hand_CARD, drawn_CARD and deck_CARD; the table "
            f"has {shown}."
        )
    cards = sorted(found, key=lambda card: (card.casefold(), card))
    for card in cards:
        missing = [f"{kind}_{card}" for kind in NEEDED if f"{kind}_{card}" not in held]
        if missing:
            listed = ", ".join(repr(name[:60]) for name in missing)
            raise RecordError(f"{path}: no column {listed}; give it, or leave the card out.")
        if not card.strip() or len(card) > LONGEST_NAME:
            raise RecordError(
                f"{path}: column {('deck_' + card)[:40]!r}: a card needs a name of at most {LONGEST_NAME} "
                "characters."
            )
    return cards


def _won(table: Wide) -> Floats:
    text = table.columns([WON]).to_series().cast(pl.String).str.strip_chars().str.to_lowercase()
    found = text.replace_strict(TRUTH, default=None, return_dtype=pl.Float64)
    if found.null_count():
        wrong = found.is_null().to_numpy()
        table.refuse(WON, wrong, "give 1 or true for a win, 0 or false for a loss")
    return found.to_numpy()


def _numbers(table: Wide, cluster: str) -> Ints:
    """Return numbers of clusters, from 0."""
    text = table.columns([cluster]).to_series().cast(pl.String).fill_null("")
    if (text == "").any():
        table.refuse(cluster, (text == "").to_numpy(), f"every row needs a {cluster}")
    return text.rank("dense").to_numpy().astype(np.int64) - 1


def _card(card: str, rows: Mapping[str, Counts], won: Floats, number: Ints) -> Copies:
    opening, later, deck = (rows[f"{kind}_{card}"].astype(np.float64) for kind in NEEDED)
    fetched = rows.get(f"{FETCHED}_{card}", 0.0)
    unseen = np.maximum(deck - opening - later - fetched, 0.0)
    kinds = (deck, opening, later, opening + later, unseen)
    parts = [(_added(number, counts * won), _added(number, counts)) for counts in kinds]
    gp, oh, gd, gih, gns = (share_of(sums, counts) for sums, counts in parts)
    return Copies(card, int(np.sum(deck > 0)), gp, oh, gd, gih, gns, _difference(parts[3], parts[4]))


def _added(number: Ints, values: Floats) -> Floats:
    """Return the sums of values by cluster."""
    return np.bincount(number, values).astype(np.float64)


def _difference(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Estimate:
    """Return one win rate minus another of the same clusters."""
    sums, counts = (np.column_stack([one, other]) for one, other in zip(first, second, strict=True))
    met = counts.sum(axis=1) > 0
    entries = round(float(counts.sum()))
    if not np.all(counts.sum(axis=0) > 0):
        return Estimate(None, note="every copy was drawn, or none was")
    if met.sum() < 2:
        shares = sums.sum(axis=0) / counts.sum(axis=0)
        return Estimate(float(shares[0] - shares[1]), note="one game or deck only")
    means, covariance = cluster_means(sums[met], counts[met])
    value, deals = float(means[0] - means[1]), int(met.sum())
    variance = float(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    if variance <= NOTHING**2:
        return around(value, None, 0.0, entries, deals, "no variance")
    se = float(np.sqrt(variance))
    note = f"only {deals}: a rough interval" if deals < FEW else ""
    return around(value, t_interval(value, se, deals - 1), se, entries, deals, note)
