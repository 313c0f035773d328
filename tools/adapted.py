"""Write adapted.toml: the tuned plans with weights adapted to each variant of the rule studies.

`make adapted` tunes the plans again under the standard rules and under those of each variant, and passes the
files to this tool. Since much of a single search is luck, all rule sets choose from one pool, which has a
plan's tuned weights and the weights that any search found for it (D-209).

    python -m tools.adapted study-long:base=build/populations/base.toml study-long:long=build/...
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from marchsim.analysis.reading.estimates import share_of
from marchsim.runner.backends import choosing
from marchsim.runner.backends.choosing import usual_workers
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning import single
from marchsim.runner.progress.display import Quiet
from marchsim.stats.clusters import Floats
from marchsim.stats.differences import share_difference_test
from marchsim.stats.multiplicity import holm
from marchsim.studies import toml_text
from marchsim.studies.candidates import Task
from marchsim.studies.stepping import Stepper
from marchsim.studies.tuning import findings
from marchsim.studies.tuning.preparation import SearchRequest, prepare
from marchsim.studies.tuning.strategy_file import words

FOLDER = Path("strategies/march/populations")
BASE, OWN = "base", "tuned"
LEVEL = 0.05
HEAD = """\
# The tuned plans for the published rule studies: without `tuned_for` as they play best by the standard rules,
# with it by those of a variant, where other weights are proved to win more by them. All were chosen from one
# pool, so that luck of a search is no effect of a rule (D-209). Made by `make adapted`
# (docs/explain/populations.md). The shares are of other deals.
"""

Weights = Mapping[str, Any]
Pool = dict[str, dict[str, Weights]]  # by plan: weights by the name of the search that found them
Chosen = dict[str, str]  # by plan: the name of its weights


@dataclass(frozen=True)
class Deals:
    """The numbers of deals, each played in every seat, to choose, screen, prove and check weights."""

    general: int = 150
    screen: int = 60
    prove: int = 400
    check: int = 100


@dataclass(frozen=True)
class Match:
    """Several sets of weights for a plan, played on the same deals in every seat against a configuration."""

    configuration: Configuration
    plan: str
    stage: str
    deals: int
    candidates: tuple[Weights, ...]

    def shares(self) -> tuple[Floats, Floats]:
        """Play the match in this process. Return credits and games that count, both (deals, candidates)."""
        prepared = prepare(self.configuration, SearchRequest(self.plan))
        own = prepared.job.entrants[0].parameters
        made = tuple({**own, "weights": weights} for weights in self.candidates)
        stepper = Stepper(prepared.job, prepared.players, choosing.read(0), None, Quiet())
        try:
            games = stepper.games(Task(f"adapted-{self.stage}", 0, self.deals, made))
        finally:
            stepper.close()
        return findings.by_deal(games, self.deals, len(made), prepared.players)


def pooled(tuned: Sequence[Mapping[str, Any]], searches: Mapping[str, str]) -> Pool:
    """The candidates for each plan: its tuned weights first, then those in the file of each search.

    A member without weights plays by those of its plan's file. A strategy that is not among the tuned ones
    stays as it is, such as `greedy`, which has no plan to adapt (D-44).
    """
    pool: Pool = {one["name"]: {OWN: one.get("weights", {})} for one in tuned}
    for name, text in searches.items():
        for one in tomllib.loads(text)["strategies"]:
            found = one.get("weights")
            if one["name"] in pool and found and found not in pool[one["name"]].values():
                pool[one["name"]][name] = found
    return pool


def best(sums: Floats, counts: Floats) -> int:
    """The index of the candidate that won most, or of the first one if several are equal."""
    return int((sums.sum(axis=0) / counts.sum(axis=0).clip(min=1)).argmax())


def proved(pairs: Sequence[tuple[Floats, Floats]], family: int) -> list[bool]:
    """Whether column 1 of each pair wins more than column 0: by deal, with Holm's correction at 5 %.

    A family can be larger than the number of pairs, since a pair that did not win the screening is not
    tested.
    """
    found = [share_difference_test(sums, counts) for sums, counts in pairs]
    p_values = [one.p if one else 1.0 for one in found] + [1.0] * (family - len(pairs))
    return [p <= LEVEL and best(*pair) == 1 for p, pair in zip(holm(p_values), pairs, strict=False)]


class Choice:
    """The weights chosen for each plan, under the standard rules and under each variant of `places`.

    `places` has the study of each variant. `crew` plays the matches. If it is None, this process plays them,
    with the same results.
    """

    def __init__(
        self, tuned: Path, searches: Mapping[str, str], places: Mapping[str, str], deals: Deals,
        crew: Executor | None = None,
    ) -> None:  # fmt: skip
        self.members = tomllib.loads(tuned.read_text())["strategies"]
        self._pool, self._deals, self._crew = pooled(self.members, searches), deals, crew
        self.rules = {
            name: single.of(configs.load(place, str(tuned)), name) for name, place in places.items()
        }
        self.plans = [
            one.name for one in self.rules[BASE].strategies if len(self._pool.get(one.name, ())) > 1
        ]
        self.general: Chosen = dict.fromkeys(self._pool, OWN)
        self.by_variant: dict[str, Chosen] = {}
        self.told: dict[tuple[str, str], str] = {}

    def make(self) -> None:
        """Choose the general weights, in two rounds, and then the weights for each variant."""
        for stage in ("general-1", "general-2"):
            self.general |= self._best(stage)
        others = [name for name in self.rules if name != BASE]
        entered = [(name, plan) for name in others for plan in self.plans]
        first = self._screened(entered)
        tried = [at for at in entered if first[at] != self.general[at[1]]]
        asked = [(*at, "prove", self._deals.prove, [self.general[at[1]], first[at]]) for at in tried]
        found = dict(zip(tried, self._played([self._match(*one) for one in asked]), strict=True))
        for name in others:
            mine = [at for at in tried if at[0] == name]
            sure = proved([found[at] for at in mine], len(self.plans))
            self.by_variant[name] = {at[1]: first[at] for at, won in zip(mine, sure, strict=True) if won}

    def _best(self, stage: str) -> Chosen:
        every = {plan: list(self._pool[plan]) for plan in self.plans}
        asked = [self._match(BASE, plan, stage, self._deals.general, every[plan]) for plan in every]
        found = self._played(asked)
        return {plan: every[plan][best(*one)] for plan, one in zip(every, found, strict=True)}

    def _screened(self, entered: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
        every = [list(self._pool[plan]) for _, plan in entered]
        asked = [
            self._match(*at, "screen", self._deals.screen, names)
            for at, names in zip(entered, every, strict=True)
        ]
        found = self._played(asked)
        return {at: names[best(*one)] for at, names, one in zip(entered, every, found, strict=True)}

    def check(self) -> None:
        """Play all plans with the chosen weights on other deals, for the shares that are printed."""
        for name in self.rules:
            now = {**self.general, **self.by_variant.get(name, {})}
            used = [list(dict.fromkeys([now[plan], self.general[plan]])) for plan in self.plans]
            asked = [
                self._match(name, plan, "check", self._deals.check, names, now)
                for plan, names in zip(self.plans, used, strict=True)
            ]
            for plan, (sums, counts) in zip(self.plans, self._played(asked), strict=True):
                each = [words(share_of(*column)) for column in zip(sums.T, counts.T, strict=True)]
                self.told[name, plan] = ", with the general weights ".join(each)

    def text(self) -> str:
        """The text of the population file."""
        parts = [HEAD]
        for one in self.members:
            plain = {key: one[key] for key in ("name", "use", "players") if key in one}
            general = self.general[one["name"]]
            parts.append(self._entry((BASE, one["name"]), plain, general))
            for name, chosen in self.by_variant.items():
                if one["name"] in chosen:
                    aim = {**plain, "tuned_for": name}
                    parts.append(self._entry((name, one["name"]), aim, chosen[one["name"]]))
        return "\n".join(parts)

    def _entry(self, at: tuple[str, str], plain: Mapping[str, Any], found: str) -> str:
        weights = {"weights": self._pool[at[1]][found], "tuned": {"found_by": found}}
        told = f"# {at[1]}: {self.told[at]}\n" if at in self.told else ""
        return told + toml_text.table("strategies", {**plain, **weights}, "[[]]")

    def _match(
        self, name: str, plan: str, stage: str, deals: int, asked: Sequence[str], others: Chosen | None = None
    ) -> Match:  # fmt: skip
        known = others or self.general
        entries = tuple(
            replace(one, parameters={**one.parameters, "weights": self._pool[one.name][known[one.name]]})
            if one.name in self._pool
            else one
            for one in self.rules[name].strategies
        )
        field = replace(self.rules[name], strategies=entries)
        return Match(field, plan, stage, deals, tuple(self._pool[plan][one] for one in asked))

    def _played(self, matches: Sequence[Match]) -> list[tuple[Floats, Floats]]:
        """The results of some matches, in the same order."""
        if self._crew is None:
            return [one.shares() for one in matches]
        return list(self._crew.map(Match.shares, matches))


def main(arguments: Sequence[str]) -> int:
    """Write adapted.toml from arguments STUDY:VARIANT=FILE, for the standard rules (`base`) and variants."""
    places, searches = {}, {}
    for argument in arguments:
        place, _, file = argument.partition("=")
        study, _, name = place.partition(":")
        places[name], searches[name] = study, Path(file).read_text()
    with ProcessPoolExecutor(usual_workers(), get_context("spawn")) as crew:
        choice = Choice(FOLDER / "tuned.toml", searches, places, Deals(), crew)
        choice.make()
        choice.check()
    (FOLDER / "adapted.toml").write_text(choice.text())
    for (name, plan), told in choice.told.items():
        found = choice.by_variant.get(name, {}).get(plan, choice.general[plan])
        print(f"{name:16} {plan:12} {found:16} {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
