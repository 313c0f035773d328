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
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.reading.panels import panels
from marchsim.analysis.reading.tallies import by_winners, orders
from marchsim.errors import ConfigError, NothingMeasured, plural
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration, StrategyEntry
from marchsim.runner.planning import single
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import Progress, Quiet
from marchsim.studies import toml_text
from marchsim.studies.candidates import stage
from marchsim.studies.responding import output
from marchsim.studies.responding.field import (
    PILOT_DEALS,
    AnswerTrial,
    Candidate,
    DrawnField,
    Response,
    RoundAnswer,
    Sought,
    TrialShares,
    best,
    population,
    searchers,
    thinking_as,
    tunable,
)
from marchsim.studies.stages import StagePlayer
from marchsim.studies.stepping import Stepper, Steps
from marchsim.studies.tuning.preparation import PreparedTuning, SearchRequest, ending, prepare
from marchsim.studies.tuning.search import Values
from marchsim.studies.tuning.tuning import Tuning

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


PILOT, PLANS, CHOICE, CONFIRM = "answer-pilot", "answer-plans", "answer-choice", "answer-confirm"


def answer(against: DrawnField, sought: Sought, number: int, place: StagePlayer) -> RoundAnswer:
    """Find the answer of a round. Stored games are not played again."""
    plans, search = tunable(against), searchers(against, sought)
    if not plans and not search:
        raise ConfigError(
            f"{against.configuration.file}: no strategy has weights that can be tuned, and the game "
            f"{against.configuration.game} ships none that searches; name one with --search."
        )
    return _Round(against, sought, number, place).answer(plans, search)


class _Round:
    """The search for the answer of one round."""

    def __init__(self, against: DrawnField, sought: Sought, number: int, place: StagePlayer) -> None:
        self._against, self._sought, self._number, self._place = against, sought, number, place
        self._seed = sought.seed(number)
        self._tried: list[tuple[Candidate, Estimate]] = []

    def answer(self, plans: Sequence[StrategyEntry], search: Sequence[StrategyEntry]) -> RoundAnswer:
        """Run the pilot, the tuning, the comparisons and the confirmation."""
        before = self._place.played.games
        members = [Candidate(one, "member", f"{one.name} as it is") for one in self._against.entries]
        found = self._pilot(members)
        order = sorted(range(len(members)), key=lambda at: (-(found[at].value or 0.0), at))
        bases = [members[at].entry for at in order if members[at].entry in plans][: self._sought.plans]
        values: dict[str, Values] = {}
        candidates = [members[order[0]]]
        for plan in bases:
            values[plan.name], entry = self._tuned(plan, len(bases))
            if entry.parameters != plan.parameters:
                candidates.append(Candidate(entry, "tuned", f"{plan.name} tuned"))
        first = self._better(candidates) if len(candidates) > 1 else candidates[0]
        last = [first, *self._searching(search, candidates, values)]
        chosen, sealed = self._confirmed(last)
        tried, shares = zip(*self._tried, strict=True) if self._tried else ((), ())
        games = self._place.played.games - before
        return RoundAnswer(self._number, chosen, sealed, 1 / self._against.players, tried, shares, games)

    def _pilot(self, members: Sequence[Candidate]) -> list[Estimate]:
        trial = AnswerTrial(members, self._against)
        with trial.sitting(self._place, "pilot", stage_seed=self._seed, pilot=PILOT_DEALS) as shares:
            told = "pilot: who answers best as it is"
            return shares(told, PILOT, self._seed, PILOT_DEALS, range(len(members)))

    def _tuned(self, plan: StrategyEntry, of: int) -> tuple[Values, StrategyEntry]:
        """Tune a plan. Return the weights found, and the plan with them. `of` plans share the budget."""
        place = self._place
        prepared = tuning(self._against, self._sought, plan, self._seed, of)
        folder = place.folder / f"tune-{plan.name}"
        with Steps(folder, prepared.identity()) as steps, interrupt.noted():
            search = Tuning(prepared, place.backend, steps, place.progress, lambda told: None)
            values = search.searched()
        place.played.count(folder, *search.games, 0.0)
        return values, replace(plan, parameters=prepared.parameters(values))

    def _better(self, candidates: Sequence[Candidate]) -> Candidate:
        """The best candidate in a comparison of plans, whether tuned or not."""
        trial, choose = AnswerTrial(candidates, self._against), self._sought.choose
        with trial.sitting(self._place, "plans", stage_seed=self._seed, choose=choose) as shares:
            return candidates[self._choice(shares, candidates, PLANS)]

    def _choice(self, shares: TrialShares, candidates: Sequence[Candidate], word: str) -> int:
        told, every = "choice between the answers", range(len(candidates))
        found = shares(told, word, self._seed, self._sought.choose, every)
        self._tried = [(one, share) for one, share in self._tried if one not in candidates]
        self._tried += zip(candidates, found, strict=True)
        return best(found)

    def _searching(
        self, search: Sequence[StrategyEntry], plans: Sequence[Candidate], values: Mapping[str, Values]
    ) -> list[Candidate]:
        """The searchers as they are, and also with the weights of the best tuned plan."""
        found = [Candidate(one, "search", one.name) for one in search]
        tuned = [one for one in plans if one.kind == "tuned"]
        if not tuned:
            return found
        worth = {one.entry.name: share.value or 0.0 for one, share in self._tried if one.kind == "tuned"}
        name = max(worth, key=lambda one: worth[one])
        for one in search:
            thinking = thinking_as(self._against, one, values[name])
            if thinking != one:
                found.append(Candidate(thinking, "search", f"{one.name} thinking as {name} tuned"))
        return found

    def _confirmed(self, candidates: Sequence[Candidate]) -> tuple[Candidate, Estimate]:
        """The best of all candidates, with its share of wins on the sealed deals."""
        asked = {"choose": self._sought.choose, "confirm": self._sought.confirm}
        trial = AnswerTrial(candidates, self._against)
        with trial.sitting(self._place, "answer", stage_seed=self._seed, **asked) as shares:
            at = self._choice(shares, candidates, CHOICE) if len(candidates) > 1 else 0
            told = "confirmation on sealed deals"
            [found] = shares(told, CONFIRM, self._seed, self._sought.confirm, [at])
        return candidates[at], found


def tuning(
    against: DrawnField, sought: Sought, plan: StrategyEntry, seed: int, of: int = 1
) -> PreparedTuning:
    """Prepare the tuning of a plan against a population. `of` plans share the budget equally."""
    entries = against.drawn if plan in against.drawn else (*against.drawn, plan)
    configuration = against.configured(entries)
    names = tuple(one.name for one in against.drawn)
    if against.shares:
        mixed = tuple((one.name, against.shares[one.name]) for one in against.drawn)
        rest = tuple((one.name, 0.0) for one in entries if one not in against.drawn)
        configuration = replace(configuration, design=replace(configuration.design, shares=mixed + rest))
    asked = SearchRequest(
        plan.name, against.players, sought.budget // of, against=names, confirm=2, ablation=0, stage_seed=seed
    )
    try:
        return prepare(configuration, asked, strategy_paths=against.folders)
    except ConfigError as error:
        words = f"--games: of {sought.budget:,} games, shared by {plural(of, 'plan')}, each has"
        raise ConfigError(str(error).replace("--games:", words)) from None
