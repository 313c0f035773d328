"""Verdicts on games of players against each other: whether seats are fair, and whether a strategy dominates.

Both use wins where 100 are fair, pooled over numbers of players (`analysis.judging.fairness`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from scipy import special

from marchsim.analysis.judging.fairness import Pooled, SeatField, fairness, furthest, mean_interval
from marchsim.analysis.judging.verdict import (
    AMBER,
    GREEN,
    GREY,
    HANDICAPPED,
    RED,
    SEATS,
    STRATEGIES,
    UNMEASURED,
    WINS,
    Family,
    JudgedPart,
    Question,
    Verdict,
    barred_words,
    called,
    figure,
    listed,
    named,
    open_words,
    span,
    with_players,
)
from marchsim.analysis.reading.estimates import FAIR
from marchsim.analysis.reading.panels import Panel, fields
from marchsim.errors import plural
from marchsim.recorder import metrics
from marchsim.stats.assurance import POWER, Assurance, assurance, truths
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import FEW, NOTHING, Floats
from marchsim.stats.intervals import Interval
from marchsim.stats.joint import errors_of_differences
from marchsim.stats.simultaneous import all_pairs, joint_level

UNLIKE = ("gauntlet", "fixed")  # designs whose strategies meet different opponents


def seats(rules: str, held: Sequence[Panel], margin: float) -> Question | None:
    """The question of whether all seats win equally often. None if no players compete.

    All seats with all numbers of players are compared with the margin at once (max-t, or Bonferroni in a run
    that stopped by itself). The chip is "fine" only if each seat is inside the margin by its own test.
    """
    held = [one for one in held if one.players > 1]
    if not held:
        return None
    able = [one for one in held if one.balanced and one.n_decided >= FEW]
    lacking = _lacking([one for one in held if one not in able]) + barred_words(held)
    if not able:
        return Question(False, lambda _: _unknown(SEATS, rules, held, lacking))
    field = SeatField([one.seats for one in able])

    def judge(family: Family) -> Verdict:
        games = sum(one.valid.height for one in able)
        found = fairness(SEATS, rules, field, field.names, family, margin, games)
        told = _seat_words(found, _first_words(field, family.each), margin)
        return replace(
            found,
            sentence=told + open_words(found.chip, found.detectable, found.assured, games) + lacking,
            deals=sum(one.n_decided for one in able),
            parts={one.players: one.wins(0) for one in field.counts},
        )

    return Question(True, judge)


def _first_words(field: SeatField, error: float) -> str:
    """The sentence on the first player. Its interval holds at once with those of all seats."""
    each = [float(one.values[0]) for one in field.counts]
    around = mean_interval(field.counts, 0, field.level(1 - error))
    told = f"The first player wins {figure(sum(each) / len(each))} ({span(around)})"
    if len(each) > 1:
        players = with_players([one.players for one in field.counts])
        told += f"; {listed(figure(one) for one in each)} {players}"
    return f"{told}."


def _seat_words(found: Verdict, first: str, margin: float) -> str:
    """The sentences on the seats behind the chip and on the first player."""
    each = furthest(found, str)
    said = {
        RED: f"The seats are not fair: {each}, where 100 are fair.",
        AMBER: f"Seats differ from their fair share, by how much is open: {each}, where 100 are fair.",
        GREEN: f"All seats are fair, give or take {margin:g} of 100 wins: the furthest is {each}.",
        GREY: f"Whether the seats are fair is inconclusive: the furthest is {each}, where 100 are fair.",
    }[found.chip]
    return f"{said} {first} A seat matters from {margin:g} off."


def strategies(
    rules: str,
    held: Sequence[Panel],
    margins: Mapping[str, Any],
    kind: str,
    limited: Collection[str] = (),
) -> list[Question]:
    """The question of whether a strategy dominates, for each field of strategies.

    `kind` is the kind of design. Designs whose strategies meet different opponents get no comparison.
    Strategies in `limited` are handicapped on purpose, so they are shown but not judged.
    """
    played = fields(held)
    barred = barred_words([one for one in held if one.players > 1])
    if not played and barred:
        return [Question(False, lambda _: _unknown(STRATEGIES, rules, held, barred))]
    return [
        _dominates(rules, list(names), here, margins, kind, barred, limited) for names, here in played.items()
    ]


def _dominates(
    rules: str,
    names: list[str],
    held: list[Panel],
    margins: Mapping[str, Any],
    kind: str,
    barred: str,
    limited: Collection[str],
) -> Question:
    able = [one for one in held if one.of_strategies.fewest >= FEW]
    lacking = _few([one for one in held if one not in able]) + barred
    if kind in UNLIKE:
        able, lacking = [], f" Strategies of a {kind} design meet different opponents.{barred}"
    judged = [at for at, name in enumerate(names) if name not in limited]
    if len(judged) < 2:
        able, lacking = [], f" All but {len(judged)} of the strategies are limited on purpose.{barred}"
    if not able:
        return Question(False, lambda _: _unknown(STRATEGIES, rules, held, lacking))
    margin = metrics.question_margin(STRATEGIES, margins, [one.players for one in able])
    pooled = Pooled([one.of_strategies for one in able])

    def judge(family: Family) -> Verdict:
        half = 1 - family.each / 2  # one half for the shares, one for the pairs
        around = pooled.together(half)
        critical = pooled.critical(half)
        pairs = {pair for pair in pooled.apart(around, critical) if set(pair) <= set(judged)}
        every = sorted(range(len(names)), key=lambda at: (-pooled.values[at], names[at]))
        order = [at for at in every if at in judged]
        found = _strategy_chip(order, around, pairs, margin)
        rows = tuple(
            JudgedPart(
                names[at], float(pooled.values[at]), around[at].low, around[at].high,
                pooled.deals(at),
                mark="" if at in judged else HANDICAPPED,
            )
            for at in every
        )  # fmt: skip
        top = order[0]
        value = float(pooled.values[top])
        open_yet = not pooled.anytime and found == GREY
        assured = _assured(pooled, judged, family.later, margin) if open_yet else None
        games = sum(one.valid.height for one in able)
        odds = "" if STRATEGIES in margins else ", twice as often as each of the others"
        words = _strategy_words(found, names, order, pooled, around, pairs, margin, odds)
        if len(order) < len(names):
            words += f" Limited on purpose, so not judged: {named([r.name for r in rows if r.mark])}."
        return Verdict(
            STRATEGIES,
            rules,
            tuple(one.players for one in able),
            found,
            words + open_words(found, None, assured, games) + lacking,
            WINS,
            value,
            (around[top].low, around[top].high),
            margin,
            family,
            _gap(pooled, critical, judged),
            assured.number(POWER, games) if assured else None,
            games,
            sum(one.n_decided for one in able),
            {one.players: one.wins(top) for one in pooled.counts},
            rows,
            tuple((names[one], names[other]) for one, other in sorted(pairs)),
            assured=assured,
        )

    return Question(True, judge)


def _gap(pooled: Pooled, critical: float | None, judged: Sequence[int]) -> float | None:
    """The difference between two strategies that 80 % of such runs detect. None if no such test is valid."""
    if critical is None:
        return None
    widest = max(pooled.error_between(one, other) for one, other in combinations(judged, 2))
    return (critical + float(special.ndtri(POWER))) * widest


def _assured(pooled: Pooled, judged: Sequence[int], error: float, margin: float) -> Assurance | None:
    """The chance that more games decide the question at the error level `error`.

    It is averaged over plausible true values. None if nothing varies.
    """
    spread = pooled.spread[np.ix_(judged, judged)]
    between = errors_of_differences(spread)
    if between.max() <= NOTHING:
        return None
    level, pairs = (
        joint_level(spread, pooled.df, 1 - error / 2, rows) for rows in (None, all_pairs(len(judged)))
    )

    def decides(seen: Floats, errors: Floats, times: float) -> Bools:
        df, limit = times * pooled.df, FAIR + margin
        half = special.stdtrit(df, (1 + level) / 2) * errors
        top = seen.argmax(axis=1)
        gaps = seen[np.arange(len(seen)), top][:, None] - seen
        reach = special.stdtrit(df, (1 + pairs) / 2) * between / math.sqrt(times)
        ahead = ((gaps > reach[top]) | (np.arange(len(judged)) == top[:, None])).all(axis=1)
        over, under = (seen - half > limit).any(axis=1), (seen + half < limit).all(axis=1)
        return np.asarray(ahead | over | under)

    values = pooled.values[list(judged)]
    return assurance(values, spread, truths(values, spread, FAIR), decides)


def _strategy_chip(
    order: list[int], around: list[Interval], pairs: set[tuple[int, int]], margin: float
) -> str:
    """The chip: red if one strategy dominates, amber if one leads all others, green if none can dominate."""
    if any(around[at].low > FAIR + margin for at in order):
        return RED
    if all((order[0], other) in pairs for other in order[1:]):
        return AMBER
    return GREEN if all(around[at].high < FAIR + margin for at in order) else GREY


def _strategy_words(
    found: str,
    names: list[str],
    order: list[int],
    pooled: Pooled,
    around: list[Interval],
    pairs: set[tuple[int, int]],
    margin: float,
    odds: str,
) -> str:
    """The sentences: the strategy with most wins, whether it wins too much, and the pairs that differ."""
    top, last = order[0], order[-1]
    size = f"{figure(float(pooled.values[top]))} wins where 100 are fair ({span(around[top])})"
    best = called(names[top])
    over = [names[at] for at in order if around[at].low > FAIR + margin]
    limit = figure(FAIR + margin)
    said = {
        RED: f"{named(over)} clearly win{'s' if len(over) == 1 else ''} too often; {best} has {size}",
        AMBER: f"{best} is clearly ahead of all others with {size}",
        GREEN: f"No strategy dominates: {best} wins most, {size}",
        GREY: f"Whether a strategy dominates is inconclusive: {best} wins most, {size}",
    }[found]
    near = [names[at] for at in order[1:] if (top, at) not in pairs]
    said += f"; one dominates from {limit}{odds}."
    if near and found != AMBER:
        said += f" Not distinguishable from {best}: {named(near)}."
    verb = "is" if len(pairs) == 1 else "are"
    many = len(order) * (len(order) - 1) // 2
    lowest = f"{called(names[last])} wins least, {figure(float(pooled.values[last]))}"
    return f"{said} {lowest}. {len(pairs)} of {plural(many, 'pair')} {verb} distinguishable."


def _unknown(question: str, rules: str, held: Sequence[Panel], why: str) -> Verdict:
    """The verdict on a question with too few data."""
    what = "the seats are fair" if question == SEATS else "a strategy dominates"
    players = tuple(one.players for one in held)
    games = sum(one.valid.height for one in held)
    barred = not games and bool(barred_words(held))
    told = f"Whether {what} is inconclusive.{why}"
    return Verdict(
        question, rules, players, GREY, told, WINS, games=games, deals=sum(one.n_decided for one in held),
        answer=UNMEASURED if barred else "",
    )  # fmt: skip


def _lacking(held: Sequence[Panel]) -> str:
    mixed = [one.players for one in held if not one.balanced and not one.valid.is_empty()]
    told = _few([one for one in held if one.balanced])
    if mixed:
        told += f" Strategies did not sit equally often in every seat {with_players(mixed)}."
    return told


def _few(held: Sequence[Panel]) -> str:
    """A sentence on the numbers of players with too few deals, overall or for some strategy. '' if none."""
    alike: dict[str, list[int]] = {}
    for one in held:
        if not one.valid.is_empty():
            few = f"there {'is' if one.n_decided == 1 else 'are'} {plural(one.n_decided, 'deal')}"
            if one.n_decided >= FEW:
                few = f"some strategy has under {FEW} of {one.n_decided} deals"
            alike.setdefault(few, []).append(one.players)
    told = [f"{with_players(players)} {few}{' each' * (len(players) > 1)}" for few, players in alike.items()]
    said = "; ".join(told)
    return f" {said[:1].upper()}{said[1:]}; under {FEW} nothing is tested." if told else ""
