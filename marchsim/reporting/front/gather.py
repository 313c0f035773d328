"""Data of the first page for one rule set: verdicts, strategies, seats, cards, length and drama.

Games with a baseline player are left out, as in verdicts. Estimates by number of players have separate 95 %
intervals. The intervals of verdicts are simultaneous.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from marchsim.analysis.cards.screening import Screening
from marchsim.analysis.course.drama import Drama
from marchsim.analysis.course.pace import mean_scores
from marchsim.analysis.course.telling import Telling
from marchsim.analysis.field.kinds import Kinds
from marchsim.analysis.field.pooled import FAIR, Count
from marchsim.analysis.field.together import Together, together
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.judged_cards import has_cards
from marchsim.analysis.judging.verdict import CARDS, STRATEGIES, SURE, VARIANTS, Verdict
from marchsim.analysis.reading.chosen import choose
from marchsim.analysis.reading.estimates import LEVEL, Estimate
from marchsim.analysis.reading.looked import by_sequence
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.played import Played, played
from marchsim.analysis.robustness.known import KnownClaim, KnownStudy
from marchsim.recorder.baselines import baselines, handicapped
from marchsim.recorder.questions import SEATS, USUAL

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
FEW_WORDS = re.compile(r"""\s*(?:\"{3}|'{3})\s*(.+?)(?:[:;.,(\n]|\"{3}|'{3})""")
MOST_LETTERS = 56


@dataclass(frozen=True)
class Value:
    """An estimate for one number of players, with its 95 % interval."""

    players: int
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class StrategyRow:
    """A strategy: its wins index, pooled and by number of players, and its mean scores."""

    name: str
    value: float
    low: float | None
    high: float | None
    mark: str
    each: tuple[Value, ...]
    scores: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class SeatRow:
    """The wins of each seat, in turn order, for one number of players."""

    players: int
    seats: tuple[Value, ...]


@dataclass(frozen=True)
class CardRow:
    """A card: the extra wins index of a seat that is dealt it, and its play rate when held."""

    id: str
    name: str
    group: str
    cost: float | None
    value: float
    low: float | None
    high: float | None
    chip: str
    mark: str
    rate: float | None
    deals: int


@dataclass(frozen=True)
class LengthRow:
    """The turns of a game for one number of players: quantiles over games, and the mean."""

    players: int
    games: int
    mean: float
    quantiles: tuple[float, float, float, float, float]


@dataclass(frozen=True)
class WonRow:
    """Games won of 100 under a rule set or by a strategy, by number of players."""

    name: str
    each: tuple[Value, ...]


class Front:
    """One rule set of a run. Each table is read once and is empty if the run does not have it.

    `studies` are sensitivity studies of the same rules.
    """

    def __init__(self, found: Findings, variant: str = "", studies: Sequence[KnownStudy] = ()) -> None:
        self.found, self.run = found, found.run
        self.studies = tuple(studies)
        self.marks = baselines(self.run.manifest)
        self.judged = found.verdicts
        chosen = choose(self.run, variant)
        self.rules = chosen[0] if chosen else ""
        self.every = found.without_baselines
        here = [panel for panel in self.every if panel.variant == self.rules]
        self.here = [panel for panel in here if not panel.kept.is_empty()]

    @property
    def apart(self) -> list[Panel]:
        """The panels in which players play against each other."""
        return [panel for panel in self.here if not panel.opponent and panel.players > 1]

    @property
    def opponent(self) -> str:
        """The common opponent of the players, '' if there is none."""
        return next((panel.opponent for panel in self.here if panel.opponent), "")

    @property
    def claims(self) -> list[KnownClaim]:
        """The claims of the studies."""
        return [claim for study in self.studies for claim in study.claims]

    @property
    def assumed(self) -> bool:
        """Whether any component number is assumed."""
        sure = self.verdict(SURE)
        return sure is not None and bool(sure.guesses and sure.guesses[0])

    @property
    def several(self) -> bool:
        """Whether the run has several rule sets."""
        return len({panel.variant for panel in self.every}) > 1

    @property
    def players(self) -> list[int]:
        """The numbers of players of this rule set."""
        return sorted({panel.players for panel in self.here})

    @property
    def games(self) -> int:
        """The number of counted games."""
        return sum(panel.kept.height for panel in self.here)

    @property
    def deals(self) -> int:
        """The number of deals of the counted games."""
        return sum(panel.kept["deal"].n_unique() for panel in self.here)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The verdicts on this rule set and those on variants."""
        return [one for one in self.judged if one.rules == self.rules or one.question == VARIANTS]

    def verdict(self, question: str) -> Verdict | None:
        """The first verdict on a question, None if there is none."""
        return next((one for one in self.verdicts if one.question == question), None)

    def margin(self, question: str) -> float:
        """The smallest size that matters for an answer: the verdict's margin, else the usual margin."""
        judged = self.verdict(question)
        return judged.margin if judged and judged.margin else USUAL.get(question, USUAL[SEATS])

    @cached_property
    def played(self) -> list[Played]:
        """The panels of games against each other, one for each number of players."""
        return [played(panel, ()) for panel in self.apart]

    @property
    def ranked(self) -> bool:
        """Whether a verdict compares the strategies, so that their order has a meaning."""
        judged = self.verdict(STRATEGIES)
        return judged is None or bool(judged.rows)

    @cached_property
    def strategies(self) -> list[StrategyRow]:
        """The strategies that meet each other. Empty if each strategy fills whole tables.

        The best comes first. If no verdict compares them, the order is by name.
        """
        able = [one for one in self.played if one.compared]
        names = sorted({name for one in able for name in one.strategies})
        anytime = by_sequence(self.run.manifest)
        scores = {panel.players: mean_scores(panel) for panel in self.apart}
        limited = handicapped(self.run.manifest)
        pooled = {row.name: row for one in self.verdicts if one.question == STRATEGIES for row in one.rows}
        rows = []
        for name in names:
            each = tuple(
                _value(Count(one.players, one.credit, one.entries), one.strategies.index(name), anytime)
                for one in able
                if name in one.strategies
            )
            points = tuple(
                (players, found.value)
                for players, by_name in scores.items()
                if (found := by_name.get(name)) is not None and found.value is not None
            )
            known = pooled.get(name)
            rows.append(
                StrategyRow(
                    name, known.estimate if known else float(np.mean([one.value for one in each])),
                    known.low if known else None, known.high if known else None,
                    known.mark if known else "handicapped" if name in limited else "", each, points,
                )
            )  # fmt: skip
        return sorted(rows, key=lambda row: (-row.value, row.name)) if self.ranked else rows

    @cached_property
    def seats(self) -> list[SeatRow]:
        """The seats by number of players, where all strategies sat equally often in each seat."""
        anytime = by_sequence(self.run.manifest)
        return [
            SeatRow(
                one.players,
                tuple(
                    _value(Count(one.players, one.won, one.seated), seat, anytime)
                    for seat in range(one.players)
                ),
            )
            for one in self.played
            if one.balanced and one.n_deals
        ]

    @cached_property
    def kinds(self) -> list[Kinds]:
        """The effects of kinds of seats (species) by number of players. Empty if all seats are alike."""
        found = [self.found.kinds(panel) for panel in self.apart]
        known = [one for one in found if one is not None]
        return [one for one in known if all(worth.wins.value is not None for worth in one.worths)]

    @cached_property
    def lengths(self) -> list[LengthRow]:
        """The length of games by number of players. Empty if turns are not counted."""
        rows = []
        for panel in self.here:
            turns = panel.kept["turns"].cast(pl.Float64).drop_nulls()
            if turns.is_empty() or not turns.max():
                continue
            quantiles = tuple(float(turns.quantile(part, "nearest") or 0.0) for part in QUANTILES)
            low, start, middle, end, high = quantiles
            mean = float(turns.sum() / turns.len())
            rows.append(LengthRow(panel.players, turns.len(), mean, (low, start, middle, end, high)))
        return rows

    @cached_property
    def dramas(self) -> dict[int, Drama]:
        """The drama of games by number of players. Empty if no rounds were recorded."""
        found = {panel.players: self.found.drama(panel) for panel in self.apart}
        return {players: one for players, one in found.items() if one is not None}

    @cached_property
    def screened(self) -> list[Screening]:
        """The estimates of card effects for this rule set, by number of players."""
        wanted = self.verdict(CARDS)
        if wanted is None or not wanted.rows or not has_cards(self.run):
            return []
        return [one for one in self.found.screenings if one.variant == self.rules]

    @cached_property
    def cards(self) -> list[CardRow]:
        """The cards, strongest first. Empty if no opening hands are known."""
        items = {row.item.id: row.item for one in self.screened for row in one.values.rows}
        judged = self.verdict(CARDS)
        if judged is None or not items:
            return []
        rates = self.rates
        return [
            CardRow(
                row.id, row.name, items[row.id].group, items[row.id].cost, row.estimate, row.low, row.high,
                row.chip, row.mark, rates.get(row.id), row.deals,
            )
            for row in judged.rows
        ]  # fmt: skip

    @property
    def rates(self) -> dict[str, float]:
        """The share of seats that drew a card and also played it, by card id."""
        drawn: dict[str, list[int]] = {}
        for one in self.screened:
            for (item, strategy), play in one.plays.items():
                if not strategy:
                    sums = drawn.setdefault(item, [0, 0])
                    sums[0] += play.drawn
                    sums[1] += play.played
        return {item: played / all_ for item, (all_, played) in drawn.items() if all_}

    @cached_property
    def together(self) -> list[Together]:
        """The results of games won together, under all rule sets with the same opponent."""
        held = [panel for panel in self.every if panel.opponent and panel.opponent == self.opponent]
        return [together(panel, self.run) for panel in held if not panel.kept.is_empty()]

    @property
    def won_by_rules(self) -> list[WonRow]:
        """Games won of 100 under each rule set with the same opponent."""
        rows: dict[str, list[Value]] = {}
        for one in self.together:
            if one.share.value is not None:
                rows.setdefault(one.variant, []).append(scaled(one.players, one.share, FAIR))
        return [WonRow(name, tuple(each)) for name, each in rows.items()]

    @property
    def won_by_strategy(self) -> list[WonRow]:
        """Games won of 100 by each strategy's tables, under this rule set."""
        rows: dict[str, list[Value]] = {}
        for one in self.together:
            for member in one.members if one.variant == self.rules else ():
                if member.share.value is not None:
                    rows.setdefault(member.strategy, []).append(scaled(one.players, member.share, FAIR))
        found = [WonRow(name, tuple(each)) for name, each in rows.items()]
        return sorted(found, key=lambda row: (-sum(v.value for v in row.each) / len(row.each), row.name))

    @cached_property
    def telling(self) -> list[Telling]:
        """The games to watch under this rule set."""
        return [one for one in self.found.telling if one.variant == self.rules]

    @cached_property
    def about(self) -> dict[str, str]:
        """The first clause of each strategy's docstring, by name."""
        listed = self.run.manifest.get("strategies")
        found = {}
        for one in listed if isinstance(listed, list) else []:
            if isinstance(one, Mapping) and (words := first_words(str(one.get("source") or ""))):
                found[str(one.get("name"))] = words
        return found


def first_words(source: str) -> str:
    """The first clause of a file's docstring in lower case, '' if it is missing or too long."""
    found = FEW_WORDS.match(source)
    said = found.group(1).strip() if found else ""
    return said[:1].lower() + said[1:] if 0 < len(said) <= MOST_LETTERS else ""


def _value(one: Count, kind: int, anytime: bool) -> Value:
    if int((one.entries[:, kind] > 0).sum()) < 2:
        return Value(one.players, float(one.values[kind]), None, None)
    at = one.interval(kind, LEVEL, anytime)
    return Value(one.players, float(one.values[kind]), at.low, at.high)


def scaled(players: int, found: Estimate, factor: float) -> Value:
    """An estimate times a factor. The value is 0 if the estimate has none."""
    one = found.times(factor)
    return Value(players, one.value or 0.0, one.low, one.high)
