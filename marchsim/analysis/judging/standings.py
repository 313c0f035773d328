"""The ranking of a run's strategies, over all numbers of players and with each of them.

The rankings are facts that accompany the verdicts, from the same games. Games with a baseline do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.judging.seat_field import by_itself
from marchsim.analysis.judging.verdict import GAMES, HANDICAPPED, STRATEGIES, WINS, JudgedPart, Verdict
from marchsim.analysis.reading.estimates import Count, by_deal, share_of
from marchsim.analysis.reading.look_error import by_sequence
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.source import Run
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.analysis.reading.verdict_games import Played, fields, played, without
from marchsim.recorder.baselines import baselines, handicapped


@dataclass(frozen=True)
class RankedPlace:
    """The results of a strategy: over all numbers of players, and with each of them (`parts`).

    A part is None if the strategy did not play with that number. `seats` counts its seats. The interval of
    `over_all` is that of the verdict and simultaneous for all strategies. `parts` have 95 % intervals of
    their own.
    """

    strategy: str
    over_all: JudgedPart
    parts: tuple[JudgedPart | None, ...]
    seats: int

    @property
    def each(self) -> list[JudgedPart]:
        """The results for those numbers of players with which the strategy played."""
        return [part for part in self.parts if part is not None]


@dataclass(frozen=True)
class Standings:
    """The ranking of a field of strategies under one rule set, best first, in the unit `unit`.

    With the numbers of players `unmeasured`, every game had one of the baselines `barred`. `over_all` pools
    the numbers of players `pooled`. With the others, some strategy has too few deals to be judged.
    """

    rules: str
    unit: str
    players: tuple[int, ...]
    places: tuple[RankedPlace, ...]
    games: int
    unmeasured: tuple[int, ...] = ()
    barred: tuple[str, ...] = ()
    pooled: tuple[int, ...] = ()


@dataclass(frozen=True)
class Measured:
    """The wins of a baseline against the other strategies, which check that skill wins."""

    strategy: str
    won: float
    seats: int


def standings(
    run: Run, held: Sequence[Panel], found: Sequence[Verdict], barred: Collection[str]
) -> list[Standings]:
    """The standings of a run, for each of its rule sets, without games of the baselines `barred`.

    `held` are the panels of the run, and `found` are its verdicts.
    """
    anytime = by_sequence(run.manifest)
    limited = handicapped(run.manifest)
    made = []
    for rules in dict.fromkeys(panel.variant for panel in held):
        here = [panel for panel in held if panel.variant == rules]
        apart = [played(panel, barred) for panel in here if not panel.opponent and panel.players > 1]
        made += _apart(rules, apart, [one for one in found if one.rules == rules], limited, anytime)
        made += _together(rules, [without(panel, barred) for panel in here if panel.opponent], anytime)
    return made


def _apart(
    rules: str,
    held: Sequence[Played],
    found: Sequence[Verdict],
    limited: Collection[str],
    anytime: bool,
) -> list[Standings]:
    """The standings of competing strategies, one for each field."""
    empty = [one for one in held if one.games.is_empty() and one.barred]
    unmeasured = tuple(one.players for one in empty)
    barred = tuple(sorted({name for one in empty for name in one.barred}))
    made = []
    for names, here in fields(held).items():
        known, pooled = _judged(names, found)
        marks = {name: HANDICAPPED if name in limited else "" for name in names}
        counts = [one.by_strategy for one in here]
        places = [
            _place(name, marks[name], kind, counts, here, known.get(name), anytime)
            for kind, name in enumerate(names)
        ]
        places.sort(key=lambda place: (-place.over_all.estimate, place.strategy))
        games = sum(len(one.games) for one in here)
        players = tuple(one.players for one in here)
        made.append(
            Standings(rules, WINS, players, tuple(places), games, unmeasured, barred, pooled or players)
        )
    return made


def _judged(
    names: Sequence[str], found: Sequence[Verdict]
) -> tuple[Mapping[str, JudgedPart], tuple[int, ...]]:
    """The rows of the verdict on these strategies, and its numbers of players. Empty without a verdict."""
    for one in found:
        rows = {row.name: row for row in one.rows}
        if one.question == STRATEGIES and set(rows) == set(names):
            return rows, one.players
    return {}, ()


def _place(
    name: str,
    mark: str,
    kind: int,
    counts: Sequence[Count],
    here: Sequence[Played],
    judged: JudgedPart | None,
    anytime: bool,
) -> RankedPlace:
    parts = tuple(by_itself(one, kind, anytime) for one in counts)
    seats = sum(int(one.by_strategy.entries[:, kind].sum()) for one in here)
    mean = sum(part.estimate for part in parts) / len(parts)
    deals = sum(part.deals for part in parts)
    return RankedPlace(name, judged or JudgedPart(name, mean, None, None, deals, mark=mark), parts, seats)


def _together(rules: str, held: Sequence[Panel], anytime: bool) -> list[Standings]:
    """The standings of strategies that play together. The unit is games won of 100.

    A strategy's games are those in which it had a seat.
    """
    found = [_members(panel, anytime) for panel in held]
    names = sorted({name for members in found for name in members})
    if len(names) < 2:
        return []
    places = []
    for name in names:
        both = [members.get(name) for members in found]
        parts = tuple(part and part[0] for part in both)
        there = [part for part in parts if part is not None]
        mean = sum(part.estimate for part in there) / len(there)
        over_all = JudgedPart(name, mean, None, None, sum(part.deals for part in there))
        places.append(RankedPlace(name, over_all, parts, sum(part[1] for part in both if part is not None)))
    places.sort(key=lambda place: (-place.over_all.estimate, place.strategy))
    games, players = sum(panel.valid.height for panel in held), tuple(panel.players for panel in held)
    return [Standings(rules, GAMES, players, tuple(places), games)]


def _members(panel: Panel, anytime: bool) -> dict[str, tuple[JudgedPart, int]]:
    """For each strategy: the games won of every 100 in which it had a seat, and its number of seats."""
    sound = panel.valid.select("game", "deal", won=pl.col("winners") != 0)
    sat = panel.entries.select("game", pl.col("strategy").cast(pl.String)).join(sound, on="game")
    made = {}
    for (name,), rows in sat.group_by("strategy"):
        found = share_of(*by_deal(rows.unique("game"), pl.col("won")), anytime).times(100)
        made[str(name)] = JudgedPart.of(str(panel.players), found), rows.height
    return made


def measured(run: Run, held: Sequence[Panel]) -> list[Measured]:
    """The wins of each baseline in games against other strategies, over all its seats."""
    made = []
    apart = [panel for panel in held if not panel.opponent and panel.players > 1]
    for name in sorted(baselines(run.manifest)):
        rows = [
            panel.by_strategy.filter(pl.col("strategy").cast(pl.String) == name)
            for panel in apart
            if len(panel.strategies) > 1
        ]
        seats = sum(int(one["entries"].sum()) for one in rows)
        if seats:
            won = sum(float(one["credit"].sum()) for one in rows) / CREDIT
            made.append(Measured(name, won, seats))
    return made
