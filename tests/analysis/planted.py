"""Makes run folders of a made-up game with planted win odds, so that the truth of every estimate is known.

A deal gives each seat luck of its own (shared by all games of the deal), then the winner is drawn with odds
worth x seat x luck. Tables are described, typed and laid out as the recorder does it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim.kernel.game import Column, Table
from marchsim.recorder import parquet, tables
from marchsim.recorder.digest import ordered
from marchsim.recorder.parts import encoded
from tests.forging import sealed

OWN = (
    Column("points_battle", "i16", "points from battles", "points"),
    Column("points_goals", "i16", "points from goals", "points"),
    Column("food", "i16", "food left at the end", "food"),
)
ROUNDS = Table(
    "rounds",
    "State at the end of each round.",
    (
        Column("game", "i64", "number of the game"),
        Column("round", "i8", "round"),
        Column("seat", "i8", "seat"),
        Column("score", "i32", "score at the end of the round", "points"),
    ),
    ("game", "round", "seat"),
)
N_ROUNDS = 4


@dataclass
class Planted:
    """What is planted: worth of each strategy and seat, the spread of a deal's luck, the share of ties."""

    worth: dict[str, float]
    players: int = 4
    blocks: int = 50
    kind: str = "roundrobin"
    rotate: bool = True
    shared: bool = False
    seat_worth: Sequence[float] = ()
    luck: float = 0.0
    ties: float = 0.0
    unwon: dict[str, float] = field(default_factory=dict)  # chance that nobody wins, by who would
    void: dict[int, str] = field(default_factory=dict)
    variants: Sequence[str] = ("standard",)
    first_deal: int = 0
    first_game: int = 0


def line_ups(plan: Planted, generator: np.random.Generator) -> list[np.ndarray]:
    """Return the line-ups of each block as positions in the field, shape (line-ups, players)."""
    size = len(plan.worth)
    if plan.kind == "mirror":
        return [np.repeat(np.arange(size)[:, None], plan.players, axis=1)] * plan.blocks
    if plan.kind == "random":
        cycle = [generator.permutation(size) for _ in range(plan.blocks * plan.players // size + 1)]
        flat = np.concatenate(cycle)[: plan.blocks * plan.players]
        return list(flat.reshape(plan.blocks, 1, plan.players))
    every = np.array(list(combinations(range(size), plan.players)))
    return [generator.permuted(every, axis=1) for _ in range(plan.blocks)]


def seated(plan: Planted, generator: np.random.Generator) -> dict[str, np.ndarray]:
    """Return deal, block, line_up, rotation (games,) and field positions by seat, `who` (games, players)."""
    rows: dict[str, list[np.ndarray]] = {name: [] for name in ("deal", "block", "line_up", "rotation", "who")}
    turns = plan.players if plan.rotate else 1
    deals = plan.first_deal
    for block, members in enumerate(line_ups(plan, generator)):
        n = len(members)
        number = np.full(n, deals) if plan.shared else deals + np.arange(n)
        deals += 1 if plan.shared else n
        for turn in range(turns):
            rows["deal"].append(number)
            rows["block"].append(np.full(n, block))
            rows["line_up"].append(np.arange(n) if plan.kind != "random" else np.full(n, block))
            rows["rotation"].append(np.full(n, turn))
            rows["who"].append(np.roll(members, -turn, axis=1))
    return {name: np.concatenate(parts) for name, parts in rows.items()}


def winners(plan: Planted, games: dict[str, np.ndarray], generator: np.random.Generator) -> np.ndarray:
    """Return the bit mask of winning seats of each game."""
    deal = games["deal"] - plan.first_deal
    luck = generator.normal(0, plan.luck, (int(deal.max()) + 1, plan.players))[deal]
    worth = np.log(np.array(list(plan.worth.values())))[games["who"]]
    seat = np.log(np.array(plan.seat_worth)) if len(plan.seat_worth) else np.zeros(plan.players)
    noise = generator.gumbel(size=worth.shape)
    order = np.argsort(-(worth + seat + luck + noise), axis=1)
    mask = 1 << order[:, 0]
    tied = generator.random(len(mask)) < plan.ties
    mask |= np.where(tied, 1 << order[:, min(1, plan.players - 1)], 0)
    if plan.unwon:
        first = np.take_along_axis(games["who"], order[:, :1], axis=1)[:, 0]
        chance = np.array([plan.unwon.get(name, 0.0) for name in plan.worth])[first]
        mask = np.where(generator.random(len(mask)) < chance, 0, mask)
    return mask


def frames(plan: Planted, seed: int = 1) -> dict[str, pl.DataFrame]:
    """Return the tables of a planted run as frames in stored types."""
    generator = np.random.default_rng(seed)
    games = seated(plan, generator)
    parts = [rows_of(plan, games, variant, generator) for variant in plan.variants]
    joined = {name: pl.concat([part[name] for part in parts]) for name in parts[0]}
    return {name: typed(frame, descriptions(plan)[name]) for name, frame in joined.items()}


def rows_of(
    plan: Planted, games: dict[str, np.ndarray], variant: str, generator: np.random.Generator
) -> dict[str, pl.DataFrame]:
    n, k = games["who"].shape
    number = plan.first_game + np.arange(n) * len(plan.variants) + list(plan.variants).index(variant)
    mask = winners(plan, games, generator)
    void = np.array([plan.void.get(int(game), "") for game in number])
    won = (mask[:, None] >> np.arange(k)) & 1
    score = generator.integers(10, 30, (n, k)) + 8 * won
    battle = generator.integers(-2, 9, (n, k))
    shared = {"game": np.repeat(number, k), "seat": np.tile(np.arange(k), n)}
    names = np.array(list(plan.worth), dtype=object)
    seats = {
        **shared,
        "strategy": names[games["who"]].ravel(),
        "score": score.ravel(),
        "rank": (1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)).ravel(),
        "credit": np.where(mask[:, None] == 0, np.nan, won / won.sum(axis=1, keepdims=True).clip(1)).ravel(),
        "points_battle": battle.ravel(),
        "points_goals": (score - battle).ravel(),
        "food": generator.integers(0, 5, n * k),
    }
    table = {
        "game": number, "deal": games["deal"], "block": games["block"], "line_up": games["line_up"],
        "rotation": games["rotation"], "variant": [variant] * n, "seed": games["deal"],
        "players": np.full(n, k),
        "rounds": np.full(n, N_ROUNDS), "turns": generator.integers(50, 90, n),
        "decisions": generator.integers(300, 500, n), "digest": ["0"] * n,
        "winners": np.where(void == "", mask, 0),
        "decided_by": np.choose(won.sum(axis=1).clip(0, 2), ["rounds", "score", "sharing"]),
        "opponent": [None] * n, "margin": [None] * n,
        "void": void, "void_seat": np.zeros(n, dtype=int),
    }  # fmt: skip
    sound = np.repeat(void == "", k)
    blank = pl.lit(None)
    results = ("score", "rank", "credit", *(column.name for column in OWN))
    frame = pl.DataFrame(seats, nan_to_null=True).with_columns(sound=pl.Series(sound)).with_columns(
        pl.when("sound").then(pl.col(name)).otherwise(blank).alias(name) for name in results
    )  # fmt: skip
    grown = [
        {**shared, "round": np.full(n * k, r), "score": score.ravel() * r // N_ROUNDS}
        for r in range(1, N_ROUNDS + 1)
    ]  # fmt: skip
    rounds = pl.concat([pl.DataFrame(part).filter(pl.Series(sound)) for part in grown])
    return {
        "games": pl.DataFrame(table),
        "seats": frame.drop("sound"),
        "rounds": rounds,
        "items": _items(variant),
    }


def _items(variant: str) -> pl.DataFrame:
    rows = [
        {"variant": variant, "item": at, "id": f"card-{at}", "fields": 5, "rulebook": 1, "implied": 1,
         "assumed": 3 if at else 0, "printed": 0 if at else 3, "design": 0}
        for at in range(4)
    ]  # fmt: skip
    return pl.DataFrame(rows)


def descriptions(plan: Planted) -> dict[str, Table]:
    """Return the descriptions of the tables."""
    rows = _items("standard").to_dicts()
    return {
        "games": tables.games(list(plan.variants)),
        "seats": tables.seats(list(plan.worth), OWN),
        "rounds": ROUNDS,
        "items": tables.items(rows),
    }


def typed(frame: pl.DataFrame, table: Table) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(dtype) for name, dtype in parquet.schema(table).items())


def manifest(plan: Planted, name: str = "planted", games: int | None = None) -> dict[str, Any]:
    """Return a manifest as the runner writes it, as far as readers look."""
    described = {key: tables.describe(table) for key, table in descriptions(plan).items()}
    return {
        "schema": 4,
        "marchsim": "0.2.0",
        "game": {"name": "planted", "title": "Planted Odds"},
        "configuration": {"resolved": {"name": name, "seed": 1, "design": {"kind": plan.kind}}},
        "plan": {"games": games},
        "variants": [{"name": v, "preset": "standard", "fingerprint": "ab" * 32} for v in plan.variants],
        "tables": described,
    }  # fmt: skip


@dataclass
class MemoryRun:
    """A run that lies in memory, for simulations that need many."""

    manifest: dict[str, Any]
    frames: dict[str, pl.DataFrame]

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table."""
        return self.frames[table].lazy()


def in_memory(plan: Planted, seed: int = 1) -> MemoryRun:
    """Return a planted run in memory."""
    return MemoryRun(manifest(plan), frames(plan, seed))


def written(folder: Path, plan: Planted, seed: int = 1, name: str = "planted") -> Path:
    """Write a planted run as a run folder and return its path."""
    return save(folder, manifest(plan, name), frames(plan, seed))


def save(folder: Path, data: dict[str, Any], found: dict[str, pl.DataFrame]) -> Path:
    """Write tables and manifest as a run folder and return its path."""
    last = max([0, *found["games"]["game"].to_list()])
    for table, frame in found.items():
        place = folder / "tables" / table
        place.mkdir(parents=True)
        described = tables.described(table, data["tables"][table])
        part = encoded(described, ordered(typed(frame, described), described.key))
        (place / f"part-0-{last}.parquet").write_bytes(part.content)
        parts = {f"part-0-{last}.parquet": part.entry.data()}
        data["tables"][table] = {**data["tables"][table], "parts": parts}
    (folder / "manifest.json").write_text(json.dumps(sealed(data)), encoding="utf-8")
    return folder
