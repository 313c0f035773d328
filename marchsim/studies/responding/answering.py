"""Find one answer to a population, by tuning and by search, and confirm it on separate deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.analysis.reading.estimates import Estimate
from marchsim.errors import ConfigError, plural
from marchsim.runner.configuration.schema import StrategyEntry
from marchsim.runner.playing import interrupt
from marchsim.studies.responding.field import PILOT_DEALS, DrawnField, Sought, searchers, thinking_as, tunable
from marchsim.studies.responding.trial import AnswerTrial, Candidate, TrialShares, best
from marchsim.studies.stages import PlayedStages, StagePlayer
from marchsim.studies.tuning.preparation import PreparedTuning, SearchRequest, prepare
from marchsim.studies.tuning.search import Values
from marchsim.studies.tuning.stepping import Steps
from marchsim.studies.tuning.tuning import Tuning

PILOT, PLANS, CHOICE, CONFIRM = "answer-pilot", "answer-plans", "answer-choice", "answer-confirm"


@dataclass(frozen=True)
class RoundAnswer:
    """The answer of a round: the chosen candidate, its wins on sealed deals, and all candidates.

    Candidates are plans (strategies with weights to tune) and searchers. The first comparison is among plans,
    the second among the best plan and the searchers. `shares` has each candidate's share of wins in its last
    comparison. No comparison shares a deal with another, or with the confirmation. `equal` is an equal share,
    1 / players.
    """

    number: int
    chosen: Candidate
    confirmed: Estimate
    equal: float
    candidates: tuple[Candidate, ...]
    shares: tuple[Estimate, ...]
    games: int

    @property
    def gain(self) -> float:
        """The share of wins above an equal share."""
        assert self.confirmed.value is not None
        return self.confirmed.value - self.equal

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The interval of the gain, or None if there are too few deals."""
        if self.confirmed.low is None or self.confirmed.high is None:
            return None
        return self.confirmed.low - self.equal, self.confirmed.high - self.equal

    @property
    def gains(self) -> bool:
        """Whether the whole interval of the gain is above 0."""
        return self.bounds is not None and self.bounds[0] > 0


@dataclass(frozen=True)
class Response:
    """The results for one variant: the populations, an answer for each round, the mixture, and its file."""

    variant: str
    before: DrawnField
    after: DrawnField
    answers: list[RoundAnswer]
    mixture: list[MixtureWeight]
    path: Path
    folder: Path
    played: PlayedStages

    @property
    def ended(self) -> bool:
        """Whether the last answer has no significant gain, which ends the search."""
        return not self.answers[-1].gains


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
