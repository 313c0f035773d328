"""Merges runs that played parts of the same plan, perhaps on different machines.

It needs only the folders, no engine and no strategies. The result is like an undivided run, digests included.
"""

from __future__ import annotations

import re
import secrets
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim import files
from marchsim.errors import RecordError, StateMismatch
from marchsim.kernel.game import Table
from marchsim.recorder import compaction, lock, parquet, survey, tables
from marchsim.recorder import manifest as manifests
from marchsim.recorder.digest import ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.parts import Encoded, encoded
from marchsim.recorder.portion import games_in
from marchsim.recorder.survey import opened
from marchsim.recorder.writer import RunWriter

MOST_GAPS = 1_000
OWN = (
    "tables", "complete", "voids", "begun", "ended", "seconds", "stopped", "merged",
    "changes", "saves", "owed", "unsure", "promised", "history", "extending", manifests.LOOKS,
)  # fmt: skip
_UNFINISHED = re.compile(r"\.(.+)\.[0-9a-f]{16}\.merging")


def merge(sources: Sequence[str | Path], out: str | Path) -> RunFolder:
    """Write the games of several run folders of one plan into a new folder, and return it.

    The new folder appears complete or not at all. Raises StateMismatch if the folders belong to different
    plans, are damaged, or have different rows for the same game.
    """
    folders = [opened(path) for path in sources]
    if len(folders) < 2:
        raise RecordError("merge: give at least two run folders.")
    if len({folder.path.resolve() for folder in folders}) < len(folders):
        raise RecordError("merge: the same run folder is given twice; name each once.")
    for other in folders[1:]:
        _same_plan(folders[0], other)
    out = Path(out)
    _free(out)
    for folder in folders:
        _sound(folder)
    place = out.with_name(f".{out.name}.{secrets.token_hex(8)}.merging")
    try:
        _write(folders, place)
        place.rename(out)
        files.sync_folder(out.parent)
    except OSError as error:
        raise RecordError(f"{out}: cannot be written ({error.strerror}); choose another --out.") from None
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return RunFolder(out)


def _free(out: Path) -> None:
    """Raise RecordError if there is something at `out`. Remove the remains of merges that were killed."""
    if manifests.exists(out):
        raise RecordError(f"{out}: already holds a run; choose another --out.")
    if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise RecordError(f"{out}: already holds something else; choose another --out.")
    out.parent.mkdir(parents=True, exist_ok=True)
    for beside in survey.entries(out.parent):
        found = _UNFINISHED.fullmatch(beside.name)
        if found and found[1] == out.name and files.is_own_folder(beside) and lock.holder(beside) is None:
            shutil.rmtree(beside, ignore_errors=True)


def _sound(folder: RunFolder) -> None:
    """Raise StateMismatch if a folder differs from its ledger, or if lost games have not been replayed."""
    found = survey.survey(folder)
    survey.refuse(folder.path, found)
    if found or folder.ledger.owed:
        raise StateMismatch(
            f"{found[0].words if found else f'{folder.path}: games were lost'}; `marchsim runs repair "
            f"{shlex.quote(str(folder.path))}` replays its games, then merge."
        )


def _write(folders: Sequence[RunFolder], place: Path) -> None:
    manifest = _manifest(folders)
    spans = _spans(folders)
    unsure = {game: void for folder in reversed(folders) for game, void in folder.ledger.voids.items()}
    with RunWriter(place, folders[0].tables, manifest) as writer:
        for items in folders[0].parts("items"):
            table = folders[0].tables["items"]
            writer.write_items(encoded(table, folders[0].read(items, "items")))
        for first, last in _pieces(spans, _step(folders)):
            voids = [void for game, void in sorted(unsure.items()) if first <= game <= last]
            writer.write(first, last, _encoded(folders, first, last), voids)
        if spans == [(0, manifest["plan"]["games"] - 1)]:
            writer.finish()
        else:
            writer.compact(final=True)
            writer.save(complete=False)


def _same_plan(one: RunFolder, other: RunFolder) -> None:
    """Raise StateMismatch, which names the differences, if two folders belong to different plans."""
    differing = [name for name in manifests.differing(_identity(one), _identity(other)) if name != "part"]
    if not differing and _forms(one) != _forms(other):
        differing = ["description of its tables"]
    if differing:
        raise StateMismatch(
            f"{other.path}: differs from {one.path} in {', '.join(differing[:5])}, so they are not "
            "parts of one run."
        )


def _forms(folder: RunFolder) -> list[Any]:
    """The tables of a folder without the meanings of their columns, which may be reworded in new versions."""
    every = sorted(folder.tables.items())
    return [(name, one.key, [replace(column, meaning="") for column in one.columns]) for name, one in every]


def _manifest(folders: Sequence[RunFolder]) -> dict[str, Any]:
    """The manifest of the undivided run. If the plans differ in length, the longest is used."""
    plans = [_plan(folder) for folder in folders]
    plan = max(plans, key=lambda plan: (plan["blocks"], plan["deals"]))
    found = {key: value for key, value in folders[plans.index(plan)].manifest.items() if key not in OWN}
    identity = {key: value for key, value in found["identity"].items() if key != "part"}
    history = [
        {**entry, "folder": folder.path.resolve().name}
        for folder in folders
        for entry in folder.ledger.history
    ]
    merged = [{"folder": folder.path.resolve().name, "part": folder.portion.words} for folder in folders]
    seen = manifests.looks_data(
        one for folder in folders for one in _looks(folder, manifests.Look(plan["blocks"]))
    )
    told = {manifests.LOOKS: seen} if seen else {}
    return found | {"identity": identity, "plan": plan, "merged": merged, "history": history} | told


def _looks(folder: RunFolder, whole: manifests.Look) -> list[manifests.Look]:
    """The looks at a folder that count for the merged run `whole`. A look at only one part does not count."""
    own = manifests.present_look(folder.manifest) if folder.complete and not folder.portion.words else None
    return [*manifests.earlier_looks(folder.manifest), *([own] if own is not None and own != whole else [])]


def _identity(folder: RunFolder) -> dict[str, Any]:
    identity = folder.manifest.get("identity")
    if not isinstance(identity, dict):
        raise StateMismatch(f"{folder.path}: its manifest has no identity, so it is damaged.")
    return identity


def _plan(folder: RunFolder) -> dict[str, int]:
    """The size of the undivided run that a folder belongs to. Raises StateMismatch if it is not recorded."""
    plan: Any = folder.manifest.get("plan")
    stopped: Any = folder.manifest.get("stopped")
    try:
        blocks, per_block, deals = (int(plan[key]) for key in ("blocks", "games_per_block", "deals"))
        per_deal = deals // max(1, folder.portion.blocks(blocks))
        blocks = int(stopped["blocks"]) if stopped else blocks
    except (KeyError, TypeError, ValueError):
        raise StateMismatch(f"{folder.path}: its manifest has no plan, so it is damaged.") from None
    games = blocks * per_block
    return {"games": games, "deals": blocks * per_deal, "blocks": blocks, "games_per_block": per_block}


def _spans(folders: Sequence[RunFolder]) -> list[tuple[int, int]]:
    """The ranges of games that at least one of the folders has."""
    stored = [folder.scan("games").select("game").collect()["game"].to_numpy() for folder in folders]
    games = np.unique(np.concatenate(stored))
    if not len(games):
        return []
    breaks = np.flatnonzero(np.diff(games) > 1)
    if len(breaks) > MOST_GAPS:
        missing = int(games[breaks[0]]) + 1
        raise StateMismatch(
            f"game {missing} and others after it are not in any of the folders; merge all parts of the run "
            "in one command."
        )
    firsts = np.concatenate([games[:1], games[breaks + 1]])
    lasts = np.concatenate([games[breaks], games[-1:]])
    return [(int(first), int(last)) for first, last in zip(firsts, lasts, strict=True)]


def _step(folders: Sequence[RunFolder]) -> int:
    """The number of games that make a part of the target size."""
    games = sum(games_in(folder.stored()) for folder in folders)
    sizes = [
        sum(part.entry.size for folder in folders for part in folder.parts(name))
        for name in folders[0].tables
        if name != "items"
    ]
    return max(1, games * compaction.TARGET // max(1, *sizes))


def _pieces(spans: Sequence[tuple[int, int]], step: int) -> list[tuple[int, int]]:
    return [(at, min(at + step - 1, last)) for first, last in spans for at in range(first, last + 1, step)]


def _encoded(folders: Sequence[RunFolder], first: int, last: int) -> dict[str, Encoded]:
    """The rows of games first..last in all tables. Each game comes from the first folder that has it."""
    owned: list[pl.Series] = []
    taken = pl.Series("game", [], dtype=pl.Int64)
    for folder in folders:
        games = folder.rows("games", first, last)["game"]
        owned.append(games.filter(~games.is_in(taken.implode())))
        taken = pl.concat([taken, owned[-1]])
    return {
        name: encoded(table, _joined(folders, table, owned, first, last))
        for name, table in folders[0].tables.items()
        if name != "items"
    }


def _joined(
    folders: Sequence[RunFolder], table: Table, owned: Sequence[pl.Series], first: int, last: int
) -> pl.DataFrame:
    key = table.key[0]
    whole = pl.DataFrame(schema=parquet.schema(table))
    for folder, games in zip(folders, owned, strict=True):
        rows = folder.rows(table.name, first, last)
        mine = rows[key].is_in(games.implode())
        if table.name not in tables.OUTSIDE_DIGESTS:
            _equal(table, folder, whole, rows.filter(~mine))
        whole = whole.vstack(rows.filter(mine))
    return ordered(whole, table.key)


def _equal(table: Table, folder: RunFolder, before: pl.DataFrame, again: pl.DataFrame) -> None:
    """Raise StateMismatch if a game has other rows in this folder than in an earlier one."""
    key = table.key[0]
    games = again[key].unique().sort()
    earlier = before.filter(pl.col(key).is_in(games.implode())).sort(key, maintain_order=True)
    if earlier.equals(again):
        return
    pairs = ((game, pl.col(key) == game) for game in games)
    game = next(
        (game for game, here in pairs if not earlier.filter(here).equals(again.filter(here))), games[0]
    )
    raise StateMismatch(
        f"{folder.path}: game {game} has other rows in table {table.name} than in an earlier folder, so they "
        "are not parts of one run; `marchsim runs verify` shows which of them is right."
    )
