"""The study: for each variant, find one answer after another until one has no gain (double oracle).

The method is by McMahan, Gordon and Blum (2003), Planning in the presence of cost functions controlled by an
adversary. Answers by search follow Lanctot et al. (2017), A unified game-theoretic approach to multiagent
reinforcement learning. An answer's gain over an equal share is a lower bound of a population's
exploitability: a better answer may exist.

The meta-game is played among the whole population. Its mixture is the one against which no member has an
edge: the lead over another strategy in games that exactly one of both wins (D-112).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.analysis.field import matchups
from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.analysis.reading.orders import by_winners, orders
from marchsim.analysis.reading.panels import panels
from marchsim.errors import NothingMeasured, plural
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration, StrategyEntry
from marchsim.runner.planning import single
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.studies import toml_text
from marchsim.studies.responding import output
from marchsim.studies.responding.answering import Response, RoundAnswer, answer, tuning
from marchsim.studies.responding.field import PILOT_DEALS, DrawnField, Sought, population, searchers, tunable
from marchsim.studies.responding.trial import AnswerTrial, Candidate
from marchsim.studies.stages import StagePlayer
from marchsim.studies.tuning.playing import stage
from marchsim.studies.tuning.preparation import ending
from marchsim.studies.tuning.stepping import Stepper

PLANNED = "answer-plan"
PLAN_DEALS = 3  # played to tell how long a search takes
META = "answer-meta"


def best_response(
    found: Mapping[str, DrawnField], sought: Sought, out: str | Path | None = None, *,
    workers: places.Workers = None, progress: Progress | None = None,
    warn: Callable[[str], None] = lambda warning: None, begun: Callable[[str], None] = lambda told: None,
) -> list[Response]:  # fmt: skip
    """Find best responses to a population (`populations`) in each variant. Write the resulting mixture.

    `out` is answers/NAME.toml by default. With several variants, each variant has its own file
    NAME-VARIANT.toml. The games are stored in a folder beside each file, and the same call resumes from
    there. Results do not depend on workers. `begun` is called with a line of text at the start of
    each step. Raises StateMismatch if the folder belongs to another search or is damaged.
    """
    places.read(workers)
    where = {"workers": workers}
    first = next(iter(found.values()))
    path = Path(out) if out is not None else Path("answers") / f"{first.configuration.name}.toml"
    ending(path)
    files = {
        variant: path if len(found) == 1 else path.with_name(f"{path.stem}-{variant}.toml")
        for variant in found
    }
    for variant, one in found.items():
        ending(files[variant])
        for warning in one.plan(one.entries).warnings():
            warn(warning)
    return [
        _respond(variant, one, sought, files[variant], where, progress or Quiet(), begun)
        for variant, one in found.items()
    ]


def populations(
    config: str | Configuration, sought: Sought, strategy_paths: Sequence[Path] = ()
) -> dict[str, DrawnField]:
    """The population of each variant, to which a best response is to be found.

    Raises ConfigError or StrategyError if an option is wrong.
    """
    sought.check()
    configuration = configs.load(config) if isinstance(config, str) else config
    return {
        variant: population(one, sought, strategy_paths)
        for variant, one in single.every(configuration).items()
    }


def _respond(
    variant: str, before: DrawnField, sought: Sought, path: Path, where: Mapping[str, Any],
    progress: Progress, begun: Callable[[str], None],
) -> Response:  # fmt: skip
    """Play rounds until the interval of a gain includes 0, or until the last round."""
    since = time.monotonic()
    player = StagePlayer(path.with_name(f"{path.stem}.search"), progress, where, before.folders)
    now, answers, mixture = before, list[RoundAnswer](), list[MixtureWeight]()
    for number in range(1, sought.rounds + 1):
        begun(f"{variant}, round {number}: an answer to {', '.join(e.name for e in now.drawn)}")
        here = player.inside(f"round-{number}")
        found = answer(now, sought, number, here)
        answers.append(found)
        if found.gains and found.chosen.kind != "member":
            now = now.joined(_named(found.chosen.entry, now, number))
        if found.gains or not mixture:
            begun(f"{variant}, round {number}: the mixture that nobody beats")
            mixture = unbeaten_mixture(now, sought, sought.seed(number), here)
            now = now.mixed({one.strategy: one.weight for one in mixture})
        if not found.gains:
            break
    player.played.seconds = time.monotonic() - since
    response = Response(variant, before, now, answers, mixture, path, player.folder, player.played)
    toml_text.put(path, output.text(output.data(response, sought), path))
    return response


def _named(entry: StrategyEntry, now: DrawnField, number: int) -> StrategyEntry:
    """The answer under a name that is new to the population."""
    taken = {one.name for one in now.entries}
    while f"answer-{number}" in taken:
        number += 1
    return replace(entry, name=f"answer-{number}", declared=False)


def forecast(
    found: Mapping[str, DrawnField], sought: Sought, *, workers: places.Workers = None,
    progress: Progress | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Play a few games, store nothing, and estimate the largest size of each variant's search as plain data.

    Seconds are for one worker.
    """
    where = places.read(workers)
    told, count = [], 1
    for variant, one in found.items():
        plans, search = tunable(one), searchers(one, sought)
        members = [Candidate(e, "member", e.name) for e in one.entries]
        quick, count = _pace(AnswerTrial(members, one), sought, where, progress or Quiet())
        searching = AnswerTrial([Candidate(e, "search", e.name) for e in search], one) if search else None
        slow = _pace(searching, sought, where, progress or Quiet())[0] if searching else quick
        of = min(sought.plans, len(plans))
        tuned = tuning(one, sought, plans[0], sought.seed(1), of).budget if plans else None
        seats, rounds = one.players, sought.rounds
        tries = 2 * len(search) if plans else len(search)
        games = {
            "pilot": PILOT_DEALS * len(members) * seats * rounds,
            "tuning": (tuned.pilot + tuned.search) * of * rounds if tuned else 0,
            "choice": (of + 2) * sought.choose * seats * rounds,
            "search": tries * sought.choose * seats * rounds,
            "confirmation": sought.confirm * seats * rounds,
            "meta-game": sought.meta * seats * rounds,
        }
        slower = games["search"] + (games["confirmation"] if search else 0)
        seconds = (sum(games.values()) - slower) * quick + slower * slow
        names = [e.name for e in one.drawn]
        told.append({"variant": variant, "against": names, "games": games, "seconds": seconds})
    return {"schema": "marchsim.best-response-plan/1", "workers": count, "variants": told}


def _pace(trial: AnswerTrial, sought: Sought, where: Where, progress: Progress) -> tuple[float, int]:
    """The seconds per game of one worker, and the number of workers."""
    stepper = Stepper(trial.job, trial.players, where, None, progress)
    try:
        stepper.games(trial.task(PLANNED, sought.seed(0), PLAN_DEALS, range(len(trial.candidates))))
    finally:
        stepper.close()
    return stepper.seconds / max(1, stepper.played), stepper.workers


def unbeaten_mixture(of: DrawnField, sought: Sought, seed: int, player: StagePlayer) -> list[MixtureWeight]:
    """Play games among the whole population and find its mixture, with the largest share first."""
    if len(of.entries) == 1:
        return [MixtureWeight(of.entries[0].name, 1.0, (1.0, 1.0), 1.0, 0.5)]
    found = panels(player.play("meta", of.configured(of.entries, sought.meta), stage(META, seed)))
    if found and not found[0].valid.is_empty():
        entries = found[0].entries.with_columns(won=(pl.col("credit") > 0).fill_null(False))
        told = matchups.mixture(by_winners(orders(found[0].valid, entries, "won")))
        if told:
            return told
    raise NothingMeasured(
        f"--meta: {plural(sought.meta, 'deal')} of {len(of.entries)} strategies leave pairs that never met "
        "in games that count, so there is no mixture of them; give more."
    )
