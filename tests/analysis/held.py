"""Planted runs with items: each deal gives the seats hands of them, and item 0 makes its seat win oftener."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim.kernel.game import Column, Table
from marchsim.recorder import parquet, tables
from tests.analysis import planted
from tests.analysis.planted import MemoryRun, Planted

HAND = 2


def ids(count: int) -> list[str]:
    return [f"card-{at:02}" for at in range(count)]


def table(names: Sequence[str]) -> Table:
    """Return the description of the items that came to seats."""
    columns = (
        Column("game", "i64", "number of the game"), Column("seat", "i8", "seat"),
        Column("card", "str", "the card's id", labels=tuple(names)), Column("opening", "bool", "dealt"),
        Column("drawn", "bool", "drawn"), Column("played", "bool", "played"),
    )  # fmt: skip
    return Table("cards", "Cards that came to seats.", columns, ("game", "seat", "card"))


def items(plan: Planted, names: Sequence[str], titles: Sequence[str]) -> pl.DataFrame:
    """Return the items table: types and costs in turn, most numbers assumed."""
    rows = [
        {"variant": variant, "item": at, "kind": "card", "id": names[at], "name": titles[at],
         "type": ("event", "goal")[at % 2], "section": "", "cost": 1 + at % 4, "enabled": True, "fields": 5,
         "rulebook": 1, "implied": 0, "assumed": 4, "printed": 0, "design": 0}
        for variant in plan.variants for at in range(len(names))
    ]  # fmt: skip
    return pl.DataFrame(rows)


def run(
    plan: Planted, count: int = 20, worth: float = 0.0, seed: int = 1, names: Sequence[str] = ()
) -> MemoryRun:
    """Return a planted run in which the seat that is dealt item 0 takes a lost game with chance `worth`.

    Of the seats with an item every other one plays it; each seat draws one more item later.
    """
    names = list(names) or ids(count)
    generator = np.random.default_rng(seed + 1000)
    frames = planted.frames(plan, seed)
    games = frames["games"]
    deals = games["deal"].unique().sort().to_list()
    dealt = {
        deal: generator.permutation(len(names))[: plan.players * (HAND + 1)].reshape(plan.players, HAND + 1)
        for deal in deals
    }
    rows, won = [], {}
    for game, deal in games.select("game", "deal").iter_rows():
        for seat in range(plan.players):
            hand = dealt[deal][seat]
            if 0 in hand[:HAND] and generator.random() < worth:
                won[game] = seat
            rows += [
                (game, seat, names[item], at < HAND, True, (game + item) % 2 == 0)
                for at, item in enumerate(sorted(hand[:HAND]) + [hand[HAND]])
            ]
    described = table(names)
    cards = pl.DataFrame(rows, schema=[c.name for c in described.columns], orient="row")
    seats = frames["seats"].with_columns(winner=pl.col("game").replace_strict(won, default=None))
    credit = pl.when(pl.col("winner").is_null() | pl.col("credit").is_null()).then("credit").otherwise(
        (pl.col("seat") == pl.col("winner")).cast(pl.Float64)
    )  # fmt: skip
    frames["seats"] = seats.with_columns(credit=credit).drop("winner")
    sound = games.filter(pl.col("void").cast(pl.String) == "").select("game")
    frames["cards"] = planted.typed(cards.join(sound, on="game", how="semi"), described)
    frames["items"] = items(plan, names, names)
    data = planted.manifest(plan)
    kinds = tables.items(frames["items"].to_dicts())
    frames["items"] = planted.typed(frames["items"], replace_variant(kinds, plan))
    data["tables"]["cards"] = tables.describe(described)
    data["tables"]["items"] = tables.describe(replace_variant(kinds, plan))
    return MemoryRun(data, frames)


def dealt_again(memory: MemoryRun, count: int, seed: int, worth: float = 0.0) -> MemoryRun:
    """Return a run with fresh hands of `count` cards, all else as it was; card 0 wins as in `run`."""
    generator = np.random.default_rng(seed)
    games, seats = memory.frames["games"].sort("game"), memory.frames["seats"].sort("game", "seat")
    players = int(games["players"][0])
    deal = games["deal"].rank("dense").to_numpy().astype(int) - 1
    decks = generator.permuted(np.tile(np.arange(count), (deal.max() + 1, 1)), axis=1)
    hands = decks[:, : players * HAND].reshape(-1, players, HAND)[deal]
    lucky = np.argwhere((hands == 0).any(axis=2) & (generator.random((len(games), 1)) < worth))
    credit = seats["credit"].to_numpy().reshape(-1, players).copy()
    credit[lucky[:, 0]] = lucky[:, 1, None] == np.arange(players)
    cards = pl.DataFrame({
        "game": np.repeat(games["game"].to_numpy(), players * HAND),
        "seat": np.tile(np.repeat(np.arange(players), HAND), len(games)),
        "card": np.array(ids(count), dtype=object)[hands.ravel()],
        "opening": True, "drawn": True, "played": False,
    })  # fmt: skip
    frames = {**memory.frames, "games": games, "seats": seats.with_columns(credit=credit.ravel())}
    return MemoryRun(memory.manifest, {**frames, "cards": planted.typed(cards, table(ids(count)))})


def replace_variant(kinds: Table, plan: Planted) -> Table:
    """Return the description with the variants as labels, as the runner has it."""
    columns = tuple(
        replace(column, labels=tuple(plan.variants)) if column.name == "variant" else column
        for column in kinds.columns
    )
    return replace(kinds, columns=columns)


def save(folder: Path, memory: MemoryRun) -> Path:
    """Write such a run as a run folder."""
    data: dict[str, Any] = memory.manifest
    assert parquet.schema(table(["a"]))
    return planted.save(folder, data, memory.frames)
