"""Verifies a run folder: its tables against the digests in the manifest, its games against a replay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError, plural
from marchsim.recorder import tables
from marchsim.recorder.digest import Sum, digest, ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import repair
from marchsim.recorder.portion import games_in
from marchsim.recorder.survey import opened, survey, wrong_rows
from marchsim.runner.dispatch import apart, joined
from marchsim.runner.planning.plan import Plan
from marchsim.runner.replay import plan_of

USUAL_SAMPLE = 20
AT_ONCE = 500
SURE = ("", "answer", "limit")  # other void games may end differently, or kill the process that plays them


@dataclass(frozen=True)
class Verification:
    """The checks that were made and the problems found, as sentences, and the remedy for damaged files."""

    checked: list[str]
    problems: list[str]
    remedy: str = ""


def verify(
    path: str | Path,
    sample: int | None = USUAL_SAMPLE,
    strategy_paths: Sequence[Path] = (),
    recorded_strategies: bool = False,
) -> Verification:
    """Check a run folder: digests, keys, and a replay of `sample` games (None: of all).

    If `recorded_strategies`, the sources in the folder are played. Raises StateMismatch if this is not a run
    folder, or if its games cannot be replayed.
    """
    if sample is not None and sample < 0:
        raise ConfigError(f"--sample: {sample} is less than 0.")
    folder = opened(path)
    problems = [finding.words for finding in survey(folder)]
    if folder.ledger.owed:
        problems.append(f"{path}: games were lost")
    verdict = Verification([], problems, repair(folder.path) if problems else "")
    for name in folder.tables if not verdict.problems else ():
        _table(folder, name, verdict)
    if not verdict.problems:
        _seated(folder, verdict)
    if not verdict.problems and sample != 0:
        _played_again(folder, sample, _plan(folder, strategy_paths, recorded_strategies), verdict)
    return verdict


def _table(folder: RunFolder, name: str, verdict: Verification) -> None:
    """Check a table: each part has only its own games, keys are unique, and sums match."""
    table, total = folder.tables[name], Sum()
    try:
        for part in folder.parts(name):
            if problem := wrong_rows(part, table, folder.read(part, name)):
                verdict.problems.append(f"{part.path}: {problem}")
            total += part.entry.sum
    except (RecordError, StateMismatch) as error:
        verdict.problems.append(str(error))
        return
    stored, now = folder.manifest["tables"][name].get("digest"), digest(table, total)
    if stored is not None and stored != now:
        both = (f"{text[:16]}..." for text in (now, str(stored)))
        verdict.problems.append(f"table {name}: its digest is {', not '.join(both)} as the manifest says")
    told = "" if name in tables.OUTSIDE_DIGESTS else ", digest as in the manifest" * (stored is not None)
    verdict.checked.append(f"table {name}: {total.rows:,} rows, keys unique{told}")


def _seated(folder: RunFolder, verdict: Verification) -> None:
    """Check that all games of the ledger are stored, and that each has as many seats as players."""
    games = folder.scan("games").select("game", "players").collect()
    promised = games_in(folder.stored())
    if games.height != promised:
        verdict.problems.append(f"table games: {games.height} games, but its parts promise {promised}")
    if "seats" in folder.tables:
        seats = folder.scan("seats").group_by("game").agg(seats=pl.len()).collect()
        joined = games.join(seats, on="game", how="full", coalesce=True)
        wrong = joined.filter(pl.col("players").cast(pl.Int64).ne_missing(pl.col("seats").cast(pl.Int64)))
        if wrong.height:
            verdict.problems.append(
                f"table seats: game {wrong['game'].sort()[0]} has not a row for each player"
            )


def _plan(folder: RunFolder, folders: Sequence[Path], recorded_strategies: bool) -> Plan:
    try:
        return plan_of(folder, folders, recorded_strategies)
    except (StateMismatch, StrategyError) as error:
        raise StateMismatch(f"{error} (--sample 0 checks the tables alone)") from None


def _played_again(folder: RunFolder, sample: int | None, plan: Plan, verdict: Verification) -> None:
    if folder.manifest["identity"].get("engine") != plan.job.engine:
        verdict.checked.append("the engine's source changed since the run; games are compared anyway")
    chosen, left_out = _chosen(folder, sample, plan.job.seed)
    with apart(plan.job) as play:
        for at in range(0, len(chosen), AT_ONCE):
            part = chosen[at : at + AT_ONCE]
            played = joined(play(plan.portion.position(game) for game in part))
            verdict.problems.extend(_differing(folder, part, played))
    told = f"; {left_out} void games cannot be compared" if left_out else ""
    verdict.checked.append(f"{plural(len(chosen), 'game')} replayed{told}")


def _chosen(folder: RunFolder, sample: int | None, seed: int) -> tuple[list[int], int]:
    """The games to replay (the same sample every time), and the number of void games left out."""
    games = folder.scan("games").select("game", pl.col("void").cast(pl.String)).collect()
    sure = games.filter(pl.col("void").is_in(SURE))["game"].to_numpy()
    left_out = games.height - len(sure)
    if sample is not None and sample < len(sure):
        sure = np.random.Generator(np.random.PCG64(seed)).choice(sure, sample, replace=False)
    return sorted(int(game) for game in sure), left_out


def _differing(folder: RunFolder, games: Sequence[int], played: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    """Yield sentences about stored rows of games that differ from the replayed rows."""
    wanted = pl.Series("game", games, dtype=pl.Int64).implode()
    for name, rows in played.items():
        if name in tables.OUTSIDE_DIGESTS or name not in folder.tables:
            continue
        key = folder.tables[name].key
        now = ordered(rows, key)
        stored = folder.scan(name).filter(pl.col(key[0]).is_in(wanted)).collect()
        columns = [column for column in stored.columns if column in now.columns]
        stored = ordered(stored, key).select(columns)
        now = now.select(columns)
        if not stored.equals(now):
            yield _first(name, key[0], stored, now)


def _first(name: str, key: str, stored: pl.DataFrame, now: pl.DataFrame) -> str:
    """A sentence about the first game that differs, with the names of the differing columns."""
    for game in stored[key].unique().sort():
        one, other = (rows.filter(pl.col(key) == game) for rows in (stored, now))
        if not one.equals(other):
            columns = [c for c in one.columns if not one[c].equals(other[c])]
            return f"table {name}: game {game} is not as recorded ({', '.join(columns[:5])})"
    return f"table {name}: games are not as recorded"
