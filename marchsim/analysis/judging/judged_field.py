"""Verdicts on games against each other: is the first seat favoured, does a strategy dominate.

Both on the scale of wins where 100 are fair, pooled over numbers of players (`analysis.field.pooled`).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import combinations

from scipy import special

from marchsim.analysis.field.pooled import FAIR, Count, Pooled
from marchsim.analysis.judging.answers import UNMEASURED
from marchsim.analysis.judging.verdict import (
    AMBER,
    FIRST_SEAT,
    GREEN,
    GREY,
    NARROW,
    RED,
    STRATEGIES,
    WINS,
    Asked,
    Family,
    JudgedPart,
    Verdict,
    barred_words,
    called,
    chip,
    figure,
    listed,
    named,
    span,
    with_players,
)
from marchsim.analysis.reading.estimates import LEVEL
from marchsim.analysis.reading.played import Played, fields
from marchsim.errors import plural
from marchsim.stats.clusters import FEW
from marchsim.stats.intervals import Interval
from marchsim.stats.power import omnibus_multiple

UNLIKE = ("gauntlet", "fixed")  # designs whose strategies meet different opponents
POWER = 0.8  # with which games to decide do decide
STEPS = 40  # of halving
MOST_MORE = 100  # times the games of a run: more than that is out of sight


def first_seat(rules: str, held: Sequence[Played], margin: float, anytime: bool) -> Asked | None:
    """Return the question whether the first player is favoured; None where nobody plays against anybody."""
    held = [one for one in held if one.players > 1]
    if not held:
        return None
    able = [one for one in held if one.balanced and one.n_deals >= FEW]
    lacking = _lacking([one for one in held if one not in able]) + barred_words(held)
    if not able:
        return Asked(False, lambda _: _unknown(FIRST_SEAT, rules, held, "the first player", lacking))
    pooled = Pooled([Count(one.players, one.won[:, :1], one.seated[:, :1]) for one in able], anytime)

    def judge(family: Family) -> Verdict:
        own = family.each / min(2, len(able))  # of several numbers of players one half is for each by itself
        wide, narrow = (pooled.interval(0, 1 - error) for error in (own, 2 * own))
        found, beyond = chip(wide, narrow, margin, FAIR), _beyond(pooled, own, margin)
        agree = found == RED and all((at.low > FAIR) == (wide.low > FAIR) for _, at in beyond)
        words = _seat_words(found, pooled, wide, margin, own)
        if beyond and not agree:
            words, found = _parts_words(beyond, found, pooled, wide, margin), RED
        error, value = float(pooled.errors[0]), float(pooled.values[0])
        notice = None if anytime else error * omnibus_multiple(1, pooled.df, own)
        needed = None if anytime else _needed(found, value - FAIR, error, margin, own, able)
        return Verdict(
            FIRST_SEAT,
            rules,
            tuple(one.players for one in able),
            found,
            words + _open(found, notice, needed) + lacking,
            WINS,
            value,
            (wide.low, wide.high),
            margin,
            family,
            notice,
            needed,
            sum(len(one.games) for one in able),
            sum(one.n_deals for one in able),
            tuple(_part(one, 0, str(one.players), anytime) for one in pooled.counts),
        )

    return Asked(True, judge)


def _each(pooled: Pooled, error: float) -> list[tuple[Count, Interval]]:
    """Return the numbers of players with intervals that hold all at once but for this error (Bonferroni)."""
    level = 1 - error / len(pooled.counts)
    return [(one, one.interval(0, level, pooled.anytime)) for one in pooled.counts]


def _beyond(pooled: Pooled, error: float, margin: float) -> list[tuple[Count, Interval]]:
    """Return which of several numbers of players lie beyond the margin by themselves."""
    if len(pooled.counts) == 1:
        return []
    return [
        (one, at) for one, at in _each(pooled, error) if at.low > FAIR + margin or at.high < FAIR - margin
    ]


def _part(one: Count, kind: int, name: str, anytime: bool) -> JudgedPart:
    found = one.interval(kind, LEVEL, anytime)
    deals = int((one.entries[:, kind] > 0).sum())
    return JudgedPart(name, float(one.values[kind]), found.low, found.high, deals)


def _needed(
    found: str, off: float, error: float, margin: float, alpha: float, held: Sequence[Played]
) -> int | None:
    """Return about how many games tell in 80 % of cases, if the first seat is as much `off` as it looks.

    They tell that it is off, or by two one-sided tests that it is too little to matter.
    """
    if found != GREY or not error:
        return None
    reach, small = (float(special.ndtri(1 - part)) for part in (alpha / 2, alpha))

    def silent(se: float) -> float:
        """Return the chance that neither is told: |estimate| between margin - small se and reach se."""
        low, high = max(0.0, margin - small * se), reach * se
        ends = [(high - off) / se, (low - off) / se, (-low - off) / se, (-high - off) / se]
        above, inner, under, below = (float(special.ndtr(end)) for end in ends)
        return (above - inner) + (under - below)

    enough, se = margin / (reach + small), error  # with `enough` one of the two is always told
    if silent(error) <= 1 - POWER:
        se = enough
    for _ in range(STEPS if se > enough else 0):
        middle = math.sqrt(enough * se)
        enough, se = (enough, middle) if silent(middle) > 1 - POWER else (middle, se)
    return math.ceil(max(1.0, (error / enough) ** 2) * sum(len(one.games) for one in held))


def _open(found: str, notice: float | None, needed: int | None) -> str:
    """Return what a run that cannot tell would have noticed, and how many games decide; '' where it tells."""
    if found != GREY:
        return ""
    told = f" This run would notice {figure(notice)}." if notice else ""
    return told + (f" About {needed:,} games would decide if things are as they look." if needed else "")


def _parts_words(
    beyond: Sequence[tuple[Count, Interval]], found: str, pooled: Pooled, wide: Interval, margin: float
) -> str:
    """Return the sentence on a first seat that matters with some numbers of players, not with all."""
    each = listed(
        f"{'favoured' if at.low > FAIR else 'at a disadvantage'} {with_players([one.players])} "
        f"({figure(float(one.values[0]))}; {span(at)})"
        for one, at in beyond
    )
    opposite = len({at.low > FAIR for _, at in beyond}) > 1
    depends = ", so it depends on the number of players" if opposite or found == GREEN else ""
    rest = [one for one in pooled.counts if all(one is not other for other, _ in beyond)]
    others = listed(f"{figure(float(one.values[0]))} {with_players([one.players])}" for one in rest)
    told = f"The first player is clearly {each}{depends}" + (f"; {others}" if rest else "")
    together = f"{figure(float(pooled.values[0]))} wins where 100 are fair ({span(wide)})"
    return f"{told}. All together: {together}. It matters from {margin:g} off."


def _seat_words(found: str, pooled: Pooled, wide: Interval, margin: float, error: float) -> str:
    """Return the sentence on the first seat; `error` is that of the numbers of players by themselves."""
    value = float(pooled.values[0])
    size = f"{figure(value)} wins where 100 are fair ({span(wide)})"
    side = "favoured" if value > FAIR else "at a disadvantage"
    said = {
        RED: f"The first player is clearly {side}: {size}",
        AMBER: f"The first player is {side}, by how much is open: {size}",
        GREEN: f"The first player has no edge that matters: {size}",
        GREY: f"Whether the first player is favoured cannot be told yet: {size}",
    }[found]
    if found == GREEN and not wide.low <= FAIR <= wide.high:
        said = f"The first player is {side} a little, too little to matter: {size}"
    if len(pooled.counts) > 1:
        each = listed(figure(float(one.values[0])) for one in pooled.counts)
        said += f"; {each} {with_players([one.players for one in pooled.counts])}"
    return f"{said}. It matters from {margin:g} off.{_against(found, pooled, value, error)}"


def _against(found: str, pooled: Pooled, value: float, error: float) -> str:
    """Return which numbers of players do not show what all of them do together."""
    parts = _each(pooled, error)
    if found in (RED, AMBER):
        parts = [(one, at) for one, at in parts if (at.low <= FAIR if value > FAIR else at.high >= FAIR)]
        told = "Not seen"
    else:
        parts = [(one, at) for one, at in parts if at.low > FAIR or at.high < FAIR] if found == GREY else []
        told = "By itself it is off"
    if not parts or len(pooled.counts) < 2:
        return ""
    each = listed(
        f"{with_players([one.players])}: {figure(float(one.values[0]))} ({span(at)})" for one, at in parts
    )
    return f" {told} {each}."


def strategies(
    rules: str,
    held: Sequence[Played],
    margin: float,
    anytime: bool,
    kind: str,
    limited: Collection[str] = (),
) -> list[Asked]:
    """Return the question whether a strategy dominates, once for each field that plays.

    `kind` is that of the design: where strategies meet different opponents they are not compared. Those
    `limited` on purpose play, are shown and not judged.
    """
    played = fields(held)
    barred = barred_words([one for one in held if one.players > 1])
    if not played and barred:
        return [Asked(False, lambda _: _unknown(STRATEGIES, rules, held, "a strategy", barred))]
    return [
        _dominates(rules, list(names), here, margin, anytime, kind, barred, limited)
        for names, here in played.items()
    ]


def _dominates(
    rules: str,
    names: list[str],
    held: list[Played],
    margin: float,
    anytime: bool,
    kind: str,
    barred: str,
    limited: Collection[str],
) -> Asked:
    able = [one for one in held if int((one.entries > 0).sum(axis=0).min()) >= FEW]
    lacking = _few([one for one in held if one not in able]) + barred
    if kind in UNLIKE:
        able, lacking = [], f" Strategies of a {kind} design meet different opponents.{barred}"
    judged = [at for at, name in enumerate(names) if name not in limited]
    if len(judged) < 2:
        able, lacking = [], f" All but {len(judged)} of the strategies are limited on purpose.{barred}"
    if not able:
        return Asked(False, lambda _: _unknown(STRATEGIES, rules, held, "a strategy", lacking))
    pooled = Pooled([Count(one.players, one.credit, one.entries) for one in able], anytime)

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
                int(sum((one.entries[:, at] > 0).sum() for one in pooled.counts)),
                mark="" if at in judged else NARROW,
            )
            for at in every
        )  # fmt: skip
        top = order[0]
        value = float(pooled.values[top])
        needed = (
            None if anytime else _more(found, around[top], value, float(pooled.errors[top]), margin, able)
        )
        words = _strategy_words(found, names, order, pooled, around, pairs, margin)
        if len(order) < len(names):
            words += f" Limited on purpose, so not judged: {named([r.name for r in rows if r.mark])}."
        return Verdict(
            STRATEGIES,
            rules,
            tuple(one.players for one in able),
            found,
            words + _open(found, None, needed) + lacking,
            WINS,
            value,
            (around[top].low, around[top].high),
            margin,
            family,
            _gap(pooled, critical, judged),
            needed,
            sum(len(one.games) for one in able),
            sum(one.n_deals for one in able),
            tuple(_part(one, top, str(one.players), anytime) for one in pooled.counts),
            rows,
            tuple((names[one], names[other]) for one, other in sorted(pairs)),
        )

    return Asked(True, judge)


def _gap(pooled: Pooled, critical: float | None, judged: Sequence[int]) -> float | None:
    """Return how far two strategies must be apart to be told apart in 80 % of such runs."""
    if critical is None:
        return None
    widest = max(pooled.error_between(one, other) for one, other in combinations(judged, 2))
    return (critical + float(special.ndtri(0.8))) * widest


def _more(
    found: str, around: Interval, value: float, error: float, margin: float, held: Sequence[Played]
) -> int | None:
    """Return about how many games tell the first from the margin in 80 % of cases, if it is as it looks.

    None out of sight.
    """
    short = abs(FAIR + margin - value)
    half = around.high - value if value < FAIR + margin else value - around.low
    reach = half + float(special.ndtri(POWER)) * error
    if found != GREY or not short or (reach / short) ** 2 > MOST_MORE:
        return None
    return math.ceil(max(1.0, (reach / short) ** 2) * sum(len(one.games) for one in held))


def _strategy_chip(
    order: list[int], around: list[Interval], pairs: set[tuple[int, int]], margin: float
) -> str:
    """Return the chip: does one dominate, is one ahead of all others, do none come near it."""
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
) -> str:
    """Return the sentences on strategies: who wins most, whether too much, and who is told apart."""
    top, last = order[0], order[-1]
    size = f"{figure(float(pooled.values[top]))} wins where 100 are fair ({span(around[top])})"
    best = called(names[top])
    over = [names[at] for at in order if around[at].low > FAIR + margin]
    limit = figure(FAIR + margin)
    said = {
        RED: f"{named(over)} clearly win{'s' if len(over) == 1 else ''} too often; {best} has {size}",
        AMBER: f"{best} is clearly ahead of all others with {size}",
        GREEN: f"No strategy dominates: {best} wins most, {size}",
        GREY: f"Whether a strategy dominates cannot be told yet: {best} wins most, {size}",
    }[found]
    near = [names[at] for at in order[1:] if (top, at) not in pairs]
    said += f"; one dominates from {limit}."
    if near and found != AMBER:
        said += f" Not told apart from {best}: {named(near)}."
    verb = "is" if len(pairs) == 1 else "are"
    many = len(order) * (len(order) - 1) // 2
    lowest = f"{called(names[last])} wins least, {figure(float(pooled.values[last]))}"
    return f"{said} {lowest}. {len(pairs)} of {plural(many, 'pair')} {verb} told apart."


def _unknown(question: str, rules: str, held: Sequence[Played], who: str, why: str) -> Verdict:
    """Return the verdict on what nothing can be said of."""
    verb = "is favoured" if question == FIRST_SEAT else "dominates"
    players = tuple(one.players for one in held)
    games = sum(len(one.games) for one in held)
    barred = not games and bool(barred_words(held))
    told = f"Whether {who} {verb} cannot be told{'' if barred else ' yet'}.{why}"
    return Verdict(
        question, rules, players, GREY, told, WINS, games=games, deals=sum(one.n_deals for one in held),
        answer=UNMEASURED if barred else "",
    )  # fmt: skip


def _lacking(held: Sequence[Played]) -> str:
    mixed = [one.players for one in held if not one.balanced and not one.games.is_empty()]
    told = _few([one for one in held if one.balanced])
    if mixed:
        told += f" Strategies did not sit equally often in every seat {with_players(mixed)}."
    return told


def _few(held: Sequence[Played]) -> str:
    """Return which numbers of players have too few deals, in all or of some strategy."""
    alike: dict[str, list[int]] = {}
    for one in held:
        if not one.games.is_empty():
            few = f"there {'is' if one.n_deals == 1 else 'are'} {plural(one.n_deals, 'deal')}"
            if one.n_deals >= FEW:
                few = f"some strategy has under {FEW} of {one.n_deals} deals"
            alike.setdefault(few, []).append(one.players)
    told = [f"{with_players(players)} {few}{' each' * (len(players) > 1)}" for few, players in alike.items()]
    said = "; ".join(told)
    return f" {said[:1].upper()}{said[1:]}; under {FEW} nothing is tested." if told else ""
