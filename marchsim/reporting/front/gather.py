"""Data of the first page for one rule set: verdicts, strategies, seats, cards, length and leads.

Games with a baseline player are left out, as in verdicts. Each estimate for one number of players has its own
95 % interval. The intervals of a verdict hold simultaneously.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

import polars as pl

from marchsim.analysis.cards.items import Item
from marchsim.analysis.cards.screening import Screening
from marchsim.analysis.course.drama import Drama
from marchsim.analysis.course.pace import Spread, mean_scores, spread
from marchsim.analysis.course.telling import Telling
from marchsim.analysis.field.kinds import Kinds
from marchsim.analysis.judging.findings import Findings, Standings, standings
from marchsim.analysis.judging.judged_cards import has_cards
from marchsim.analysis.judging.verdict import (
    CARDS,
    GAMES,
    STRATEGIES,
    SURE,
    VARIANTS,
    WINS,
    WON,
    JudgedPart,
    Verdict,
)
from marchsim.analysis.reading.estimates import Estimate, by_deal, mean_of
from marchsim.analysis.reading.panels import Panel, choose
from marchsim.analysis.robustness.known import KnownClaim, KnownStudy
from marchsim.recorder.manifest import baselines
from marchsim.recorder.metrics import MARGINS, SEATS

FEW_WORDS = re.compile(r"""\s*(?:\"{3}|'{3})\s*(.+?)(?:[:;.,(\n]|\"{3}|'{3})""")
MOST_LETTERS = 56


class Front:
    """The data of one rule set of a run. Each table is read once, and is empty if the run does not have it.

    `studies` are sensitivity studies of the same rules.
    """

    def __init__(self, found: Findings, variant: str = "", studies: Sequence[KnownStudy] = ()) -> None:
        self.found, self.run = found, found.run
        self.studies = tuple(studies)
        self.marks = baselines(self.run.manifest)
        self.judged = found.verdicts
        chosen = choose(self.run, variant)
        self.rules = chosen[0] if chosen else ""
        self.every = found.shown
        here = [panel for panel in self.every if panel.variant == self.rules]
        self.here = [panel for panel in here if not panel.valid.is_empty()]

    @property
    def apart(self) -> list[Panel]:
        """The panels of games in which the players play against each other."""
        return [panel for panel in self.here if not panel.opponent and panel.players > 1]

    @property
    def opponent(self) -> str:
        """The common opponent of the players, or '' if there is none."""
        return next((panel.opponent for panel in self.here if panel.opponent), "")

    @property
    def claims(self) -> list[KnownClaim]:
        """The claims of all sensitivity studies."""
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
        """The numbers of players with which this rule set was played."""
        return sorted({panel.players for panel in self.here})

    @property
    def games(self) -> int:
        """The number of counted games."""
        return sum(panel.valid.height for panel in self.here)

    @property
    def deals(self) -> int:
        """The number of deals of the counted games."""
        return sum(panel.valid["deal"].n_unique() for panel in self.here)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The verdicts on this rule set, and those on differences between variants."""
        return [one for one in self.judged if one.rules == self.rules or one.question == VARIANTS]

    def verdict(self, question: str) -> Verdict | None:
        """The first verdict on a question, or None if there is none."""
        return next((one for one in self.verdicts if one.question == question), None)

    def margin(self, question: str) -> float:
        """The smallest difference that matters for a question.

        It is the margin of the question's verdict or, without one, the usual margin.
        """
        judged = self.verdict(question)
        return judged.margin if judged and judged.margin else MARGINS.get(question, MARGINS[SEATS])

    @property
    def ranked(self) -> bool:
        """Whether the order of the strategies has a meaning, because a verdict compares them.

        Also true if there is no verdict on strategies at all.
        """
        judged = self.verdict(STRATEGIES)
        return judged is None or bool(judged.rows)

    @cached_property
    def standings(self) -> list[Standings]:
        """The standings of each field of strategies under this rule set.

        If every game has a baseline, those games count.
        """
        found = self.found.standings or standings(self.run, self.every, self.judged)
        return [one for one in found if one.rules == self.rules]

    @cached_property
    def strategies(self) -> list[JudgedPart]:
        """The strategies that play against each other, or [] if each game has one strategy in all seats.

        The best comes first. If no verdict compares them, the order is by name.
        """
        found: dict[str, JudgedPart] = {}
        for place in (place for one in self.standings if one.unit == WINS for place in one.places):
            held = found.get(place.name)
            found[place.name] = place if held is None else _merged(held, place)
        places = found.values()
        if not self.ranked:
            return sorted(places, key=lambda place: place.name)
        return sorted(places, key=lambda place: (-place.estimate, place.name))

    @cached_property
    def scores(self) -> dict[int, dict[str, Estimate]]:
        """The mean score of each strategy, by number of players."""
        return {panel.players: mean_scores(panel) for panel in self.apart}

    @cached_property
    def seats(self) -> dict[int, list[Estimate]]:
        """The seats in turn order, by number of players.

        A number of players is left out if strategies did not sit equally often in each seat.
        """
        able = [one for one in self.apart if one.balanced and one.n_decided]
        return {one.players: [one.seats.wins(seat) for seat in range(one.players)] for one in able}

    @cached_property
    def kinds(self) -> list[Kinds]:
        """The effects of kinds of seats (species), one entry for each number of players.

        The list is empty if all seats are alike or if a kind has no known wins.
        """
        found = [self.found.kinds(panel) for panel in self.apart]
        known = [one for one in found if one is not None]
        return [one for one in known if all(worth.wins.value is not None for worth in one.worths)]

    @cached_property
    def wins_by_kind(self) -> dict[str, dict[int, Estimate]]:
        """The wins of each kind of seats by number of players. The strongest comes first."""
        found: dict[str, dict[int, Estimate]] = {}
        for one in self.kinds:
            for worth in one.worths:
                found.setdefault(worth.kind, {})[one.players] = worth.wins
        order = sorted(found, key=lambda kind: (-mean(found[kind].values()), kind))
        return {kind: found[kind] for kind in order}

    @cached_property
    def lengths(self) -> dict[int, Spread]:
        """The turns of a game by number of players, or {} if turns were not counted."""
        counted = [panel for panel in self.here if panel.valid["turns"].max()]
        return {
            panel.players: spread(
                "turns", mean_of(*by_deal(panel.valid, pl.col("turns"))), panel.valid["turns"].drop_nulls()
            )
            for panel in counted
        }

    @cached_property
    def dramas(self) -> dict[int, Drama]:
        """The leads and comebacks by number of players, or {} if no rounds were recorded."""
        found = {panel.players: self.found.drama(panel) for panel in self.apart}
        return {players: one for players, one in found.items() if one is not None}

    @cached_property
    def screened(self) -> list[Screening]:
        """The estimated effects of cards under this rule set, by number of players."""
        wanted = self.verdict(CARDS)
        if wanted is None or not wanted.rows or not has_cards(self.run):
            return []
        return [one for one in self.found.screenings if one.variant == self.rules]

    @cached_property
    def items(self) -> dict[str, Item]:
        """The cards by id, or {} if no opening hands are known."""
        return {row.item.id: row.item for one in self.screened for row in one.values.rows}

    @cached_property
    def cards(self) -> Sequence[JudgedPart]:
        """The cards with their extra wins, strongest first, or () if no opening hands are known."""
        judged = self.verdict(CARDS)
        return judged.rows if judged is not None and self.items else ()

    @cached_property
    def rates(self) -> dict[str, float]:
        """Among the seats that drew a card, the share that played it, by card id."""
        drawn: dict[str, list[int]] = {}
        for one in self.screened:
            for (item, strategy), play in one.plays.items():
                if not strategy:
                    sums = drawn.setdefault(item, [0, 0])
                    sums[0] += play.drawn
                    sums[1] += play.played
        return {item: played / all_ for item, (all_, played) in drawn.items() if all_}

    @cached_property
    def won_by_rules(self) -> dict[str, Mapping[int, Estimate]]:
        """Games won of 100 against the same opponent, by rule set and then by number of players."""
        rules = {panel.variant for panel in self.every if panel.opponent and panel.opponent == self.opponent}
        return {one.rules: one.parts for one in self.judged if one.question == WON and one.rules in rules}

    @cached_property
    def won_by_strategy(self) -> dict[str, Mapping[int, Estimate]]:
        """Games won of 100 with each strategy, by number of players. The best strategy comes first."""
        return {
            place.name: place.parts for one in self.standings if one.unit == GAMES for place in one.places
        }

    @cached_property
    def telling(self) -> list[Telling]:
        """The remarkable games under this rule set, which a reader may want to watch."""
        return [one for one in self.found.telling if one.variant == self.rules]

    @cached_property
    def about(self) -> dict[str, str]:
        """The first clause of each strategy's docstring, by name of the strategy."""
        listed = self.run.manifest.get("strategies")
        found = {}
        for one in listed if isinstance(listed, list) else []:
            if isinstance(one, Mapping) and (words := first_words(str(one.get("source") or ""))):
                found[str(one.get("name"))] = words
        return found


def mean(each: Collection[Estimate]) -> float:
    """The plain mean of a result over numbers of players."""
    return sum(one.value or 0.0 for one in each) / len(each)


def _merged(one: JudgedPart, other: JudgedPart) -> JudgedPart:
    """The combined result of a strategy that plays in two fields, each with its own numbers of players."""
    parts = {**one.parts, **other.parts}
    plain = replace(one, estimate=mean(parts.values()), deals=sum(part.deals for part in parts.values()))
    whole = next((each for each in (one, other) if each.low is not None), plain)
    return replace(whole, parts=parts, seats=one.seats + other.seats)


def first_words(source: str) -> str:
    """The first clause of a file's docstring in lower case, or '' if it is missing or too long."""
    found = FEW_WORDS.match(source)
    said = found.group(1).strip() if found else ""
    return said[:1].lower() + said[1:] if 0 < len(said) <= MOST_LETTERS else ""
