"""The verdicts about the game of a run, as data: `verdicts`. Terminal, page and JSON show these objects.

All verdicts, over all rule sets and numbers of players, are one family with the error `TOTAL`. Each tested
question has an equal part for its interval, chip and words. So at most 5 % of runs have any wrong claim. If
the run was finished at a smaller size before, this analysis has a part of that error (`reading.looked`).
Games with a baseline do not count. All other results are exploratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from marchsim.analysis.judging import judged_cards, judged_field, judged_games, judged_kinds, judged_sureness
from marchsim.analysis.judging.answers import answered
from marchsim.analysis.judging.verdict import Asked, Family, Verdict
from marchsim.analysis.reading.looked import by_sequence, part_of_verdicts
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.played import played, without
from marchsim.analysis.reading.provenance import provenance
from marchsim.analysis.reading.source import Run, resolved
from marchsim.recorder import looks, questions
from marchsim.recorder.baselines import baselines, handicapped

TOTAL = 0.05


def verdicts(run: Run, found: Sequence[Panel] | None = None, cards: bool = True) -> list[Verdict]:
    """The verdicts of each rule set: seats, strategies, kinds, cards, wins and length.

    Then follow the differences between variants against an opponent, and the certainty of each rule set.
    `found` are the panels of the run, if they are known. If not `cards`, the card question keeps its part of
    the error but is not answered: with a million games it takes longer than all the rest.
    """
    barred = baselines(run.manifest)
    held = panels(run) if found is None else found
    if not held:
        return []
    anytime = by_sequence(run.manifest)
    dealt = judged_cards.cards(run, _margin(run, questions.CARDS), anytime) if cards else {}
    unread = set[str]()
    if not cards and not anytime and judged_cards.has_cards(run):
        unread = {panel.variant for panel in held if not panel.opponent and panel.players > 1}
    asked = [
        one
        for rules in dict.fromkeys(panel.variant for panel in held)
        for one in _of(run, rules, held, barred, dealt.get(rules))
    ]
    against: dict[str, list[Panel]] = {}
    for panel in held:
        if panel.opponent:
            against.setdefault(panel.opponent, []).append(without(panel, barred))
    share = resolved(run.manifest, "report", "margins").get("won")
    for here in against.values():
        asked += judged_games.variants(
            here, float(share) if isinstance(share, (int, float)) else None, anytime
        )
    error = TOTAL * part_of_verdicts(run.manifest)
    tests = sum(one.tested for one in asked) + len(unread)
    family = Family(tests, error, 1 if anytime else looks.number(run.manifest))
    told = [one.judge(family) for one in asked]
    counts = Counter[str]()
    for panel in held:
        counts[panel.variant] += without(panel, barred).kept.height
    sources = provenance(run)
    sure = [judged_sureness.sureness(rules, told, sources, n, anytime) for rules, n in counts.items()]
    return [answered(one) for one in (*told, *sure)]


def _margin(run: Run, question: str) -> float:
    return questions.margin(question, resolved(run.manifest, "report", "margins"))


def _of(
    run: Run, rules: str, held: Sequence[Panel], barred: frozenset[str], dealt: Asked | None
) -> list[Asked]:
    """The questions of one rule set. `dealt` is the question on its cards."""
    here = [panel for panel in held if panel.variant == rules]
    apart = [played(panel, barred) for panel in here if not panel.opponent]
    seats, declared = _margin(run, questions.SEATS), resolved(run.manifest, "report", "margins")
    anytime = by_sequence(run.manifest)
    kind = str(resolved(run.manifest, "design").get("kind") or "")
    targets = resolved(run.manifest, "targets")
    told = [judged_field.seats(rules, apart, seats, anytime)]
    told += judged_field.strategies(rules, apart, declared, anytime, kind, handicapped(run.manifest))
    sound = [without(panel, barred) for panel in here]
    told.append(judged_kinds.kinds(run, rules, sound, _margin(run, questions.KINDS), anytime))
    told.append(dealt)
    told += [
        judged_games.won(rules, [panel for panel in sound if panel.opponent], targets, anytime),
        judged_games.length(rules, sound, targets, anytime),
    ]
    return [one for one in told if one is not None]
