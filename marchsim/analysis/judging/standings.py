"""The ranking of a run's strategies, over all numbers of players and with each of them.

The rankings are facts that accompany the verdicts, from the same games. Games with a baseline do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from marchsim.analysis.judging.verdict import (
    GAMES,
    HANDICAPPED,
    STRATEGIES,
    WINS,
    JudgedPart,
    Verdict,
    part_data,
)
from marchsim.analysis.reading.estimates import Estimate, by_deal, share_of
from marchsim.analysis.reading.panels import Panel, fields
from marchsim.analysis.reading.source import Run
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.recorder.manifest import baselines, handicapped


@dataclass(frozen=True)
class Standings:
    """The ranking of a field of strategies under one rule set, best first, in the unit `unit`.

    A place is the strategy's row of the verdict, with the results of each number of players with which it
    played. The row pools the numbers of players `pooled`. With the others, some strategy has too few deals to
    be judged. With the numbers of players `unmeasured`, every game had one of the baselines `barred`.
    """

    rules: str
    unit: str
    players: tuple[int, ...]
    places: tuple[JudgedPart, ...]
    games: int
    unmeasured: tuple[int, ...] = ()
    barred: tuple[str, ...] = ()
    pooled: tuple[int, ...] = ()

    def data(self) -> dict[str, Any]:
        """The ranking as JSON data. A part is None if the strategy did not play with that number."""
        places = [
            {
                "strategy": row.name,
                "over_all": row.data(),
                "parts": [
                    part_data(players, row.parts[players]) if players in row.parts else None
                    for players in self.players
                ],
                "seats": row.seats,
            }
            for row in self.places
        ]
        return asdict(self) | {"places": places}


def standings(run: Run, held: Sequence[Panel], found: Sequence[Verdict]) -> list[Standings]:
    """The standings in these panels of a run, for each of its rule sets. `found` are the run's verdicts."""
    limited = handicapped(run.manifest)
    made = []
    for rules in dict.fromkeys(panel.variant for panel in held):
        here = [panel for panel in held if panel.variant == rules]
        apart = [panel for panel in here if not panel.opponent and panel.players > 1]
        made += _apart(rules, apart, [one for one in found if one.rules == rules], limited)
        made += _together(rules, [panel for panel in here if panel.opponent])
    return made


def _apart(
    rules: str, held: Sequence[Panel], found: Sequence[Verdict], limited: Collection[str]
) -> list[Standings]:
    """The standings of competing strategies, one for each field."""
    empty = [one for one in held if one.valid.is_empty() and one.barred]
    unmeasured = tuple(one.players for one in empty)
    barred = tuple(sorted({name for one in empty for name in one.barred}))
    made = []
    for names, here in fields(held).items():
        known, pooled = _judged(names, found)
        places = []
        for kind, name in enumerate(names):
            parts = {one.players: one.of_strategies.wins(kind) for one in here}
            seats = sum(int(one.of_strategies.entries[:, kind].sum()) for one in here)
            judged = known.get(name) or _mean(name, parts, HANDICAPPED if name in limited else "")
            places.append(replace(judged, parts=parts, seats=seats))
        places.sort(key=lambda place: (-place.estimate, place.name))
        games = sum(one.valid.height for one in here)
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


def _mean(name: str, parts: Mapping[int, Estimate], mark: str = "") -> JudgedPart:
    """The plain mean over numbers of players, without an interval."""
    mean = sum(part.value or 0.0 for part in parts.values()) / len(parts)
    return JudgedPart(name, mean, None, None, sum(part.deals for part in parts.values()), mark=mark)


def _together(rules: str, held: Sequence[Panel]) -> list[Standings]:
    """The standings of strategies that play together. The unit is games won of 100.

    A strategy's games are those in which it had a seat.
    """
    found = {panel.players: _members(panel) for panel in held}
    names = sorted({name for members in found.values() for name in members})
    if len(names) < 2:
        return []
    places = []
    for name in names:
        both = {players: members[name] for players, members in found.items() if name in members}
        parts = {players: part for players, (part, _) in both.items()}
        places.append(replace(_mean(name, parts), parts=parts, seats=sum(sat for _, sat in both.values())))
    places.sort(key=lambda place: (-place.estimate, place.name))
    games, players = sum(panel.valid.height for panel in held), tuple(panel.players for panel in held)
    return [Standings(rules, GAMES, players, tuple(places), games)]


def _members(panel: Panel) -> dict[str, tuple[Estimate, int]]:
    """For each strategy: the games won of every 100 in which it had a seat, and its number of seats."""
    sound = panel.valid.select("game", "deal", won=pl.col("winners") != 0)
    sat = panel.entries.select("game", pl.col("strategy").cast(pl.String)).join(sound, on="game")
    made = {}
    for (name,), rows in sat.group_by("strategy"):
        found = share_of(*by_deal(rows.unique("game"), pl.col("won")), panel.anytime).times(100)
        made[str(name)] = found, rows.height
    return made


def measured(run: Run, held: Sequence[Panel]) -> dict[str, tuple[float, int]]:
    """The wins of each baseline in games against other strategies, and the number of its seats.

    They check that skill wins.
    """
    made = {}
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
            made[name] = won, seats
    return made
