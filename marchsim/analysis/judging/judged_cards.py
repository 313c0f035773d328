"""The verdict on cards: whether a card in the opening hand is worth too much or too little.

Opening hands are random, so seats with a card are compared with seats without it, for the same seat and
strategy (`analysis.cards`). The scale is extra wins where 100 are fair, as an unweighted mean over numbers of
players. The error of this question is divided equally among the cards (Bonferroni). So the intervals of all
cards hold at once, and with them the words "clearly" and "noticeable". With few deals a t interval is too
narrow, and re-dealing the hands calibrates it (`joint_error`). The word "fine" is tested for each card by
itself. The largest of many estimates is usually too large, so the printed number of a card is shrunk towards
the others (`stats.shrinkage.with_outliers`). A claim must hold for the interval of the shrunk number as well.
Cards that are hardly ever played are shown but not judged.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from marchsim.analysis.cards.items import Item, counted, is_idle, item_table
from marchsim.analysis.cards.opening_hands import by_deals, redealt
from marchsim.analysis.cards.screening import DEAL_SEED, CardPanel, card_panels
from marchsim.analysis.cards.values import SCALE
from marchsim.analysis.judging.verdict import (
    AMBER,
    CARDS,
    EXTRA,
    GREEN,
    GREY,
    IDLE,
    RED,
    Family,
    JudgedPart,
    Question,
    Verdict,
    called,
    chip,
    figure,
    listed,
    named,
    open_words,
    signed,
)
from marchsim.analysis.reading.estimates import FAIR, LEVEL, Estimate
from marchsim.analysis.reading.source import Run, opponents
from marchsim.errors import RecordError
from marchsim.stats.assurance import DRAWS, POWER, Assurance, assurance
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.intervals import Interval, normal_quantile, t_interval
from marchsim.stats.joint import joint_errors
from marchsim.stats.redealing import joint_error
from marchsim.stats.shrinkage import Posterior, with_outliers

MANY = 100  # with this many deals of every card, t is accurate enough
DEALINGS = 1_999  # re-dealings of hands, if a card has fewer deals
EXPECTED = 20  # the least number of re-dealings beyond the intervals
FARTHEST, HALVINGS = 16, 8  # limits of the search for the least estimate that a run notices
BY_ITSELF = " The run stopped by itself or is not finished, and no interval of cards holds then."


@dataclass(frozen=True)
class CardStrength:
    """The extra wins of seats that were dealt a card, by number of players (`counts`) and as a mean.

    `rate` is the share of holders who played the card.
    """

    item: Item
    counts: Mapping[int, Estimate]
    rate: float | None

    @property
    def value(self) -> float:
        """The unweighted mean over numbers of players, in wins where 100 are fair."""
        return sum(FAIR * k * (one.value or 0.0) for k, one in self.counts.items()) / len(self.counts)

    @property
    def error(self) -> float:
        """The standard error of `value`."""
        return math.hypot(*(FAIR * k * (one.se or 0.0) for k, one in self.counts.items())) / len(self.counts)

    @property
    def deals(self) -> int:
        """The number of deals in which a seat was dealt the card."""
        return sum(one.deals for one in self.counts.values())

    @property
    def df(self) -> int:
        """Degrees of freedom of `value`: one less than the smallest number of deals."""
        return min(one.deals for one in self.counts.values()) - 1

    def interval(self, level: float) -> Interval:
        """The t interval of `value`."""
        return t_interval(self.value, self.error, self.df, level)


def has_cards(run: Run) -> bool:
    """Whether the run recorded the cards of each seat."""
    try:
        item_table(run)
    except RecordError:
        return False
    return True


def strengths(panels: Sequence[CardPanel], kind: str) -> list[CardStrength]:
    """The strength of each card with enough deals, sorted by id. All panels must have the same rules."""
    found: dict[str, dict[int, Estimate]] = {}
    items: dict[str, Item] = {}
    drawn, played = Counter[str](), Counter[str]()
    for panel in panels:
        plays = counted(panel.seen, kind, [item.id for item in panel.items])
        for item, one in zip(panel.items, by_deals(panel.given), strict=True):
            items[item.id] = item
            drawn[item.id] += plays[item.id, ""].drawn
            played[item.id] += plays[item.id, ""].played
            if one.se and one.deals >= FEW:
                found.setdefault(item.id, {})[panel.players] = one
    return [
        CardStrength(items[name], held, played[name] / drawn[name] if drawn[name] else None)
        for name, held in sorted(found.items())
    ]


def cards(run: Run, margin: float, anytime: bool) -> dict[str, Question]:
    """The question on cards for each rule set with games between players. Empty if no cards were recorded."""
    if not has_cards(run):
        return {}
    kind, panels = card_panels(run)
    together = opponents(run.manifest)
    held: dict[str, list[CardPanel]] = {}
    for panel in panels:
        if panel.players > 1 and panel.variant not in together and len(panel.given.hands.item):
            held.setdefault(panel.variant, []).append(panel)
    return {rules: _question(rules, kind, here, margin, anytime) for rules, here in held.items()}


def _question(rules: str, kind: str, held: list[CardPanel], margin: float, anytime: bool) -> Question:
    able = strengths(held, kind)
    judged = [one for one in able if not is_idle(one.rate)]
    if anytime or not judged:
        why = BY_ITSELF if anytime else f" No {kind} was both dealt in {FEW} deals and played."
        return Question(False, lambda _: _unknown(rules, kind, held, why))

    def judge(family: Family) -> Verdict:
        each = error_of_each(held, judged, family.each)
        rows = _rows(able, each, margin, family)
        found = _chip([row.chip for row in rows if not row.mark])
        first = _first(rows, found)
        top = next(one for one in able if one.item.id == first.id)
        games = sum(panel.layout.n_games for panel in held)
        notice = detectable(able, judged, each)
        assured = assured_cards(able, judged, margin, family) if found == GREY else None
        return Verdict(
            CARDS,
            rules,
            tuple(panel.players for panel in held),
            found,
            _words(kind, found, rows, first, margin)
            + open_words(found, notice, assured, games)
            + _rare_words(held, able),
            EXTRA,
            first.estimate,
            (first.low or 0.0, first.high or 0.0),
            margin,
            family,
            notice,
            assured.number(POWER, games) if assured else None,
            games,
            deals=sum(panel.layout.n_deals for panel in held),
            parts={k: one.times(FAIR * k) for k, one in top.counts.items()},
            rows=tuple(rows),
            asks=_asks(kind),
            assured=assured,
        )

    return Question(True, judge)


def _asks(kind: str) -> str:
    return f"Are some {kind}s too strong?"


def error_of_each(held: Sequence[CardPanel], judged: Sequence[CardStrength], error: float) -> float:
    """The error level of each card's interval at which the chance of any error is at most `error`."""
    if min(one.df for one in judged) + 1 >= MANY:
        return error / len(judged)
    repeats = max(DEALINGS, math.ceil(EXPECTED / error))
    sums, variances = np.zeros((2, repeats, len(judged)))
    for panel in held:
        found = [one.counts.get(panel.players) for one in judged]
        mine = [at for at, one in enumerate(found) if one is not None]
        places = {item.id: at for at, item in enumerate(panel.items)}
        own = [places[judged[at].item.id] for at in mine]
        drawn = redealt(panel.given, repeats, DEAL_SEED + panel.players)
        sums[:, mine] += panel.players * drawn[0][:, own]
        variances[:, mine] += panel.players**2 * drawn[1][:, own]
    t = sums / np.sqrt(np.where(variances > 0, variances, np.inf))
    return joint_error(t, np.array([one.df for one in judged], dtype=np.float64), error)


def _rows(able: Sequence[CardStrength], each: float, margin: float, family: Family) -> list[JudgedPart]:
    """The cards, strongest first. Their intervals have the error level `each`, so that all hold at once."""
    rows = []
    for one, (value, sure) in zip(able, _shrunk(able), strict=True):
        wide, narrow = one.interval(1 - each), one.interval(1 - 2 * family.each)
        idle = is_idle(one.rate)
        rows.append(
            JudgedPart(
                one.item.name, value, sure.low, sure.high, one.deals,
                GREY if idle else _weaker(wide, narrow, sure, margin), IDLE if idle else "", one.item.id,
            )
        )  # fmt: skip
    return sorted(rows, key=lambda row: (-row.estimate, row.id))


def _shrunk(able: Sequence[CardStrength]) -> list[tuple[float, Interval]]:
    """The shrunk effect of each card, with its 95 % interval. A single card is not shrunk."""
    if len(able) < 2:
        return [(one.value, one.interval(LEVEL)) for one in able]
    found = _posterior(able, _values(able)).true
    columns = (column.tolist() for column in (found.mean, *found.interval(LEVEL)))
    return [(mean, Interval(low, high, "shrunk")) for mean, low, high in zip(*columns, strict=True)]


def _posterior(able: Sequence[CardStrength], effects: Floats) -> Posterior:
    """The posterior distribution of the cards' true effects, given their estimates `effects`."""
    scale = SCALE * FAIR * float(np.mean([k for one in able for k in one.counts]))
    return with_outliers(effects, _variances(able), scale)


def _values(able: Sequence[CardStrength]) -> Floats:
    return np.array([one.value for one in able])


def _variances(able: Sequence[CardStrength]) -> Floats:
    return np.array([one.error**2 * one.df / (one.df - 2) for one in able])


def detectable(able: Sequence[CardStrength], judged: Sequence[CardStrength], each: float) -> float:
    """The true effect that such a run detects in 80 % of cases, for a card with the median standard error.

    A card is detected if its own interval and its shrunk interval both exclude 0, with all other cards as
    estimated.
    """
    middle = sorted(judged, key=lambda one: one.error)[len(judged) // 2]
    least = float(special.stdtrit(middle.df, 1 - each / 2)) * middle.error
    if len(able) > 1 and not _noticed(able, middle, least):
        high = 2 * least
        while not _noticed(able, middle, high) and high < FARTHEST * least:
            high *= 2
        low = high / 2
        for _ in range(HALVINGS):
            at = (low + high) / 2
            low, high = (low, at) if _noticed(able, middle, at) else (at, high)
        least = high
    return least + float(special.stdtrit(middle.df, POWER)) * middle.error


def _noticed(able: Sequence[CardStrength], one: CardStrength, value: float) -> bool:
    """Whether the shrunk interval of the card `one` would exclude 0 if its estimate were `value`."""
    at = list(able).index(one)
    effects = _values(able)
    effects[at] = value
    low, high = _posterior(able, effects).true.interval(LEVEL)
    return bool(low[at] > 0 or high[at] < 0)


def assured_cards(
    able: Sequence[CardStrength], judged: Sequence[CardStrength], margin: float, family: Family
) -> Assurance:
    """The chance that more games decide the question, averaged over plausible true effects.

    They decide it if both intervals of some card exclude 0, or if all cards are inside the margin.
    """
    variances, values = _variances(judged), _values(judged)
    if len(able) > 1:
        places = [list(able).index(one) for one in judged]
        truth = _posterior(able, _values(able)).draws(DRAWS, seed=2)[:, places]
    else:
        truth = values + joint_errors(np.diag(variances), None, DRAWS, seed=2)
    tau2 = np.mean(truth**2, axis=1)[:, None]
    fewest = np.array([one.df for one in judged])
    error = family.later / len(judged)

    def decides(seen: Floats, errors: Floats, times: float) -> Bools:
        df, off = times * fewest, np.abs(seen)
        kept = tau2 / (tau2 + errors**2) if len(able) > 1 else 1.0
        sure = np.sqrt(kept) * off > normal_quantile(LEVEL) * errors
        claimed = (sure & (off > special.stdtrit(df, 1 - error / 2) * errors)).any(axis=1)
        inside = (off + special.stdtrit(df, 1 - family.later) * errors < margin).all(axis=1)
        return np.asarray(claimed | inside)

    return assurance(values, np.diag(variances), truth, decides)


def _weaker(wide: Interval, narrow: Interval, sure: Interval, margin: float) -> str:
    """The weaker of two claims: the one by a card's own interval, and the one by its shrunk interval."""
    word = chip(wide, narrow, margin)
    if word == RED and -margin <= sure.high and sure.low <= margin:
        word = AMBER
    return GREY if word == AMBER and sure.low <= 0 <= sure.high else word


def _chip(chips: Sequence[str]) -> str:
    """The chip of all cards: the strongest claim about any card, or "fine" if all cards are fine."""
    for claim in (RED, AMBER):
        if claim in chips:
            return claim
    return GREEN if all(one == GREEN for one in chips) else GREY


def _first(rows: Sequence[JudgedPart], found: str) -> JudgedPart:
    """The card that the verdict names: the one furthest from 0 among cards with the chip `found`."""
    judged = [row for row in rows if not row.mark]
    own = [row for row in judged if row.chip == found] or judged
    return max(own, key=lambda row: abs(row.estimate))


def _words(kind: str, found: str, rows: Sequence[JudgedPart], first: JudgedPart, margin: float) -> str:
    """Sentences on the cards that are clearly off, and on how many are noticeable or fine."""
    judged = [row for row in rows if not row.mark]
    size = f"who is dealt {called(first.name)} at the start {_wins(first)}"
    said = {
        RED: f"{_clear_words(judged)}: {size}",
        AMBER: f"Some {kind}s are shown to be off, and none by more than {margin:g}: {size}",
        GREEN: f"No {kind} is off by as much as matters: {size}, the furthest off",
        GREY: f"Whether some {kind} is off is inconclusive: {size}",
    }[found]
    counts = [
        f"{number} {word}"
        for mark, word in ((RED, "clearly off"), (AMBER, "noticeable"), (GREEN, "fine"), (GREY, "open"))
        if (number := sum(row.chip == mark for row in judged))
    ]
    idle = len(rows) - len(judged)
    left = f" {idle} {'is' if idle == 1 else 'are'} hardly played and not judged." if idle else ""
    return f"{said}. Of {len(judged)} {kind}s: {listed(counts)}. It matters from {margin:g} off.{left}"


def _rare_words(held: Sequence[CardPanel], able: Sequence[CardStrength]) -> str:
    """A sentence on the cards that were dealt in too few deals, or '' if there are none."""
    few = len({item.id for panel in held for item in panel.items}) - len(able)
    return f" {few} {'was' if few == 1 else 'were'} dealt in under {FEW} deals." if few else ""


def _clear_words(judged: Sequence[JudgedPart]) -> str:
    """The names of the cards that are clearly too strong or too weak."""
    strong = [row.name for row in judged if row.chip == RED and row.estimate > 0]
    weak = [row.name for row in judged if row.chip == RED and row.estimate < 0]
    return listed(
        f"{named(names)} {'is' if len(names) == 1 else 'are'} clearly too {word}"
        for names, word in ((strong, "strong"), (weak, "weak"))
        if names
    )


def _wins(row: JudgedPart) -> str:
    """A card's effect in words: 'wins 60 more where 100 are fair (+54 to +66)'."""
    more = "more" if row.estimate >= 0 else "fewer"
    around = f"{signed(row.low or 0.0)} to {signed(row.high or 0.0)}"
    return f"wins {figure(abs(row.estimate))} {more} where 100 are fair ({around})"


def _unknown(rules: str, kind: str, held: Sequence[CardPanel], why: str) -> Verdict:
    return Verdict(
        CARDS, rules, tuple(panel.players for panel in held), GREY,
        f"Whether some {kind} is too strong is inconclusive.{why}", EXTRA,
        games=sum(panel.layout.n_games for panel in held),
        deals=sum(panel.layout.n_deals for panel in held), asks=_asks(kind),
    )  # fmt: skip
