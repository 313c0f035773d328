"""Prepares a replay: finds the data of a recorded game and checks them against the manifest.

A run folder never runs code by itself. Strategies are looked up by name, or in folders that the caller
allows, and must equal those that played. The sources in the manifest are used only on request.

A verification compares the tables of a folder with the digests in the manifest, and its games with a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim import games
from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError, nearest, plural
from marchsim.kernel.game import Game, StrategySource, Variant
from marchsim.recorder import manifest as manifests
from marchsim.recorder import tables
from marchsim.recorder.digest import Sum, digest, ordered
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import repair
from marchsim.recorder.portion import games_in
from marchsim.recorder.survey import opened, survey, wrong_rows
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.dispatch import apart, joined
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Entrant, Plan, VariantRecipe
from marchsim.runner.planning.schedule import Entry

HELD = "(--recorded-strategies plays the sources that the run folder holds, if you trust it.)"


@dataclass(frozen=True)
class RecordedGame:
    """A game of a run that is ready to be replayed.

    `names` and `makers` are by seat. A maker returns a new strategy object. `row` is the game's row in the
    table `games`, or None if it is not stored. `notices` are reasons why its digest may differ. `files` maps
    the files of the strategies to their names.
    """

    game: Game
    recipe: VariantRecipe
    variant: Variant
    entry: Entry
    names: tuple[str, ...]
    makers: tuple[Callable[[], object], ...]
    decision_seconds: float
    row: dict[str, Any] | None
    notices: tuple[str, ...]
    folder: RunFolder
    files: Mapping[str, str]

    def events(self) -> list[dict[str, Any]]:
        """The rows of the game's events, in order. Empty if the run did not record events."""
        return _rows(self.folder, "events", self.entry.game) if "events" in self.folder.tables else []

    @property
    def stopped(self) -> bool:
        """Whether the clock stopped the recorded game, so that a replay may go further."""
        return self.row is not None and self.row["void"] == "time"


def game_of(
    run_folder: str | Path, game_id: int, folders: Sequence[Path] = (), recorded_strategies: bool = False
) -> RecordedGame:
    """Prepare one game of a run for a replay.

    `folders` may hold strategies that are not shipped. If `recorded_strategies`, the sources in the manifest
    are played, so you must trust the run.
    """
    folder = RunFolder(run_folder)
    plan = plan_of(folder, folders, recorded_strategies)
    total = plan.schedule.total()
    if not 0 <= game_id < total:
        raise ConfigError(f"GAME: {game_id} is not in this run; its games are 0 to {total - 1}.")
    entry = plan.schedule.entry(game_id)
    entrants = [plan.job.entrants[at] for at in entry.seats]
    same = folder.manifest["identity"].get("engine") == plan.job.engine
    notices = () if same else ("the source of the engine has changed since this run was played",)
    recipe = plan.job.variants[entry.variant]
    makers = tuple(
        plan.game.strategy_factory(plan.game.strategy_class(entrant.source), recipe.parameters(entrant))
        for entrant in entrants
    )
    return RecordedGame(
        plan.game, recipe, plan.variants[entry.variant], entry,
        tuple(entrant.name for entrant in entrants), makers, plan.job.decision_seconds,
        next(iter(_rows(folder, "games", game_id)), None), notices, folder,
        {entrant.source.origin or entrant.source.use: entrant.name for entrant in entrants},
    )  # fmt: skip


def plan_of(folder: RunFolder, folders: Sequence[Path] = (), recorded_strategies: bool = False) -> Plan:
    """Rebuild and check the plan of a run. If it differs, StateMismatch names the changes."""
    configuration, identity = played(folder)
    games.load(configuration.game)
    names = [entry.name for entry in configuration.strategies]
    entrants = _entrants(folder, names) if recorded_strategies else None
    stage, part = (str(identity.get(key, usual)) for key, usual in (("stage", "main"), ("part", "")))
    try:
        plan = plans.make(configuration, folders, stage, entrants, part)
    except StrategyError as error:
        raise StrategyError(f"{error} {HELD}") from None
    differing = [key for key in manifests.differing(identity, plan.identity()) if key != "engine"]
    if differing:
        held = f" {HELD}" if all(key.startswith("strategy ") for key in differing) else ""
        raise StateMismatch(
            f"{folder.path}: {', '.join(differing[:5])} changed since this run was played, so its "
            f"games cannot be played again; go back to the files of that time.{held}"
        )
    return plan


def rules_of(run_folder: str | Path, game: Game, name: str, wanted: str = "") -> Variant:
    """The variant of another run that has the rules for a game to be played again.

    It is the variant `wanted`, if given, else the one called `name`, else the only one. Raises ConfigError if
    there is none, and StateMismatch if its rules have changed since the run.
    """
    folder = RunFolder(run_folder)
    configuration, identity = played(folder)
    if configuration.game != game.name:
        raise ConfigError(f"{folder.path}: this is a run of {configuration.game}, not of {game.name}.")
    recipes, variants = plans.resolved_variants(configuration, game)
    found = {variant.name: variant for variant in variants}
    identities = {recipe.name: recipe.identity() for recipe in recipes}
    only = next(iter(found)) if len(found) == 1 else ""
    chosen = wanted or (name if name in found else only)
    if chosen not in found:
        which = f"there is no variant {chosen!r} in it" if chosen else "it has several variants"
        raise ConfigError(
            f"{folder.path}: {which}; choose with --variant: {', '.join(found)}.{nearest(chosen, found)}"
        )
    if identity.get(f"variant {chosen}") != identities[chosen]:
        raise StateMismatch(
            f"{folder.path}: variant {chosen} changed since this run was played: the program has other rules "
            "or components now; go back to the files of that time."
        )
    return found[chosen]


def played(folder: RunFolder) -> tuple[Configuration, dict[str, Any]]:
    """The configuration and the identity of a run, as recorded in its manifest."""
    configured = folder.manifest.get("configuration")
    resolved = configured.get("resolved") if isinstance(configured, dict) else None
    identity = folder.manifest.get("identity")
    texts = isinstance(identity, dict) and all(isinstance(value, str) for value in identity.values())
    if not isinstance(resolved, dict) or not isinstance(identity, dict) or not texts:
        raise RecordError(f"{folder.path}: its manifest does not say what was played; it is damaged.")
    return configs.from_data(resolved, str(folder.path / manifests.FILE)), identity


def _entrants(folder: RunFolder, names: Sequence[str]) -> list[Entrant]:
    """The strategies `names` of a run, with the sources stored in its manifest."""
    try:
        found = [_entrant(item) for item in folder.manifest["strategies"]]
        if [entrant.name for entrant in found] != list(names):
            raise ValueError(names)
    except (KeyError, TypeError, ValueError):
        raise RecordError(
            f"{folder.path}: its manifest does not hold the strategies that were played; it is damaged."
        ) from None
    return found


def _entrant(item: Mapping[str, Any]) -> Entrant:
    """Read a strategy from a manifest. Raises KeyError, TypeError or ValueError if the data are invalid."""
    words = [item[key] for key in ("name", "use", "source", "sha256", "class", "file")]
    if not all(isinstance(word, str) for word in words):
        raise TypeError(words)
    name, use, text, fingerprint, class_name, origin = words
    if sha256(text.encode()).hexdigest() != fingerprint:
        raise ValueError(name)
    return Entrant(name, StrategySource(use, text, fingerprint, class_name, origin), dict(item["parameters"]))


def _rows(folder: RunFolder, table: str, game_id: int) -> list[dict[str, Any]]:
    """The rows that a game has in a table, in the order of the key."""
    import polars as pl

    rows = folder.scan(table).filter(pl.col("game") == game_id).sort(folder.tables[table].key).collect()
    return rows.to_dicts()


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
