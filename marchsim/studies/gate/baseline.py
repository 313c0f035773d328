"""A baseline: the accepted behaviour of a rule set, as one JSON file under version control.

The file has the digests of fixed games (for some games also all events), the value of each metric by deal,
and the resolved rules. A later difference can therefore be described without the old code. A baseline is
untrusted data: its size is limited, its form is checked, and it is never run as code.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import marchsim
from marchsim import files, jsonfile
from marchsim.analysis.variants import differences
from marchsim.analysis.variants.blocks import Blocks
from marchsim.errors import ConfigError, StateMismatch, plural
from marchsim.recorder.manifest import CHECK, check_of, renamed
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.planning.plan import canonical
from marchsim.studies.gate.fixed_games import (
    POOL,
    Fixed,
    Happening,
    Seating,
    candidates,
    choose,
    happenings,
    pack,
    unpack,
)
from marchsim.studies.gate.preparation import PreparedGate, measure, prepare
from marchsim.studies.own_folder import differing

KIND = "marchsim baseline"
SCHEMA = 2
LARGEST = 5_000_000
MOST_REASON = 1000
MOST_WHOLE = 10**9  # players, deals and games of a baseline are fewer
MEND = "restore it from your repository, or make a new one with `marchsim baseline create`"
DIGITS = 6  # of a margin


@dataclass(frozen=True)
class Baseline:
    """The contents of a baseline. `streams` holds the packed events of games, by position in `games`.

    `margins` are in each metric's own unit, by number of players. They are fixed when the baseline is made,
    since a margin that is a fraction of the mean would vary by chance if that mean were measured again.
    """

    path: Path
    version: str
    config: str
    rules: tuple[str, ...]
    workload: dict[str, Any]
    fingerprints: dict[str, str]
    preset: str
    resolved: dict[str, Any]
    games: tuple[Fixed, ...]
    coverage: dict[str, Any]
    streams: Mapping[int, str]
    blocks: tuple[Blocks, ...]
    margins: Mapping[int, Mapping[str, float]]
    history: tuple[dict[str, Any], ...] = field(default=())
    population: str = ""

    def stream(self, game: int) -> list[Happening] | None:
        """The events of a game, or None if they are not stored."""
        if game not in self.streams:
            return None
        try:
            return unpack(self.streams[game])
        except ValueError as error:
            raise _unreadable(self.path, str(error)) from None

    def check_workload(self, prepared: PreparedGate) -> None:
        """Raise StateMismatch if the gate's games or metrics differ from those of the baseline."""
        now = prepared.workload()
        other = [key for key in now if canonical(now[key]) != canonical(self.workload.get(key))]
        if other:
            mine, now_by = (_players(one) for one in (self.population, prepared.population))
            players = f" It was played by {mine}, and now by {now_by}." if mine != now_by else ""
            raise StateMismatch(
                f"{self.path}: was made for another workload: {', '.join(other)} of {prepared.config} "
                f"changed since.{players} Undo that, or make a new one: "
                f"{_again(prepared, self.path)}"
            )

    def data(self) -> dict[str, Any]:
        """The baseline as plain JSON data."""
        return {
            "kind": KIND,
            "schema": SCHEMA,
            "marchsim": self.version,
            "command": {
                "config": self.config,
                "rules": list(self.rules),
                **({"population": self.population} if self.population else {}),
            },
            "workload": self.workload,
            "fingerprints": self.fingerprints,
            "history": list(self.history),
            "coverage": self.coverage,
            "preset": self.preset,
            "resolved": self.resolved,
            "games": [
                [
                    fixed.seating.deal,
                    list(fixed.seating.policies),
                    fixed.digest,
                    list(fixed.rounds),
                    fixed.void,
                ]
                for fixed in self.games
            ],
            "margins": {str(players): dict(own) for players, own in self.margins.items()},
            "blocks": [
                {
                    "players": part.players,
                    "games": part.games,
                    "left_out": part.left_out,
                    "deals": list(part.deals),
                    "values": {name: list(values) for name, values in part.values.items()},
                }
                for part in self.blocks
            ],
            "streams": {str(game): text for game, text in self.streams.items()},
        }


def _players(population: str) -> str:
    return f"the population {population}" if population else "the players as listed"


def _again(prepared: PreparedGate, out: Path) -> str:
    """The command that replaces an existing baseline by a new one."""
    words = ["marchsim", "baseline", "accept", str(out), "--config", prepared.config, *prepared.chosen]
    return shlex.join([*words, "--reason", "another workload"])


def create(
    config: str,
    out: Path,
    rules: Sequence[str] = (),
    folders: Sequence[Path] = (),
    workers: Workers = None,
    population: str = "",
) -> Baseline:
    """Play a configuration and store the result as a new baseline. An existing file is never overwritten."""
    if os.path.lexists(out):
        raise _there_already(out)
    files.expect(out)
    prepared = prepare(config, rules, folders, population)
    found = _played(prepared, out, workers)
    try:
        write(found, new=True)
    except FileExistsError:
        raise _there_already(out) from None
    return found


def _there_already(out: Path) -> ConfigError:
    return ConfigError(
        f"--out: {out}: already exists; `marchsim baseline accept {shlex.quote(str(out))} --reason "
        "TEXT` replaces it and keeps its history. Delete it if nobody has used it yet."
    )


def accept(
    path: Path,
    reason: str,
    config: str = "",
    rules: Sequence[str] | None = None,
    folders: Sequence[Path] = (),
    workers: Workers = None,
    population: str = "",
) -> Baseline:
    """Play a baseline's configuration again and replace the baseline, with the reason in its history.

    The configuration, overlays and population are the baseline's unless you give them. If you give a
    configuration, the baseline's overlays are left out. Any file that the baseline names, and you do not,
    must be shipped with marchsim or be in the working folder.
    """
    if not reason.strip() or len(reason) > MOST_REASON:
        raise ConfigError(f"--reason: say in at most {MOST_REASON} characters why the game changed.")
    before = read(path)
    files.expect(path)
    kept = before.rules if rules is None and not config else ()
    overlays = tuple(rules or ()) or kept
    if not config:
        stored = before.population if not population else ""
        for name in (before.config, *kept, stored):
            _inside(path, name)
        population = population or stored
    prepared = prepare(config or before.config, overlays, folders, population, named=bool(config))
    found = _played(prepared, path, workers)
    entry = {
        "reason": reason.strip(),
        "marchsim": marchsim.__version__,
        "rules": differences.lines(
            differences.changes(before.resolved, found.resolved), within=found.resolved
        ),
        "fingerprints": differing(before.fingerprints, found.fingerprints),
        "games": _changed_games(before, prepared),
        "means": {str(part.players): means(part) for part in before.blocks},
    }
    found = replace(found, history=(*before.history, entry))
    write(found)
    return found


def means(part: Blocks) -> dict[str, float | None]:
    """The mean of each metric at one number of players, or None for a metric that was never measured."""
    return {
        metric: sum(known) / len(known) if known else None
        for metric, values in part.values.items()
        for known in [[value for value in values if value is not None]]
    }


def drift(found: Baseline) -> Iterator[tuple[int, str, list[float | None]]]:
    """Yield number of players, metric and its means, from the first baseline in the history to this one.

    A mean is None if it was never measured, or if an earlier version of marchsim did not store it.
    """
    for part in found.blocks:
        for metric, last in means(part).items():
            kept = [
                own.get(metric) if isinstance(own, dict) else None
                for entry in found.history
                for own in [dict(entry.get("means") or {}).get(str(part.players))]
            ]
            yield part.players, metric, [*kept, last]


def _changed_games(before: Baseline, prepared: PreparedGate) -> str:
    """A phrase with the number of fixed games that changed, counted in the same way as by the gate."""
    again = [(then, prepared.table.play(then.seating)) for then in before.games]
    other = sum((now.digest, now.void) != (then.digest, then.void) for then, now in again)
    return f"{other} of {plural(len(again), 'fixed game')} differ"


def _inside(path: Path, name: str) -> None:
    """Raise StateMismatch unless a file named by a baseline is shipped or in the working folder."""
    here = Path.cwd().resolve()
    inside = (here / name).resolve().is_relative_to(here)
    if not inside or not name.isprintable():
        raise StateMismatch(
            f"{path}: names {name!r}, which is outside the working folder; give --config (and --rules) "
            "yourself."
        )


def _played(prepared: PreparedGate, out: Path, workers: Workers) -> Baseline:
    gating = prepared.gating
    tried = candidates(prepared.plan.players(), gating.policies, POOL * gating.games)
    games, coverage = choose(prepared.table, tried, gating.games)
    streams = {}
    for at in range(min(gating.streams, len(games))):
        events = happenings(prepared.table.events(games[at].seating))
        if events:
            streams[at] = pack(events)
    measured = measure(prepared, workers)
    return Baseline(
        out, marchsim.__version__, prepared.config, prepared.rules, prepared.workload(),
        prepared.fingerprints(), prepared.variant.preset, prepared.variant.resolved(), tuple(games),
        coverage, streams, tuple(measured.blocks), _margins(prepared, measured.blocks),
        population=prepared.population,
    )  # fmt: skip


def _margins(prepared: PreparedGate, blocks: Sequence[Blocks]) -> dict[int, dict[str, float]]:
    """The margin of each measured metric, in the metric's own unit."""
    return {
        part.players: {
            metric: float(f"{prepared.margin(metric, part.players).at(mean):.{DIGITS}g}")
            for metric, mean in means(part).items()
            if mean is not None
        }
        for part in blocks
    }


# the file ------------------------------------------------------------------------
def write(baseline: Baseline, new: bool = False) -> None:
    """Write a baseline atomically, one line per game, so that a diff shows which games changed.

    Raises FileExistsError if `new` and the file exists, and ConfigError if the baseline is too large.
    """
    data = baseline.data()
    content = _laid_out({**data, CHECK: check_of(data)}).encode()
    if len(content) > LARGEST:
        raise ConfigError(
            f"{baseline.path}: would have {len(content):,} bytes, more than {LARGEST:,}; lower gate.games, "
            "gate.streams or design.blocks."
        )
    files.put(baseline.path, content, new)


def _laid_out(data: Mapping[str, Any]) -> str:
    parts = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            inner = ",\n".join(f"  {_line(item)}" for item in value)
            text = f"[\n{inner}\n ]"
        elif isinstance(value, dict) and value:
            inner = ",\n".join(f"  {_line(name)}: {_lines(item)}" for name, item in value.items())
            text = f"{{\n{inner}\n }}"
        else:
            text = _line(value)
        parts.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(value: Any) -> str:
    """Format the data below a top-level key. A table of tables (such as cards) has a line for each table."""
    if isinstance(value, dict) and value and all(isinstance(item, dict) for item in value.values()):
        inner = ",\n".join(f"   {_line(name)}: {_line(item)}" for name, item in value.items())
        return f"{{\n{inner}\n  }}"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def opened(
    config: str, baseline: Path, rules: Sequence[str], folders: Sequence[Path], population: str
) -> tuple[PreparedGate, Baseline]:
    """Prepare a configuration and read its baseline. Raises StateMismatch if their workloads differ."""
    prepared = prepare(config, rules, folders, population)
    words = ["marchsim", "baseline", "create", prepared.config, *prepared.chosen, "--out", str(baseline)]
    stored = read(baseline, shlex.join(words))
    stored.check_workload(prepared)
    return prepared, stored


def read(path: Path, create: str = "") -> Baseline:
    """Read the baseline in a file. `create` is the command that would make the file ('' if unknown).

    Raises StateMismatch if the file is missing, damaged or of another schema.
    """
    create = create or f"marchsim baseline create CONFIG --out {shlex.quote(str(path))}"
    missing = f"make one: {create}"
    data = jsonfile.read(path, "baseline", LARGEST, StateMismatch, missing=missing, mend=MEND)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise _unreadable(path, "it is not a baseline")
    if data.get("schema") != SCHEMA:
        raise StateMismatch(
            f"{path}: has schema {str(data.get('schema'))[:20]!r}, and this version of marchsim reads schema "
            f"{SCHEMA}; move it away and make a new one: {create}"
        )
    if data.get(CHECK, now := check_of(data)) != now:  # baselines until 0.3 have none
        raise _unreadable(path, "it was edited or damaged after marchsim wrote it")
    try:
        return _from_data(path, renamed(data))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _unreadable(path, f"{type(error).__name__}: {error}") from None


def _from_data(path: Path, data: Mapping[str, Any]) -> Baseline:
    made, workload = data["command"], data["workload"]
    players = [_whole(number) for number in workload["players"]]
    policies = [_of(name, str) for name in workload["policies"]]
    games = tuple(_fixed(row, players, policies) for row in data["games"])
    blocks = tuple(_blocks(part) for part in data["blocks"])
    streams = {int(game): _of(text, str) for game, text in data["streams"].items()}
    fingerprints = {str(name): _of(value, str) for name, value in data["fingerprints"].items()}
    history = tuple(_entry(entry) for entry in data["history"])
    return Baseline(
        path, _of(data["marchsim"], str), _of(made["config"], str),
        tuple(_of(name, str) for name in made["rules"]), _of(workload, dict), fingerprints,
        _of(data["preset"], str), _of(data["resolved"], dict), games, _of(data["coverage"], dict), streams,
        blocks, _stored_margins(data["margins"], blocks), history, _of(made.get("population", ""), str),
    )  # fmt: skip


def _of(value: Any, kind: type | tuple[type, ...]) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{str(value)[:40]!r} is of the wrong type")
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < MOST_WHOLE:
        raise ValueError(f"{str(value)[:40]!r} is not a count")
    return value


def _entry(stored: Any) -> dict[str, Any]:
    """Check an entry of the history and return a copy. All means in it must be numbers."""
    for own in _of(stored.get("means", {}), dict).values():
        for mean in _of(own, dict).values():
            if mean is not None:
                _of(mean, (int, float))
    return dict(stored)


def _fixed(row: Any, players: Sequence[int], known: Sequence[str]) -> Fixed:
    deal, policies, digest, rounds, void = row
    seating = Seating(_whole(deal), tuple(_of(name, str) for name in policies))
    if seating.players not in players or not set(seating.policies) <= set(known):
        raise ValueError(f"a game of {seating.words()[:100]}, which the workload does not have")
    return Fixed(seating, _of(digest, str), tuple(_of(one, str) for one in rounds), _of(void, str))


def _blocks(part: Mapping[str, Any]) -> Blocks:
    deals = tuple(_whole(deal) for deal in part["deals"])
    values = {
        str(name): tuple(None if value is None else float(_of(value, (int, float))) for value in listed)
        for name, listed in part["values"].items()
    }
    if any(len(listed) != len(deals) for listed in values.values()):
        raise ValueError("the numbers of deals and of values of a metric differ")
    return Blocks(_whole(part["players"]), deals, values, _whole(part["games"]), _whole(part["left_out"]))


def _stored_margins(data: Mapping[str, Any], blocks: Sequence[Blocks]) -> dict[int, dict[str, float]]:
    """Read the margins of all metrics that have values. Each margin must be a positive number."""
    found = {
        int(k): {str(name): float(_of(one, (int, float))) for name, one in own.items()}
        for k, own in data.items()
    }
    for part in blocks:
        for metric, values in part.values.items():
            own = found[part.players].get(metric)
            if any(value is not None for value in values) and not (own and 0 < own < float("inf")):
                raise ValueError(f"{metric} has no margin with {part.players} players")
    return found


def _unreadable(path: Path, why: str) -> StateMismatch:
    return StateMismatch(f"{path}: cannot be read as a baseline ({why[:200]}); {MEND}.")
