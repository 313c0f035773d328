"""What the first-level page shows of one rule set: verdicts, strategies, seats, cards, length and drama.

Games with a yardstick are left out throughout, as they are from verdicts. Estimates by number of players have
95 % intervals of their own; those of verdicts hold together.
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
from marchsim.analysis.judging.anytime import against_an_opponent
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.judged_cards import has_cards
from marchsim.analysis.judging.verdict import CARDS, STRATEGIES, SURE, VARIANTS, Verdict
from marchsim.analysis.reading.chosen import choose
from marchsim.analysis.reading.estimates import LEVEL, Estimate
from marchsim.analysis.reading.looked import by_sequence
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.played import Played, played
from marchsim.analysis.robustness.known import KnownClaim, KnownStudy
from marchsim.recorder.questions import SEATS, USUAL
from marchsim.recorder.yardsticks import narrow, yardsticks

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
FEW_WORDS = re.compile(r"""\s*(?:\"{3}|'{3})\s*(.+?)(?:[:;.,(\n]|\"{3}|'{3})""")
MOST_LETTERS = 56


@dataclass(frozen=True)
class Value:
    """An estimate with one number of players, with its own 95 % interval."""

    players: int
    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class StrategyRow:
    """A strategy: wins where 100 are fair, pooled and by number of players, and its mean score."""

    name: str
    value: float
    low: float | None
    high: float | None
    mark: str
    each: tuple[Value, ...]
    scores: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class SeatRow:
    """The seats with one number of players, in their order."""

    players: int
    seats: tuple[Value, ...]


@dataclass(frozen=True)
class CardRow:
    """A card: extra wins where 100 are fair of who is dealt it, and how often it is played when held."""

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
    """Turns of a game with one number of players: quantiles over games, and the mean."""

    players: int
    games: int
    mean: float
    quantiles: tuple[float, float, float, float, float]


@dataclass(frozen=True)
class WonRow:
    """How many of 100 games the players won: of a rule set, or of a strategy, by number of players."""

    name: str
    each: tuple[Value, ...]


class Front:
    """One rule set of a run. All tables are read once; what one run lacks is empty.

    `studies` are sensitivity studies of its rules.
    """

    def __init__(self, found: Findings, variant: str = "", studies: Sequence[KnownStudy] = ()) -> None:
        self.found, self.run = found, found.run
        self.studies = tuple(studies)
        self.marks = yardsticks(self.run.manifest)
        self.judged = found.verdicts
        chosen = choose(self.run, variant)
        self.rules = chosen[0] if chosen else ""
        self.every = found.without_yardsticks
        here = [panel for panel in self.every if panel.variant == self.rules]
        self.here = [panel for panel in here if not panel.kept.is_empty()]

    @property
    def apart(self) -> list[Panel]:
        """Return the panels whose players play against each other."""
        return [panel for panel in self.here if not panel.opponent and panel.players > 1]

    @property
    def opponent(self) -> str:
        """Return whom the players play against together, '' if nobody."""
        return next((panel.opponent for panel in self.here if panel.opponent), "")

    @property
    def claims(self) -> list[KnownClaim]:
        """Return the claims of the studies."""
        return [claim for study in self.studies for claim in study.claims]

    @property
    def assumed(self) -> bool:
        """Return whether any component number is assumed."""
        sure = self.verdict(SURE)
        return sure is not None and bool(sure.guesses and sure.guesses[0])

    @property
    def several(self) -> bool:
        """Return whether the run has several rule sets."""
        return len({panel.variant for panel in self.every}) > 1

    @property
    def players(self) -> list[int]:
        """Return the numbers of players."""
        return sorted({panel.players for panel in self.here})

    @property
    def games(self) -> int:
        """Return how many games count."""
        return sum(panel.kept.height for panel in self.here)

    @property
    def deals(self) -> int:
        """Return on how many deals they were played."""
        return sum(panel.kept["deal"].n_unique() for panel in self.here)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """Return the verdicts of this rule set, and those between variants."""
        return [one for one in self.judged if one.rules == self.rules or one.question == VARIANTS]

    def verdict(self, question: str) -> Verdict | None:
        """Return the first verdict on a question, None if it is not asked."""
        return next((one for one in self.verdicts if one.question == question), None)

    def margin(self, question: str) -> float:
        """Return from which size on an answer matters: as judged, else the usual margin."""
        judged = self.verdict(question)
        return judged.margin if judged and judged.margin else USUAL.get(question, USUAL[SEATS])

    @cached_property
    def played(self) -> list[Played]:
        """Return what was played against each other, by number of players."""
        return [played(panel, ()) for panel in self.apart]

    @property
    def ranked(self) -> bool:
        """Return whether a verdict has measured the strategies, so that their order means something."""
        judged = self.verdict(STRATEGIES)
        return judged is None or bool(judged.rows)

    @cached_property
    def strategies(self) -> list[StrategyRow]:
        """Return the strategies that meet each other; none where each fills whole tables.

        The best is first; where no verdict has measured them they are in order of names.
        """
        able = [one for one in self.played if one.compared]
        names = sorted({name for one in able for name in one.strategies})
        anytime = by_sequence(self.run.manifest)
        scores = {panel.players: mean_scores(panel) for panel in self.apart}
        limited = narrow(self.run.manifest)
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
                    known.mark if known else "narrow" if name in limited else "", each, points,
                )
            )  # fmt: skip
        return sorted(rows, key=lambda row: (-row.value, row.name)) if self.ranked else rows

    @cached_property
    def seats(self) -> list[SeatRow]:
        """Return the seats by number of players, where every strategy sat equally often in all of them."""
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
        """Return what kinds of seats are worth (species), by number of players; [] where all are alike."""
        found = [self.found.kinds(panel) for panel in self.apart]
        known = [one for one in found if one is not None]
        return [one for one in known if all(worth.wins.value is not None for worth in one.worths)]

    @cached_property
    def lengths(self) -> list[LengthRow]:
        """Return the length of games by number of players, where turns are counted."""
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
        """Return the drama of games by number of players, where the run recorded rounds."""
        found = {panel.players: self.found.drama(panel) for panel in self.apart}
        return {players: one for players, one in found.items() if one is not None}

    @cached_property
    def screened(self) -> list[Screening]:
        """Return the screening of cards of this rule set, by number of players."""
        wanted = self.verdict(CARDS)
        if wanted is None or not wanted.rows or not has_cards(self.run):
            return []
        return [one for one in self.found.screenings if one.variant == self.rules]

    @cached_property
    def cards(self) -> list[CardRow]:
        """Return the cards, strongest first; none where no opening hands are known."""
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
        """Return the share of seats that drew a card which played it."""
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
        """Return what players achieved together, of all rule sets against the same opponent."""
        anytime = by_sequence(self.run.manifest)
        held = [panel for panel in self.every if panel.opponent and panel.opponent == self.opponent]
        found = [(together(panel, self.run), panel) for panel in held if not panel.kept.is_empty()]
        return [against_an_opponent(one, panel) if anytime else one for one, panel in found]

    @property
    def won_by_rules(self) -> list[WonRow]:
        """Return how many of 100 games were won under each rule set against the same opponent."""
        rows: dict[str, list[Value]] = {}
        for one in self.together:
            if one.share.value is not None:
                rows.setdefault(one.variant, []).append(scaled(one.players, one.share, FAIR))
        return [WonRow(name, tuple(each)) for name, each in rows.items()]

    @property
    def won_by_strategy(self) -> list[WonRow]:
        """Return how many of 100 games were won, under this rule set, in which each strategy sat."""
        rows: dict[str, list[Value]] = {}
        for one in self.together:
            for member in one.members if one.variant == self.rules else ():
                if member.share.value is not None:
                    rows.setdefault(member.strategy, []).append(scaled(one.players, member.share, FAIR))
        found = [WonRow(name, tuple(each)) for name, each in rows.items()]
        return sorted(found, key=lambda row: (-sum(v.value for v in row.each) / len(row.each), row.name))

    @cached_property
    def telling(self) -> list[Telling]:
        """Return the games of this rule set that are worth watching."""
        return [one for one in self.found.telling if one.variant == self.rules]

    @cached_property
    def about(self) -> dict[str, str]:
        """Return what each strategy is, in its author's first words."""
        listed = self.run.manifest.get("strategies")
        found = {}
        for one in listed if isinstance(listed, list) else []:
            if isinstance(one, Mapping) and (words := first_words(str(one.get("source") or ""))):
                found[str(one.get("name"))] = words
        return found


def first_words(source: str) -> str:
    """Return the first clause of a file's docstring, in small letters; '' if there is none, or a long one."""
    found = FEW_WORDS.match(source)
    said = found.group(1).strip() if found else ""
    return said[:1].lower() + said[1:] if 0 < len(said) <= MOST_LETTERS else ""


def _value(one: Count, kind: int, anytime: bool) -> Value:
    if int((one.entries[:, kind] > 0).sum()) < 2:
        return Value(one.players, float(one.values[kind]), None, None)
    at = one.interval(kind, LEVEL, anytime)
    return Value(one.players, float(one.values[kind]), at.low, at.high)


def scaled(players: int, found: Estimate, factor: float) -> Value:
    """Return an estimate times a factor, 0 where it has no value."""
    low, high = (None if end is None else factor * end for end in (found.low, found.high))
    return Value(players, factor * (found.value or 0.0), low, high)
