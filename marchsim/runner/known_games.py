"""Games of a plan that finished runs beside it hold: they are copied, not played (D-430).

A game depends on its deal, seats, rules, components, strategies and engine alone. So a run that differs in
nothing but variants holds the same games of each variant that is equal there and here. Nothing in its folder
is executed, and every part must equal its checksums. If anything is wrong with it, the games are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.errors import MarchsimError
from marchsim.kernel.game import Table
from marchsim.recorder import manifest as manifests
from marchsim.recorder import parquet, survey, tables
from marchsim.recorder.digest import ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.parts import Encoded, encoded
from marchsim.runner.planning.plan import Plan

Tables = Mapping[str, Table]
OWN = ("order of variants", "variant ")  # how the parts of an identity begin that may differ


class NoLongerKnown(Exception):
    """A run that lent its games can no longer be read."""


@dataclass(frozen=True)
class Lender:
    """A run that holds the games of a variant: its place among the run's variants, and whole blocks."""

    folder: RunFolder
    place: int
    variants: int
    blocks: int


class KnownGames:
    """The games of a plan's variants (by place) that other runs hold. `taken` counts them by folder."""

    def __init__(self, plan: Plan, lenders: Mapping[int, Lender]) -> None:
        self.taken: dict[Path, int] = {}
        self._lenders = lenders
        self._variants = len(plan.job.variants)
        self._per_block = plan.schedule.games_per_block // self._variants  # of one variant
        self._rows = lru_cache(maxsize=32)(self._read)

    @property
    def blocks(self) -> tuple[int, ...]:
        """Return the number of first blocks whose games are known, by variant."""
        found = (self._lenders.get(at) for at in range(self._variants))
        return tuple(one.blocks if one else 0 for one in found)

    def added(self, first: int, last: int, new: Mapping[str, Encoded], wanted: Tables) -> dict[str, Encoded]:
        """Return the tables of games first..last, of which those are `new` that are not known."""
        spans = {at: span for at, one in self._lenders.items() if (span := self._span(at, one, first, last))}
        if not spans:
            return dict(new)
        whole = dict(new)
        for name in tables.counted(wanted):
            table, kept = wanted[name], [new[name].rows()]
            for at, span in spans.items():
                kept += [self._of(at, name, part, span) for part in self._parts(at, name, span)]
            whole[name] = encoded(table, ordered(pl.concat(kept), table.key))
        for at, (low, high) in spans.items():
            path = self._lenders[at].folder.path
            self.taken[path] = self.taken.get(path, 0) + high - low + 1
        return whole

    def _span(self, at: int, lender: Lender, first: int, last: int) -> tuple[int, int] | None:
        """Return which games of a variant, counted without the others, are among first..last and known."""
        low = -((at - first) // self._variants)
        high = min((last - at) // self._variants, lender.blocks * self._per_block - 1)
        return (low, high) if low <= high else None

    def _parts(self, at: int, table: str, span: tuple[int, int]) -> list[int]:
        """Return the places of the lender's parts that hold games of a span."""
        lender = self._lenders[at]
        low, high = (number * lender.variants + lender.place for number in span)
        parts = lender.folder.parts(table)
        return [place for place, part in enumerate(parts) if part.first <= high and low <= part.last]

    def _of(self, at: int, table: str, part: int, span: tuple[int, int]) -> pl.DataFrame:
        rows = self._rows(at, table, part)
        low, high = (number * self._variants + at for number in span)
        return rows.filter(pl.col(rows.columns[0]).is_between(low, high))

    def _read(self, at: int, table: str, part: int) -> pl.DataFrame:
        """Return a variant's rows of a lender's part, with the numbers that its games have here."""
        lender = self._lenders[at]
        described, stored = lender.folder.tables[table], lender.folder.parts(table)[part]
        key = described.key[0]
        try:
            rows = lender.folder.read(stored, table)
        except MarchsimError as error:
            raise NoLongerKnown(str(error)) from None
        if problem := survey.wrong_rows(stored, described, rows):
            raise NoLongerKnown(f"{stored.path}: {problem}")
        number = (pl.col(key) - lender.place) // lender.variants
        mine = rows.filter((pl.col(key) - lender.place) % lender.variants == 0)
        return mine.with_columns((number * self._variants + at).alias(key)).select(rows.columns)


def known_games(plan: Plan, wanted: Tables, places: Iterable[Path]) -> KnownGames | None:
    """Return the games of a plan that the runs in some folders hold. None if they hold none.

    Only finished, undamaged runs without void games lend theirs, each table in the form `wanted`.
    """
    if plan.portion.words:
        return None
    lending = [found for place in places for found in _lenders(plan, wanted, place)]
    lending.sort(key=lambda one: -one[1].blocks)
    sound: dict[Path, bool] = {}
    chosen: dict[int, Lender] = {}
    for at, lender in lending:
        path = lender.folder.path
        if at not in chosen and path not in sound:
            sound[path] = _is_sound(lender.folder)
        if at not in chosen and sound[path]:
            chosen[at] = lender
    return KnownGames(plan, chosen) if chosen else None


def _lenders(plan: Plan, wanted: Tables, place: Path) -> Sequence[tuple[int, Lender]]:
    """Return which variants of a plan a folder can lend the games of; none if it is no such run."""
    if not manifests.exists(place):
        return ()
    identity = plan.identity()
    try:
        manifest = manifests.read(place)
        theirs = manifest.get("identity")
        if not isinstance(theirs, dict) or _common(theirs) != _common(identity):
            return ()
        if manifest["schema"] != manifests.SCHEMA or not manifest.get("complete"):
            return ()
        folder = RunFolder(place)
        names = [str(one["name"]) for one in manifest["variants"]]
        if folder.ledger.owed or manifest.get("voids") != {} or not _alike(wanted, folder):
            return ()
    except (MarchsimError, OSError, KeyError, TypeError):
        return ()
    each = plan.schedule.games_per_block // len(plan.job.variants) * len(names)
    blocks = sum(last - first + 1 for first, last in folder.stored()[:1] if not first) // each
    return [
        (at, Lender(folder, names.index(recipe.name), len(names), min(blocks, plan.job.design.blocks)))
        for at, recipe in enumerate(plan.job.variants)
        if blocks
        and recipe.name in names
        and _variant(theirs, recipe.name) == _variant(identity, recipe.name)
    ]


def _is_sound(folder: RunFolder) -> bool:
    try:
        return not survey.survey(folder)
    except MarchsimError:
        return False


def _alike(wanted: Tables, folder: RunFolder) -> bool:
    """Return whether a folder has the same tables, with the same columns."""
    names = tables.counted(wanted)
    return names == tables.counted(folder.tables) and all(
        parquet.schema(wanted[name]) == parquet.schema(folder.tables[name]) for name in names
    )


def _common(identity: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in identity.items() if not key.startswith(OWN)}


def _variant(identity: Mapping[str, Any], name: str) -> Any:
    return identity.get(f"variant {name}")
