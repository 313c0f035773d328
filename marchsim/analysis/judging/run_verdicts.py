"""The verdicts on the game of a run, as data. Terminal, page and JSON all show these objects.

All verdicts, over all rule sets and numbers of players, are one family with the error `TOTAL`. Each tested
question has an equal part for its interval, chip and words. So at most 5 % of runs have any wrong claim. If
the run was finished at a smaller size before, this analysis has a part of that error (`reading.source`).
Games with a baseline do not count. All other results are exploratory.

The certainty of a run is a verdict without a test: half the width of its main interval, and the share of
numbers that are guesses. More games do not correct guesses, so its chip is amber while over half of the
component numbers are assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from marchsim.analysis.judging import fairness, judged_cards, judged_field, judged_games
from marchsim.analysis.judging.verdict import (
    AMBER,
    BLUE,
    CARDS,
    GREEN,
    GREY,
    KINDS,
    LENGTH,
    RED,
    SEATS,
    STRATEGIES,
    SURE,
    VARIANTS,
    WON,
    Family,
    Question,
    Verdict,
    figure,
)
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.source import (
    Provenance,
    Run,
    by_sequence,
    guesses,
    part_of_verdicts,
    provenance,
    resolved,
)
from marchsim.errors import plural
from marchsim.recorder import manifest as manifests
from marchsim.recorder import metrics
from marchsim.recorder.manifest import baselines, handicapped

TOTAL = 0.05


def verdicts(run: Run, found: Sequence[Panel] | None = None, cards: bool = True) -> list[Verdict]:
    """The verdicts on each rule set: seats, strategies, kinds, cards, wins and length.

    They are followed by the differences between variants against an opponent, and by the certainty of each
    rule set. `found` are the panels of the run without games of baselines, if they are known. If `cards` is
    false, the question on cards keeps its part of the error but is not answered. With a million games it
    takes longer than all the rest.
    """
    held = panels(run, baselines(run.manifest)) if found is None else found
    if not held:
        return []
    anytime = by_sequence(run.manifest)
    dealt = judged_cards.cards(run, _margin(run, metrics.CARDS), anytime) if cards else {}
    unread = set[str]()
    if not cards and not anytime and judged_cards.has_cards(run):
        unread = {panel.variant for panel in held if not panel.opponent and panel.players > 1}
    asked = [
        one
        for rules in dict.fromkeys(panel.variant for panel in held)
        for one in _of(run, rules, held, dealt.get(rules))
    ]
    against: dict[str, list[Panel]] = {}
    for panel in held:
        if panel.opponent:
            against.setdefault(panel.opponent, []).append(panel)
    share = resolved(run.manifest, "report", "margins").get("won")
    for here in against.values():
        asked += judged_games.variants(here, float(share) if isinstance(share, (int, float)) else None)
    error = TOTAL * part_of_verdicts(run.manifest)
    tests = sum(one.tested for one in asked) + len(unread)
    family = Family(tests, error, 1 if anytime else manifests.look_number(run.manifest))
    told = [one.judge(family) for one in asked]
    counts = Counter[str]()
    for panel in held:
        counts[panel.variant] += panel.valid.height
    sources = provenance(run)
    sure = [sureness(rules, told, sources, n, anytime) for rules, n in counts.items()]
    return [answered(one) for one in (*told, *sure)]


def _margin(run: Run, question: str) -> float:
    return metrics.question_margin(question, resolved(run.manifest, "report", "margins"))


def _of(run: Run, rules: str, held: Sequence[Panel], dealt: Question | None) -> list[Question]:
    """The questions on one rule set. `dealt` is the question on cards under these rules."""
    here = [panel for panel in held if panel.variant == rules]
    apart = [panel for panel in here if not panel.opponent]
    seats, declared = _margin(run, metrics.SEATS), resolved(run.manifest, "report", "margins")
    kind = str(resolved(run.manifest, "design").get("kind") or "")
    targets = resolved(run.manifest, "targets")
    told = [judged_field.seats(rules, apart, seats)]
    told += judged_field.strategies(rules, apart, declared, kind, handicapped(run.manifest))
    told.append(fairness.kinds(run, rules, here, _margin(run, metrics.KINDS)))
    told.append(dealt)
    told += [
        judged_games.won(rules, [panel for panel in here if panel.opponent], targets),
        judged_games.length(rules, here, targets),
    ]
    return [one for one in told if one is not None]


ASKS = {
    SEATS: "Are the seats fair?",
    STRATEGIES: "Does one strategy dominate?",
    WON: "How often is the game won?",
    VARIANTS: "Do the variants differ?",
    LENGTH: "How long is a game?",
    SURE: "How sure is all this?",
}
ANSWERS = {
    SEATS: {RED: "No, clearly", AMBER: "Not quite", GREEN: "Yes"},
    STRATEGIES: {RED: "Yes, clearly", AMBER: "One is ahead", GREEN: "No"},
    KINDS: {RED: "No, clearly", AMBER: "Not quite", GREEN: "Yes"},
    VARIANTS: {RED: "Yes, clearly", AMBER: "Yes, maybe a little", GREEN: "No"},
    WON: {RED: "Target missed", GREEN: "Target met", BLUE: "No target set"},
    LENGTH: {RED: "Target missed", GREEN: "Target met", BLUE: "No target set"},
    SURE: {AMBER: "Many guesses", GREEN: "Few guesses", BLUE: "As many games say"},
}
UNKNOWN = "Cannot tell yet"
NUMBERS = ("None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def answered(one: Verdict) -> Verdict:
    """The verdict with its plain question and its short answer filled in."""
    answer = one.answer or UNKNOWN
    if one.chip != GREY:
        answer = SPECIAL[one.question](one) if one.question in SPECIAL else ANSWERS[one.question][one.chip]
    return replace(one, asks=one.asks or ASKS[one.question], answer=answer)


def _cards(one: Verdict) -> str:
    if one.chip == GREEN:
        return "No"
    strong = sum(row.chip == one.chip and row.estimate > 0 for row in one.rows)
    weak = sum(row.chip == one.chip and row.estimate < 0 for row in one.rows)
    if one.chip != RED:  # off by some amount, and whether that matters is open
        return f"{_number(strong or weak)} noticeably {'strong' if strong else 'weak'}"
    if strong:
        return f"{_number(strong)} {'is' if strong == 1 else 'are'}"
    return f"{_number(weak)} {'is' if weak == 1 else 'are'} too weak"


def _number(many: int) -> str:
    return NUMBERS[many] if many < len(NUMBERS) else str(many)


SPECIAL = {CARDS: _cards}


HALVING = 4  # this many times the games halve an interval
MANY = 0.5
OF = {
    SEATS: "on the wins of a seat",
    STRATEGIES: "on the wins of the first strategy",
    WON: "on games won of 100",
    KINDS: "on the wins of a kind of seat",
    CARDS: "on the extra wins of a card",
}


def sureness(
    rules: str, told: Sequence[Verdict], sources: Sequence[Provenance], games: int, anytime: bool
) -> Verdict:
    """The verdict on the certainty of one rule set's results, given all other verdicts (`told`)."""
    found = [one for one in told if one.rules == rules]
    guessed = guesses(sources, rules)
    main = next((one for ask in OF for one in found if one.question == ask and _half_width(one)), None)
    half = None if main is None else _half_width(main)
    needed = None if half is None or anytime else HALVING * games
    return Verdict(
        SURE,
        rules,
        tuple(dict.fromkeys(k for one in found for k in one.players)),
        _chip(half, guessed),
        _words(main, half, guessed, games, needed),
        main.unit if main else "",
        half,
        needed=needed,
        games=games,
        deals=max((one.deals for one in found), default=0),
        guesses=guessed,
    )


def _half_width(one: Verdict) -> float | None:
    """Half the width of a verdict's interval or, if it has none, of the widest interval of its parts."""
    ends = [one.interval] if one.interval else [(part.low, part.high) for part in one.parts.values()]
    known = [(high - low) / 2 for low, high in ends if low is not None and high is not None]
    return max(known, default=None)


def _chip(half: float | None, guessed: tuple[int, int] | None) -> str:
    if half is None:
        return GREY
    if guessed is None:
        return BLUE
    return AMBER if guessed[0] > MANY * guessed[1] else GREEN


def _words(
    main: Verdict | None, half: float | None, guessed: tuple[int, int] | None, games: int, needed: int | None
) -> str:
    many = plural(games, "game")
    if main is None or half is None:
        told = f"{many} are too few for an interval." if games else "No game counts."
    else:
        told = f"{many}: ±{figure(half)} {OF[main.question]}"
        told += f"; about {needed:,} games would halve that." if needed else "."
    if guessed is None:
        return told
    return f"{told} {guessed[0]:,} of {guessed[1]:,} component numbers are guesses."
