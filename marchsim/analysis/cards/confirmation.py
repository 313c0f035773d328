"""The results of a card study: paired differences of win credit, on separate deals for each item.

The deal is the independent unit. Each deal is played once as dealt. For each seat it is also played once with
the item in that seat, and once more with the item but without permission to play it. `forced` is the effect
of holding the item instead of a random card. `allowed` is the effect of the permission to play it. The tests
of both effects are one family.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim import jsonfile
from marchsim.analysis.cards.items import Item, listed
from marchsim.analysis.cards.values import Values, adjusted, values
from marchsim.analysis.reading.estimates import LEVEL, Estimate, by_deal, mean_of
from marchsim.errors import RecordError
from marchsim.recorder import parts
from marchsim.stats import bounded
from marchsim.stats.clusters import FEW, batches
from marchsim.stats.paired import REPEATS, sign_flip

DATA = "data"
FLIP_SEED = 1
LARGEST = 20_000_000  # bytes of study.json
MOST_ROWS = 20_000_000
PLAY = "`marchsim cards-study CONFIG --out DIR` plays a study"
EFFECTS = ("effect", "allowed")  # forced less dealt, forced less forbidden
COLUMNS = ("item", "deal", "redraws", "seat", "strategy", "dealt", "forced", "forbidden", "played", "void")


@dataclass(frozen=True)
class Confirmation:
    """The results of a card study: its manifest, both families of effects, and the excluded games.

    `deals` is the number of deals requested for each item. `kept` counts the valid deals of all items, and
    `voids` the excluded ones by reason. `redraws` counts the deals that were replaced because a hand already
    had the item. `play_rates` has, by item, the share of games with the item in which its holder played it
    (None if the item has no valid game).
    """

    manifest: Mapping[str, Any]
    players: int
    kind: str
    items: list[Item]
    deals: int
    kept: int
    redraws: int
    voids: dict[str, int]
    forced: Values
    allowed: Values
    play_rates: dict[str, float | None]


def confirmation(folder: Path) -> Confirmation:
    """The results of the card study in a folder.

    Raises RecordError if the folder has no study, or if a file of the study is damaged.
    """
    manifest = _manifest(folder / DATA / "study.json")
    sums = parts.sums_of(manifest)
    rows = _rows(folder / DATA / "pairs.parquet", None if sums is None else sums.get("pairs.parquet", ()))
    try:
        asked, kind = manifest["asked"], str(manifest["column"])
        ids, deals, players = [str(item) for item in asked["items"]], int(asked["deals"]), manifest["players"]
        items = [item for item in listed(manifest["items"], kind, ids) if item.id in ids]
        if not isinstance(players, int):
            raise TypeError(players)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise RecordError(f"{folder / DATA / 'study.json'}: lacks its options, so it is damaged.") from None
    rows = rows.filter(pl.col("item").is_in(ids) & (pl.col("deal") < deals))
    per_deal = rows.group_by("item", "deal").agg(pl.col("void", "redraws").first())
    voids = per_deal.filter(pl.col("void") != "").group_by("void").agg(n=pl.len()).sort("void")
    good = rows.filter(pl.col("void") == "").with_columns(
        effect=pl.col("forced") - pl.col("dealt"), allowed=pl.col("forced") - pl.col("forbidden")
    )
    forced, allowed = _families(good, items)
    by_item = good.partition_by("item", as_dict=True)
    return Confirmation(
        manifest, players, kind, items, deals, per_deal.filter(pl.col("void") == "").height,
        int(per_deal["redraws"].sum()), dict(voids.iter_rows()),
        forced, allowed,
        {item.id: _rate(by_item.get((item.id,), good.clear())) for item in items},
    )  # fmt: skip


def _manifest(path: Path) -> Mapping[str, Any]:
    found = jsonfile.read(path, "card study", LARGEST, RecordError, missing=PLAY, mend=PLAY)
    if not isinstance(found, dict):
        raise RecordError(f"{path}: not the file of a card study.")
    return found


def _rows(path: Path, sums: Sequence[str] | None) -> pl.DataFrame:
    try:
        rows = parts.read_untrusted(path, MOST_ROWS, sums=sums)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read ({error.strerror}); {PLAY}.") from None
    missing = [name for name in COLUMNS if name not in rows.columns]
    if missing:
        raise RecordError(f"{path}: no column {', '.join(missing)}; it is not a table of a card study.")
    return rows


def _families(rows: pl.DataFrame, items: Sequence[Item]) -> list[Values]:
    """Both families of effects, tested by sign flips of deals, with Holm's adjustment over both together."""
    parts = rows.partition_by("item", as_dict=True)
    held = [parts.get((item.id,), rows.clear()) for item in items]
    raw = [[_effect(part, effect) for part in held] for effect in EFFECTS]
    p_values = [
        [_p(part, effect, one) for part, one in zip(held, own, strict=True)]
        for effect, own in zip(EFFECTS, raw, strict=True)
    ]
    corrected = adjusted([p for own in p_values for p in own], "holm")
    return [
        values(items, raw[at], p_values[at], corrected[at * len(items) : (at + 1) * len(items)], "holm")
        for at in range(len(EFFECTS))
    ]


def _effect(rows: pl.DataFrame, effect: str) -> Estimate:
    """The mean of an effect (a name in EFFECTS).

    If only few deals differ from the others, the interval is that of a bounded mean instead of a t interval.
    """
    sums, counts = by_deal(rows, pl.col(effect))
    found = mean_of(sums, counts)
    if found.deals < 2:
        return found
    each, reach = sums / counts.mean(), float(counts.max() / counts.mean())  # an entry moves by 1 at most
    if not bounded.sparse(each):
        return found
    interval = bounded.mean_interval(each, -reach, reach, LEVEL)
    moved = int(np.count_nonzero(each.round(bounded.PLACES)))
    note = (
        f"wins moved in {moved} of {found.deals} deals" if moved else f"no win moved in {found.deals} deals"
    )
    return replace(
        found, low=interval.low, high=interval.high, se=found.se or None, method=interval.method, note=note
    )


def _p(rows: pl.DataFrame, effect: str, estimate: Estimate) -> float | None:
    if not estimate.se or estimate.deals < FEW:
        return None
    differences = np.round(by_deal(rows, pl.col(effect))[0], 12)
    return sign_flip(batches(differences), FLIP_SEED, REPEATS).p


def _rate(rows: pl.DataFrame) -> float | None:
    return float(rows["played"].mean()) if len(rows) else None  # type: ignore[arg-type]  # a mean of booleans
