"""The verdicts about the game of a run, as data: `verdicts`.

All of them, over all rulesets and numbers of players, are one family with the error `TOTAL`: each
question that is tested has an equal part, which its interval, its chip and its words keep to. So of runs of a
game with nothing to find at most 5 % have a verdict that something was found, and of others at most 5 % one
that is wrong. Games with a yardstick do not count. Everything that is not here is exploratory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.judging import judged_field, judged_games
from marchsim.analysis.judging.anytime import stopped_by_precision
from marchsim.analysis.judging.chips import Asked, Family, Verdict
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.played import played, without
from marchsim.analysis.reading.source import Run, entry
from marchsim.recorder import questions
from marchsim.recorder.yardsticks import yardsticks

TOTAL = 0.05


def verdicts(run: Run, found: Sequence[Panel] | None = None) -> list[Verdict]:
    """Return the verdicts of a run: rule sets in order, of each the first seat, strategies, wins and length.

    `found` are the panels of the run, if they are known.
    """
    barred = yardsticks(run.manifest)
    held = panels(run) if found is None else found
    asked = [
        one
        for rules in dict.fromkeys(panel.variant for panel in held)
        for one in _of(run, rules, held, barred)
    ]
    against: dict[str, list[Panel]] = {}
    for panel in held:
        if panel.opponent:
            against.setdefault(panel.opponent, []).append(without(panel, barred))
    share = _table(run, "report", "margins").get("won")
    anytime = stopped_by_precision(run.manifest)
    for here in against.values():
        asked += judged_games.variants(
            here, float(share) if isinstance(share, (int, float)) else None, anytime
        )
    family = Family(sum(one.tested for one in asked), TOTAL)
    return [one.judge(family) for one in asked]


def _table(run: Run, *path: str) -> Mapping[str, object]:
    found = entry(run.manifest, "configuration", "resolved", *path)
    return found if isinstance(found, Mapping) else {}


def _of(run: Run, rules: str, held: Sequence[Panel], barred: frozenset[str]) -> list[Asked]:
    """Return the questions of one rule set."""
    here = [panel for panel in held if panel.variant == rules]
    apart = [played(panel, barred) for panel in here if not panel.opponent]
    declared = _table(run, "report", "margins")
    seats, most = (questions.margin(one, declared) for one in (questions.SEATS, questions.STRATEGIES))
    anytime = stopped_by_precision(run.manifest)
    kind = str(_table(run, "design").get("kind") or "")
    targets = _table(run, "targets")
    told = [judged_field.first_seat(rules, apart, seats, anytime)]
    told += judged_field.strategies(rules, apart, most, anytime, kind)
    sound = [without(panel, barred) for panel in here]
    told += [
        judged_games.won(rules, [panel for panel in sound if panel.opponent], targets, anytime),
        judged_games.length(rules, sound, targets, anytime),
    ]
    return [one for one in told if one is not None]
