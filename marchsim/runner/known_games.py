"""Games of a plan that other finished runs have already. They are copied instead of played (D-430).

A game depends only on its deal, seats, rules, components, strategies and engine. If two runs differ only in
their variants, they therefore have the same games for each variant that is in both. No code of the other run
is executed, and every part must match its checksums. If a check fails, the games are played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """Raised if a run from which games were to be copied can no longer be read."""


@dataclass(frozen=True)
class Lender:
    """Another run, from which the first `blocks` blocks of a variant can be copied.

    That run has `variants` variants, and this variant is at index `place` among them.
    """

    folder: RunFolder
    place: int
    variants: int
    blocks: int


class KnownGames:
    """Games of a plan that can be copied, by index of the variant. `taken` counts copied games by folder."""

    def __init__(self, plan: Plan, wanted: Tables, lenders: Mapping[int, Lender]) -> None:
        self.taken: dict[Path, int] = {}
        self._wanted = wanted
        self._lenders = lenders
        self._variants = len(plan.job.variants)
        self._per_block = plan.schedule.games_per_block // self._variants  # of one variant
        self._rows = lru_cache(maxsize=32)(self._read)

    @property
    def blocks(self) -> tuple[int, ...]:
        """For each variant, the number of leading blocks whose games can be copied from another run."""
        found = (self._lenders.get(at) for at in range(self._variants))
        return tuple(one.blocks if one else 0 for one in found)

    def added(self, first: int, last: int, new: Mapping[str, Encoded]) -> dict[str, Encoded]:
        """The tables of games `first` to `last`: the `new` games together with the copied ones."""
        whole, spans = dict(new), {}
        for at, lender in self._lenders.items():  # a variant's games are counted without the others
            low = -((at - first) // self._variants)
            high = min((last - at) // self._variants, lender.blocks * self._per_block - 1)
            if low <= high:
                spans[at] = low, high
        for name in tables.counted(self._wanted) if spans else ():
            known = [rows for at, span in spans.items() for rows in self._of(at, name, *span)]
            table = self._wanted[name]
            whole[name] = encoded(table, ordered(pl.concat([new[name].rows(), *known]), table.key))
        for at, (low, high) in spans.items():
            path = self._lenders[at].folder.path
            self.taken[path] = self.taken.get(path, 0) + high - low + 1
        return whole

    def _of(self, at: int, table: str, low: int, high: int) -> list[pl.DataFrame]:
        """The rows of games `low` to `high` of a variant, as one frame for each part that has any of them."""
        lender, key = self._lenders[at], self._wanted[table].key[0]
        begin, end = (number * lender.variants + lender.place for number in (low, high))
        parts = enumerate(lender.folder.parts(table))
        held = [place for place, part in parts if part.first <= end and begin <= part.last]
        here = pl.col(key).is_between(low * self._variants + at, high * self._variants + at)
        return [self._rows(at, table, place).filter(here) for place in held]

    def _read(self, at: int, table: str, place: int) -> pl.DataFrame:
        """The rows of a variant in one part of another run, numbered as games of this plan."""
        lender, described = self._lenders[at], self._wanted[table]
        part, key = lender.folder.parts(table)[place], described.key[0]
        try:
            rows = lender.folder.read(part, table)
        except MarchsimError as error:
            raise NoLongerKnown(str(error)) from None
        if problem := survey.wrong_rows(part, described, rows):
            raise NoLongerKnown(f"{part.path}: {problem}")
        number = pl.col(key) - lender.place
        mine = rows.filter(number % lender.variants == 0)
        return mine.with_columns((number // lender.variants * self._variants + at).alias(key))


def known_games(plan: Plan, wanted: Tables, places: Iterable[Path]) -> KnownGames | None:
    """Find games of a plan in other runs, which must be finished, undamaged and have tables like `wanted`.

    `places` are the folders of these runs. The result is None if none of them has any of the games.
    """
    if plan.portion.words:
        return None
    lending = [found for place in places for found in _lenders(plan, wanted, place).items()]
    chosen: dict[int, Lender] = {}
    sound = lru_cache(maxsize=None)(_is_sound)
    for at, lender in sorted(lending, key=lambda one: -one[1].blocks):
        if at not in chosen and sound(lender.folder):
            chosen[at] = lender
    return KnownGames(plan, wanted, chosen) if chosen else None


def _lenders(plan: Plan, wanted: Tables, place: Path) -> dict[int, Lender]:
    """The lenders of games in one folder, by index of the variant. Empty if the run there does not fit."""
    own = plan.identity()
    try:
        manifest = manifests.read(place)
        theirs: Any = manifest.get("identity")
        if not isinstance(theirs, dict) or _common(theirs) != _common(own):
            return {}
        if not manifest.get("complete"):
            return {}
        folder = RunFolder(place)
        names = [str(one["name"]) for one in manifest["variants"]]
        if folder.ledger.owed or manifest.get("voids") != {} or not _alike(wanted, folder):
            return {}
    except (MarchsimError, OSError, KeyError, TypeError):
        return {}
    each = plan.schedule.games_per_block // len(plan.job.variants) * len(names)
    blocks = sum(last + 1 for first, last in folder.stored() if not first) // each
    return {
        at: Lender(folder, names.index(recipe.name), len(names), min(blocks, plan.job.design.blocks))
        for at, recipe in enumerate(plan.job.variants)
        if blocks and recipe.name in names and recipe.identity() == theirs.get(f"variant {recipe.name}")
    }


def _is_sound(folder: RunFolder) -> bool:
    try:
        return not survey.survey(folder)
    except MarchsimError:
        return False


def _alike(wanted: Tables, folder: RunFolder) -> bool:
    """Whether the tables of a folder have the names and columns that are wanted."""
    names = tables.counted(wanted)
    return names == tables.counted(folder.tables) and all(
        parquet.schema(wanted[name]) == parquet.schema(folder.tables[name]) for name in names
    )


def _common(identity: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in identity.items() if not key.startswith(OWN)}
