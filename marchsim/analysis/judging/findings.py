"""The results of one run that several pages and commands share, each computed once: `Findings`.

`standings` ranks the strategies, over all numbers of players and with each of them. The rankings are facts
that accompany the verdicts, from the same games. Games with a baseline do not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import polars as pl

from marchsim.analysis.cards.screening import Screening, screenings
from marchsim.analysis.course.drama import Drama, drama
from marchsim.analysis.course.telling import Telling, telling
from marchsim.analysis.field.kinds import Kinds, kinds
from marchsim.analysis.field.together import Together
from marchsim.analysis.judging.judged_cards import has_cards
from marchsim.analysis.judging.run_verdicts import verdicts
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
from marchsim.analysis.reading.panels import Panel, fields, panels
from marchsim.analysis.reading.rows import rounds_of
from marchsim.analysis.reading.source import Run
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.analysis.tournament import PanelResult, analyse, facing
from marchsim.recorder.manifest import baselines, handicapped

MANY = 300_000  # games from which on only the report judges cards


class Findings:
    """A run and its results, each computed on first use and then cached.

    With a million games each result takes seconds, and several pages and the terminal need it. If `quick`,
    the cards of so many games are not judged, because they would take a minute. Raises RecordError if the run
    cannot be read.
    """

    def __init__(self, run: Run, quick: bool = False) -> None:
        self.run, self._quick = run, quick
        self._results: list[tuple[Panel, PanelResult]] = []

    @cached_property
    def panels(self) -> list[Panel]:
        """The panels of the run."""
        return panels(self.run)

    @cached_property
    def judged(self) -> list[Panel]:
        """The panels without games of a baseline, which verdicts and standings are of.

        A panel is empty if each of its games has a baseline.
        """
        marks = baselines(self.run.manifest)
        return panels(self.run, marks) if marks else self.panels

    @cached_property
    def shown(self) -> list[Panel]:
        """The panels of the first page: the judged ones or, if every game has a baseline, all of them."""
        return [panel for panel in self.judged if panel.games.height] or self.panels

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The verdicts of the run."""
        return verdicts(self.run, self.judged, cards=not self.unread)

    @cached_property
    def unread(self) -> bool:
        """Whether the run has cards that are not judged."""
        many = self._quick and sum(panel.valid.height for panel in self.panels) >= MANY
        return many and has_cards(self.run)

    @cached_property
    def standings(self) -> list[Standings]:
        """The standings of the strategies under each rule set, without games of baselines."""
        return standings(self.run, self.judged, self.verdicts)

    @cached_property
    def telling(self) -> list[Telling]:
        """The games worth watching. Request them before the panels to save memory."""
        return telling(self.run)

    @cached_property
    def screenings(self) -> list[Screening]:
        """The card screening of each panel. Raises RecordError if no cards were recorded."""
        return screenings(self.run)

    def estimated(
        self, shown: Sequence[Panel], profiled: bool
    ) -> tuple[list[PanelResult], list[list[Together]]]:
        """The results of panels in which players compete, and those of panels in which they face an opponent.

        If `profiled`, the former include the profiles of the strategies.
        """
        results, against = analyse(self.run, shown, profiled), facing(self.run, shown)
        apart = [panel for panel in shown if not panel.opponent]
        self._results += zip(apart, results, strict=True)
        return results, against

    def drama(self, panel: Panel) -> Drama | None:
        """The lead changes and comebacks in a panel. None if rounds were not recorded or nobody competes."""
        known = self._known(panel)
        return known.drama if known is not None else drama(panel, rounds_of(self.run, panel))

    def kinds(self, panel: Panel) -> Kinds | None:
        """The results of each kind of seat in one panel. None if all seats are alike."""
        known = self._known(panel)
        return known.kinds if known is not None else kinds(self.run, panel)

    def _known(self, panel: Panel) -> PanelResult | None:
        """The result of a panel, or None if it was not computed yet."""
        return next((result for one, result in self._results if one is panel), None)


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
