"""The gate: compare a rule set with its baseline, tier by tier, with a command for each finding."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import marchsim
from marchsim import tomlfile
from marchsim.analysis.variants import differences
from marchsim.analysis.variants.differences import ChangedValue
from marchsim.analysis.variants.verdicts import Paired
from marchsim.errors import ConfigError, plural
from marchsim.recorder.metrics import WINS, of_wins, shown
from marchsim.runner.backends.choosing import Workers
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import settings, sources
from marchsim.studies.gate import judging
from marchsim.studies.gate.baseline import Baseline, opened
from marchsim.studies.gate.case import Gated, Tier
from marchsim.studies.gate.judging import judged
from marchsim.studies.gate.preparation import MetricValues, PreparedGate, measure, paired
from marchsim.studies.gate.replaying import drawn, laws, replays
from marchsim.studies.own_folder import differing

TIERS = (0, 1, 2)


def read_tiers(text: str) -> tuple[int, ...]:
    """Parse a list of tiers such as "0,1"."""
    words = [word.strip() for word in text.split(",")]
    if not all(word in ("0", "1", "2") for word in words) or len(set(words)) < len(words):
        raise ConfigError(f"--tiers: {text!r} is not a list of tiers; give some of 0,1,2.")
    return tuple(sorted(int(word) for word in words))


def gate(
    config: str,
    baseline: Path,
    rules: Sequence[str] = (),
    tiers: Sequence[int] = TIERS,
    *,
    budget: float | None = None,
    game: int | None = None,
    workers: Workers = None,
    folders: Sequence[Path] = (),
    population: str = "",
    board: bool = False,
) -> Gated:
    """Compare a configuration, with overlays `rules` and players from `population`, with a baseline.

    `budget` is the time in seconds for all tiers together, and limits the number of blocks of tier 2. `game`
    selects a single fixed game. `board` adds a picture of the first fixed game that differs.
    """
    begun = time.monotonic()
    prepared, stored = opened(config, baseline, rules, folders, population)
    done: list[Tier] = []
    for tier in tiers:
        if tier == 0:
            done.append(laws(prepared, stored, game))
        elif tier == 1:
            done.append(replays(prepared, stored, game))
        elif game is None:
            left = None if budget is None else budget - (time.monotonic() - begun)
            done.append(balance_of(prepared, stored, workers, left))
    found = gated(prepared, stored, tuple(done))
    return replace(found, board=drawn(prepared, stored, done)) if board else found


def gated(prepared: PreparedGate, stored: Baseline, tiers: tuple[Tier, ...]) -> Gated:
    """The result of these `tiers`, with the differences between the baseline's rules and the present ones."""
    now = prepared.variant.resolved()
    found = differences.changes(stored.resolved, now)
    chosen = prepared.chosen
    if _own_files(prepared) and not prepared.folders:
        chosen = ["--config", prepared.config, *chosen]  # what a baseline names may bring no code
    elif prepared.rules == stored.rules and not prepared.folders:
        chosen = []  # accept takes the baseline's own
    elif not prepared.rules:
        chosen = ["--config", prepared.config, *chosen]  # and not its overlays
    path = str(stored.path)
    accept = ["marchsim", "baseline", "accept", path, *chosen, "--reason", "why the game changed"]
    return Gated(
        prepared.configuration.name, prepared.config, path, marchsim.__version__, prepared.gating.replay,
        prepared.gating.inconclusive, tuple(differences.lines(found, within=now)),
        tuple(differing(stored.fingerprints, prepared.fingerprints())), stored.coverage, tiers,
        shlex.join(accept), _forgotten(prepared, stored), _place(prepared, found),
        _tried(prepared, stored, found), _idle(prepared),
    )  # fmt: skip


def _bare(prepared: PreparedGate) -> dict[str, Any]:
    """The resolved rules of the configuration without the overlays given to the gate."""
    own = configs.load(prepared.config, prepared.population)
    return prepared.plan.game.variant("base", own.preset, own.overlays).resolved()


def _idle(prepared: PreparedGate) -> str:
    """The gate's overlays as command-line options, if none of them changes the game, otherwise ''."""
    same = prepared.rules and not differences.changes(_bare(prepared), prepared.variant.resolved())
    return shlex.join(settings.options(prepared.rules)) if same else ""


def _tried(prepared: PreparedGate, stored: Baseline, found: Sequence[ChangedValue]) -> tuple[str, ...]:
    """The words of a `marchsim try` command that compares the baseline's rules with the present ones.

    The result is () if no such command exists.
    """
    changed = differences.settings(found)
    before = differences.settings(differences.changes(_bare(prepared), stored.resolved))
    if not changed or before is None:
        return ()
    options = [*settings.options(before), *replace(prepared, rules=()).chosen]
    return ("marchsim", "try", *changed, prepared.config, *options)


def _place(prepared: PreparedGate, found: Sequence[ChangedValue]) -> tuple[str, int] | None:
    """The file and line of the first changed value set by an overlay or the configuration, or None."""
    files = [
        *reversed([rule for rule in prepared.rules if Path(rule).is_file()]),
        prepared.configuration.file,
    ]
    for change in found:
        for file in files:
            if (line := tomlfile.line_of(Path(file), change.path)) is not None:
                return file, line
    return None


def _own_files(prepared: PreparedGate) -> bool:
    """Whether any player uses a strategy that is not shipped."""
    own = prepared.configuration
    uses = [*(entry.use for entry in own.strategies), *own.gating.policies]
    return not {sources.split(use)[0] for use in uses} <= set(sources.available(own.game))


def _forgotten(prepared: PreparedGate, stored: Baseline) -> str:
    """The gate command with the baseline's overlays, if only the baseline has overlays, otherwise ''."""
    if prepared.rules or not stored.rules:
        return ""
    return replace(prepared, rules=stored.rules).command(stored.path)


# tier 2 ----------------------------------------------------------------------------
def balance_of(prepared: PreparedGate, stored: Baseline, workers: Workers, seconds: float | None) -> Tier:
    """Play tier 2 and compare it with the baseline. `seconds` limits the time, unless it is None."""
    begun = time.monotonic()
    if seconds is not None and seconds <= 0:
        return Tier(2, 0, (), 0.0, ("the budget was spent before tier 2 began",))
    measured = measure(prepared, workers, seconds=seconds)
    pairs = paired(stored.blocks, measured.blocks)
    notes = [*_notes(measured, stored), *_silent(prepared, pairs), *_demands(prepared, stored)]
    again = prepared.command(stored.path, "--tiers", "2")
    cases = (*judged(prepared, stored.margins, pairs, again), *judging.judged_claims(prepared, pairs, again))
    deals = max((len(pair.then) for pair in pairs), default=0)
    return Tier(2, deals, cases, time.monotonic() - begun, tuple(notes))


def _silent(prepared: PreparedGate, pairs: Sequence[Paired]) -> Iterator[str]:
    """Yield a note on the metrics that have no value on any common deal."""
    if silent := [name for name in prepared.metrics if name not in {pair.metric for pair in pairs}]:
        yield f"not judged, as no deal of both has a value: {', '.join(silent)}"


def _demands(prepared: PreparedGate, stored: Baseline) -> Iterator[str]:
    """Yield notes on the gate's settings: its units, its margins, and any that make it lenient."""
    if any(of_wins(metric) for own in stored.margins.values() for metric in own):
        yield WINS
    for players, margins in stored.margins.items():
        told = ", ".join(
            f"{metric} {shown(metric, players)[0] * margin:.3g}" for metric, margin in margins.items()
        )
        yield f"margins with {plural(players, 'player')}, as the baseline has them: {told}"
    if prepared.gating.replay == "may-change":
        yield 'lenient: fixed games may change (replay = "may-change")'
    if prepared.gating.inconclusive == "pass":
        yield 'lenient: inconclusive metrics pass (inconclusive = "pass")'


def _notes(measured: MetricValues, stored: Baseline) -> list[str]:
    notes = [
        f"{plural(measured.games, 'game')} of {plural(measured.played, 'block')}, the same deals then and now"
    ]
    if measured.played < measured.of:
        notes.append(f"the budget allowed {measured.played} of {measured.of} blocks")
    if measured.voids:
        counts = ", ".join(f"{count} {kind}" for kind, count in measured.voids.items())
        notes.append(f"void games: {counts}; their blocks are left out whole")
    if left_out := sum(part.left_out for part in stored.blocks):
        notes.append(f"the baseline left out {left_out} games because of void ones")
    notes.append("strategies were not tuned for these rules")
    return notes
