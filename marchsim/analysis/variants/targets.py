"""The targets of a design study that each rule set meets, and how certain this is."""

from __future__ import annotations

from dataclasses import dataclass

from marchsim.analysis.reading.source import entry, resolved
from marchsim.analysis.variants.comparisons import MetricLevel, Study
from marchsim.recorder.metrics import ALL_SEATS
from marchsim.stats.clusters import FEW

MET, PERHAPS_MET, PERHAPS_MISSED, MISSED = (
    "met", "met, not sure", "missed, not sure", "missed",
)  # fmt: skip


@dataclass(frozen=True)
class Target:
    """A target compared with one rule set with one number of players.

    A verdict is certain if the 90 % interval is wholly inside the target (two one-sided tests at 5 %) or
    wholly outside. Each target is judged by itself. If there is no interval, nothing is certain.
    """

    level: MetricLevel
    value: float
    tolerance: float
    verdict: str


@dataclass(frozen=True)
class Score:
    """How many of the `of` targets a rule set meets (`met`), and how many it meets for certain (`sure`)."""

    ruleset: str
    met: int
    sure: int
    of: int


def goals(study: Study) -> dict[str, tuple[float, float]]:
    """The targets in the control's configuration: (value, tolerance) by metric."""
    declared = resolved(study.rulesets.control.run.manifest, "targets")
    return {
        metric: (float(value), float(room))
        for metric, one in declared.items()
        for value, room in [(entry(one, "value"), entry(one, "tolerance"))]
        if isinstance(value, (int, float)) and isinstance(room, (int, float))
    }


def targets(study: Study) -> list[Target]:
    """Each target of the configuration under each rule set and with each number of players."""
    return [
        target(level, value, room)
        for metric, (value, room) in goals(study).items()
        for level in study.levels
        if level.metric == metric
    ]


def unmeasured(study: Study) -> list[str]:
    """The metrics that are declared for the family or as targets, but that no game has."""
    known = {level.metric for level in study.levels}
    declared = resolved(study.rulesets.control.run.manifest, "report").get("metrics")
    names = [*(declared if isinstance(declared, list) else []), *goals(study)]
    return [name for name in dict.fromkeys(names) if name not in known and name != ALL_SEATS]


def target(level: MetricLevel, value: float, room: float) -> Target:
    """A target (`value` and tolerance `room`) compared with the level of its metric."""
    return Target(level, value, room, _verdict(level, value, room))


def _verdict(level: MetricLevel, value: float, room: float) -> str:
    mean = level.estimate.value
    assert mean is not None  # a level rests on values
    met = abs(mean - value) <= room
    narrow = level.narrow
    if narrow is None:
        sure = False
    elif met:
        sure = value - room <= narrow.low and narrow.high <= value + room
    else:
        sure = narrow.high < value - room or narrow.low > value + room
    sure = sure and level.estimate.deals >= FEW
    return (MET if sure else PERHAPS_MET) if met else (MISSED if sure else PERHAPS_MISSED)


def scores(found: list[Target]) -> list[Score]:
    """The score of each rule set over all targets, best first."""
    names = dict.fromkeys(one.level.ruleset for one in found)
    totals = []
    for name in names:
        here = [one.verdict for one in found if one.level.ruleset == name]
        totals.append(Score(name, here.count(MET) + here.count(PERHAPS_MET), here.count(MET), len(here)))
    return sorted(totals, key=lambda one: (-one.met, -one.sure))
