"""The results of a try: verdicts on a run that compares a changed game with the original.

The judged metrics and the effects of changed items are one family with an error of 5 % (Holm). If deals were
added to a finished run, the family has only a part of this error. All other results of the run
(`exploratory`) are shown but not judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from scipy import special

from marchsim.analysis.judging.verdict import AMBER, GREY, RED
from marchsim.analysis.reading.panels import classify
from marchsim.analysis.reading.source import Run, error_part, guesses, look_words, provenance, scan
from marchsim.analysis.reading.void_ratio import void_ratios
from marchsim.analysis.trying.answers import PERHAPS, TryAnswer, answers, sure
from marchsim.analysis.trying.rows import ChangedMetric, row
from marchsim.analysis.trying.swept import joint_levels
from marchsim.analysis.variants.comparisons import Study, joined, part_of, study
from marchsim.analysis.variants.differences import ChangedValue, changes
from marchsim.analysis.variants.quantities import Component, components_of
from marchsim.analysis.variants.rulesets import Rulesets, of_run
from marchsim.analysis.variants.verdicts import ALPHA
from marchsim.errors import NothingMeasured
from marchsim.recorder import manifest as manifests
from marchsim.recorder.metrics import component
from marchsim.stats.assurance import DRAWS, POWER, Assurance, assurance
from marchsim.stats.choices import Bools
from marchsim.stats.clusters import FEW, Floats
from marchsim.stats.shrinkage import with_outliers

STILL = "nothing that was measured changes by as much as matters"
SAME_GAME = ("players", "deal", "line_up", "rotation")


@dataclass(frozen=True)
class Tried:
    """The results of a try. `base` and `changed` name its rule sets.

    `deals` has, by number of players, the deals that count under both. `rows` are the family of verdicts.
    `others`, and the unchanged `items`, are exploratory. `needed` is about how many deals, with each number
    of players, decide all open rows (`ChangedMetric.open`) in 80 % of such tries. `watch` are two games of
    one deal, before and after, with different winners if possible. `guesses` counts the (assumed, all)
    numbers of components.
    """

    base: str
    changed: str
    changes: tuple[ChangedValue, ...]
    rows: tuple[ChangedMetric, ...]
    others: tuple[ChangedMetric, ...]
    items: tuple[ChangedMetric, ...]
    answers: tuple[TryAnswer, ...]
    games: int
    void: int
    deals: dict[int, int]
    needed: int | None
    watch: tuple[int, int] | None
    guesses: tuple[int, int] | None
    notes: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # names of the changed items, by id
    uneven: tuple[str, ...] = ()  # where void games are concentrated; shown before all else

    @property
    def significant(self) -> bool:
        """Whether any row changes significantly."""
        return any(row.significant for row in self.rows)

    @property
    def alike(self) -> bool:
        """Whether no judged metric differed in any deal."""
        return all(row.differ == 0 for row in self.rows)

    @property
    def verdict(self) -> str:
        """The verdict as a sentence without its full stop."""
        return f"{self.said[0].upper()}{self.said[1:]}"

    @property
    def said(self) -> str:
        """The clear changes, or a note that there are none, as the end of a sentence."""
        if self.uneven:
            return f"void games differ: {self.uneven[0]}"
        claims = [
            one.claim for mark in (RED, AMBER) for one in self.answers if one.chip == mark and one.claim
        ]
        if claims:
            return _joined(claims[:2])
        if self.alike:
            return "nothing changed: all games were the same"
        unsure = sum(row.chip == GREY for row in self.rows)
        if max(self.deals.values()) < FEW:
            return f"too early to tell: under {FEW} deals nothing is tested"
        return f"nothing is shown to change; {unsure} of {len(self.rows)} are open" if unsure else STILL


def _joined(claims: list[str]) -> str:
    """The claims joined by "and", with a common beginning or end given only once."""
    tail = PERHAPS if all(one.endswith(PERHAPS) for one in claims) else ""
    first, *rest = (one.removesuffix(tail) for one in claims)
    same = "games are " if first.startswith("games are ") else ""
    return " and ".join([first, *(one.removeprefix(same) for one in rest)]) + tail


def tried(run: Run, label: str = "run") -> Tried:
    """The results of the run of a try. Raises NothingMeasured if no deal counts under both rule sets."""
    rulesets = of_run(run, label)
    changed = rulesets.others[0]
    found = changes(rulesets.control.resolved, changed.resolved)
    old, now = components_of([rulesets.control]), components_of([changed])
    every = old | now
    whole = study(rulesets, [name for name, one in every.items() if one.extra])
    touched = whole.components
    deals = {one.players: one.common for one in whole.meetings if one.common}
    if not deals:
        raise NothingMeasured(
            f"{label}: no deal counted under both rules; all its games were void or had a baseline player."
        )
    family = sorted(whole.primary, key=lambda one: (one.players, not component(one.metric)))
    rows = tuple(_levelled(whole, changed.name, [row(one, touched, old) for one in family]))
    games, seen = classify(run), look_words(run.manifest)
    assured, fewest = assured_rows(rows, manifests.look_number(run.manifest)), min(deals.values())
    return Tried(
        rulesets.control.name, changed.name, tuple(found), rows,
        *_others(whole, every),
        (*answers(rows), sure(rows, deals, assured)), games.height, int((games["state"] == "void").sum()),
        deals, assured.number(POWER, fewest) if assured else None, _watch(run, rulesets),
        guesses(provenance(run), changed.variant),
        (*_notes(rows, touched, now), *([seen] if seen else [])),
        {one.id: one.name for one in touched.values()},
        tuple(one.words for one in void_ratios(run)),
    )  # fmt: skip


def _levelled(whole: Study, changed: str, rows: Sequence[ChangedMetric]) -> Iterator[ChangedMetric]:
    """Yield the rows, those of changed cards with their level after the change.

    The intervals of all levels hold at once, within the error of this look.
    """
    cards = sum(row.extra and not row.new for row in rows)
    names, part = (whole.rulesets.control.name, changed), part_of(whole.rulesets)
    for one in rows:
        if one.extra and not one.new:
            values = joined(whole, names, one.players, one.metric)
            yield one if values is None else replace(one, level=_level(one, values, cards / part))
        else:
            yield one


def _level(one: ChangedMetric, values: Floats, counts: float) -> tuple[float, float, float] | None:
    """The level after the change with its interval. None if it has none."""
    found = next(joint_levels(100.0 * one.players * values[:, 1:], counts))
    known = found.value is not None and found.low is not None and found.high is not None
    return (found.value or 0.0, found.low or 0.0, found.high or 0.0) if known else None


def _others(
    whole: Study, every: Mapping[str, Component]
) -> tuple[tuple[ChangedMetric, ...], tuple[ChangedMetric, ...]]:
    """The exploratory rows: first those of metrics, then those of unchanged components."""
    rows = [row(one, every) for one in whole.exploratory]
    items = tuple(one for one in rows if one.metric in every)
    return tuple(one for one in rows if one.metric not in every), items


def _notes(
    rows: tuple[ChangedMetric, ...], touched: Mapping[str, Component], now: Mapping[str, Component]
) -> list[str]:
    """Notes on changed components that left the game, or that nobody was dealt in any deal."""
    told = {row.metric for row in rows}
    silent = [name for name in touched if name not in told]
    gone = [f"{touched[name].name} is not in the game any more." for name in silent if name not in now]
    return [
        *gone,
        *(f"{touched[name].name} was dealt to nobody in any deal." for name in silent if name in now),
    ]


def assured_rows(rows: Sequence[ChangedMetric], look: int) -> Assurance | None:
    """The chance that more deals decide all open rows with a known error. None if there are none.

    Changes are drawn jointly, in units of margins, with a prior under which a change of one margin is
    ordinary. A row is decided if Holm's test at the next look shows a change, or if the row is shown to be
    inside the margin. A change that may or may not matter is decided if its joint interval is beyond the
    margin, or if it is shown to be inside.
    """
    rated = [row for row in rows if row.error and row.margin]
    unsure = sorted((row for row in rated if row.open), key=lambda row: row.significant)
    if not unsure:
        return None
    known = [*unsure, *(row for row in rated if not row.open)]
    values = np.array([row.change / row.margin for row in known])
    variances = np.array([((row.error or 0.0) / row.margin) ** 2 for row in known])
    count, tests = len(unsure), sum(row.adjusted is not None for row in rows) or len(rows)
    part = error_part(look + 1)
    left = tests - sum(row.significant for row in rows)  # steps of Holm after those found so far
    tested = sum(not row.significant for row in unsure)  # the rest have changed, and may matter
    steps = np.arange(left, 0, -1)[:tested]
    levels = ALPHA * part / np.concatenate([steps, np.ones(tested - len(steps))])
    df = np.array([row.deals for row in unsure]) - 1

    def decides(seen: Floats, spread: Floats, times: float) -> Bools:
        off, few = np.abs(seen), times * df
        p = (2 * special.stdtr(few, -off / spread))[:, :tested]
        order = np.argsort(p, axis=1)
        passed = np.logical_and.accumulate(np.take_along_axis(p, order, axis=1) < levels, axis=1)
        shown = off - special.stdtrit(few, 1 - ALPHA * part / tests / 2) * spread > 1
        np.put_along_axis(shown, order, passed, axis=1)
        inside = off + special.stdtrit(few, 1 - ALPHA * part) * spread < 1
        return np.asarray((shown | inside).all(axis=1) & (few.min() + 1 >= FEW))

    nothing = np.zeros((len(known), 0))
    truth = with_outliers(values, variances, 1.0, nothing).draws(DRAWS, seed=2)[:, :count]
    return assurance(values[:count], np.diag(variances[:count]), truth, decides)


def _watch(run: Run, rulesets: Rulesets) -> tuple[int, int] | None:
    """Two games of one deal and seating, before and after, if possible with different winners.

    None if no game was played under both rule sets.
    """
    wanted = ("game", "variant", "winners", "void", *SAME_GAME)
    games = scan(run, "games", wanted).select(wanted).with_columns(pl.col("variant", "void").cast(pl.String))
    sound = games.filter(pl.col("void").fill_null("") == "").collect()
    then, now = (sound.filter(pl.col("variant") == one.variant) for one in rulesets.all)
    both = then.join(now, on=SAME_GAME, suffix=" now").sort("game")
    other = both.filter(pl.col("winners") != pl.col("winners now"))
    first = (other if other.height else both).head(1)
    return (int(first["game"][0]), int(first["game now"][0])) if first.height else None
