"""Deals of a coach: each game is played twice, to count its decisions and to roll out some of them.

During the first game, decisions are counted by kind and action, and the deal's key then draws some of each.
During the second game, each option of the drawn decisions is rolled out while the game waits.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from marchsim.errors import StrategyError
from marchsim.kernel.game import Column, Outcome, Table
from marchsim.kernel.rng import deal_key, stream_key
from marchsim.kernel.telling import WIN, Choice, RolledOut
from marchsim.runner.configuration.schema import MOST_SEED
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing.attempts import makers
from marchsim.studies.dealing.study import DealPlayer, DealWork, Row, VoidGame

OPTIONS = 6  # that are tried in a decision, those of the highest rating and the one taken
AGAIN = 4  # times as many fresh rollouts for the decisions that look costly
COSTLY = 2.0  # standard errors by which an option leads the one taken in these
SEEDS = 1_000_000  # deals of a seed: deal d of seed s is that of `play --seed` s * SEEDS + d
DECISIONS = Table(
    "decisions",
    "One row for each option tried in a decision, and one for each kind of decision in each deal.",
    (
        Column("players", "i8", "number of players"),
        Column("deal", "i32", "number of the deal among those of that many players: the independent unit"),
        Column("number", "i32", "number of the decision in its game; below 0 in the row of a kind"),
        Column("option", "i16", "number of the option among those on offer, -1 in the row of a kind"),
        Column("kind", "str", "kind of decision"),
        Column("action", "str", "group of the option, in the row of a kind of those taken"),
        Column("occurred", "i32", "decisions of that kind and action in the game"),
        Column("drawn", "i32", "how many of them were rolled out, 0 if they cannot be"),
        Column("seats", "i8", "seats of the game whose decisions are studied"),
        Column("line_up", "str", "strategies in order of seats, joined by commas"),
        Column("seat", "i8", "seat that decided"),
        Column("round", "i16", "round of the decision"),
        Column("taken", "bool", "whether the seat took the option"),
        Column("words", "str", "the option in words"),
        Column("offered", "i32", "number of options on offer"),
        Column("first", "i64", "credit in the first half of the rollouts, WIN for a win"),
        Column("second", "i64", "credit in the second half"),
        Column("squares", "f64", "sum of the squared differences to the option taken, in wins"),
        Column("again", "i64", "credit above the option taken in fresh rollouts"),
        Column("again_squares", "f64", "sum of the squares of these differences, in wins"),
        Column("void", "str", "why the deal does not count, '' if it does"),
    ),
    ("players", "deal", "number", "option"),
)


Group = tuple[str, str, bool]  # kind of a decision, action taken, and whether it can be rolled out
NOBODY: Group = ("", "", False)  # of the decisions that are not studied


class CoachPlayer(DealPlayer):
    """Plays the games of a coach in one process."""

    rows_of = DECISIONS
    study: CoachDeals

    def __init__(self, study: CoachDeals, *place: Any) -> None:
        super().__init__(study, *place)
        assert isinstance(self._game, RolledOut)
        self._rolled = self._game
        self._makers = makers(self._game, self.job, self.attempts.classes)

    def _rows(self, position: int, done: int) -> tuple[Entry, list[Row]]:
        """Play the game of a deal twice, and roll out the drawn decisions the second time."""
        entry = self.study.entry(position)
        heard: list[Group] = []
        first = self._heard(entry, position, done, lambda choice: heard.append(self._group(entry, choice)))
        groups = Counter(group for group in heard if group != NOBODY)
        drawn = {number for group in groups for number in draw(entry, heard, group)}
        rows = [self._counted(entry, at, group, n) for at, (group, n) in enumerate(sorted(groups.items()))]
        numbers = count()

        def hear(choice: Choice) -> None:
            number = next(numbers)
            if number in drawn:
                rows.extend(self._tried(entry, number, choice, groups[heard[number]]))

        again = self._heard(entry, position, done, hear)
        if again.digest != first.digest:
            names = ", ".join(dict.fromkeys(self._names(entry)))
            raise StrategyError(
                f"one of {names} answers differently when the same game is played again, so no decision can "
                "be rolled out; draw chance from `self.rng` only, and forget the last game in `begin`."
            )
        return entry, rows or [self._row(entry, -1)]

    def _void_rows(self, position: int) -> tuple[Entry, list[Row]]:
        entry = self.study.entry(position)
        return entry, [self._row(entry, -1)]

    def _heard(self, entry: Entry, position: int, done: int, hear: Callable[[Choice], None]) -> Outcome:
        """Play a game and call `hear` with each of its decisions. Raises VoidGame if the game is void."""
        session = self.attempts.session(entry.variant, entry.players)
        own = [self._makers[entry.variant][at] for at in entry.seats]
        self._rolled.rehearse(session, own, hear)
        try:
            outcome = self._one(entry, position, done)
        finally:
            self._rolled.rehearse(session, (), hear)
        session.take()
        if outcome.void:
            raise VoidGame(outcome)
        return outcome

    def _names(self, entry: Entry) -> list[str]:
        return [self.job.entrants[at].name for at in entry.seats]

    def _group(self, entry: Entry, choice: Choice) -> Group:
        """The group to which a decision belongs, or NOBODY if its seat is not studied."""
        if choice.seat not in self.study.seats(entry):
            return NOBODY
        if not choice.playable:
            return choice.kind, "", False
        return choice.kind, choice.action(choice.chosen), True

    def _row(self, entry: Entry, number: int) -> Row:
        """A row with the facts about a game, and no result yet."""
        known: Row = dict.fromkeys(column.name for column in DECISIONS.columns)
        return known | {
            "players": entry.players, "deal": self.study.place(entry.game)[1], "number": number, "option": -1,
            "kind": "", "action": "", "seats": len(self.study.seats(entry)), "words": "", "void": "",
            "line_up": ",".join(self._names(entry)),
        }  # fmt: skip

    def _counted(self, entry: Entry, at: int, group: Group, occurred: int) -> Row:
        """The row that counts a group of decisions."""
        kind, action, playable = group
        own = {"kind": kind, "action": action, "occurred": occurred, "drawn": draws(occurred) * playable}
        return self._row(entry, -1 - at) | own

    def _tried(self, entry: Entry, number: int, choice: Choice, occurred: int) -> list[Row]:
        """The rows for the options of one decision. The rollouts of all options use the same keys."""
        options = choice.likely(OPTIONS)
        taken = options.index(choice.chosen)
        action = choice.action(choice.chosen)
        halves = [[0] * len(options), [0] * len(options)]
        squares = [0.0] * len(options)
        for rollout in range(self.study.rollouts):
            found = choice.credits(options, rollout_key(entry, number, rollout))
            for at, credit in enumerate(found):
                halves[rollout % 2][at] += credit
                squares[at] += ((credit - found[taken]) / WIN) ** 2
        rows = [
            self._row(entry, number)
            | {
                "option": option, "kind": choice.kind, "action": action, "occurred": occurred,
                "drawn": draws(occurred), "seat": choice.seat, "round": choice.round,
                "taken": at == taken, "words": choice.words(option), "offered": choice.count,
                "first": halves[0][at], "second": halves[1][at], "squares": squares[at],
            }
            for at, option in enumerate(options)
        ]  # fmt: skip
        totals = [one + other for one, other in zip(*halves, strict=True)]
        leader = max(range(len(options)), key=lambda at: (totals[at], at == taken, -at))
        if leads(totals[leader] - totals[taken], squares[leader], self.study.rollouts):
            rows[leader] |= self._again(entry, number, choice, options[leader])
        return rows

    def _again(self, entry: Entry, number: int, choice: Choice, better: int) -> Row:
        """Measure the lead of option `better` with fresh rollouts, since the first ones selected it."""
        lead, squares = 0, 0.0
        for rollout in range(self.study.rollouts, self.study.rollouts * (1 + AGAIN)):
            one, taken = choice.credits([better, choice.chosen], rollout_key(entry, number, rollout))
            lead += one - taken
            squares += ((one - taken) / WIN) ** 2
        return {"again": lead, "again_squares": squares}


def draw(entry: Entry, heard: list[Group], group: Group) -> list[int]:
    """The numbers of the decisions of a group that will be rolled out, drawn at random by the deal's key."""
    if not group[2]:
        return []
    numbers = [number for number, one in enumerate(heard) if one == group]
    return sorted(numbers, key=lambda number: stream_key("coached", entry.deal_key, number))[
        : draws(len(numbers))
    ]


def draws(occurred: int) -> int:
    """How many of `occurred` decisions to roll out: half the square root of their number, at least one."""
    return max(1, math.isqrt(occurred) // 2)


def rollout_key(entry: Entry, number: int, rollout: int) -> int:
    """The random key of a rollout, the same for all options of a decision."""
    return stream_key("rollout", entry.deal_key, number, rollout) >> 2


def leads(lead: int, squares: float, rollouts: int) -> bool:
    """Whether an option's lead over the option taken exceeds COSTLY standard errors."""
    mean = lead / WIN / rollouts
    variance = max(0.0, squares / rollouts - mean * mean) / (rollouts - 1)
    return mean > COSTLY * math.sqrt(variance) and mean > 0.0


@dataclass(frozen=True)
class CoachDeals(DealWork):
    """The deals of a coach. Its parts are the numbers of players.

    `coached` is the number of the studied strategy, or -1 to study all strategies.
    """

    rollouts: int
    coached: int
    plays = CoachPlayer

    def entry(self, position: int) -> Entry:
        """The game at a position: a line-up of the schedule, on a deal that `marchsim play --seed` plays.

        If the coached strategy is not in the line-up, it replaces another one, in a different seat from deal
        to deal.
        """
        deal, part = divmod(position, len(self.parts))
        matchup = self.schedule.matchups[part]
        rounds, line_up = divmod(deal, matchup.size())
        first = self.schedule.first_game(deal, part, line_up)
        rotation = (line_up + rounds) % matchup.rotations  # each line-up takes all its seatings in turn
        found = self.schedule.entry(first + rotation * self.schedule.variants)
        seats = list(found.seats)
        if self.coached >= 0 and self.coached not in seats:
            seats[deal % found.players] = self.coached
        key = deal_key(self.seed(deal), "main", found.players, 0)
        return replace(found, game=position, rotation=0, deal_key=key, seats=tuple(seats))

    def seed(self, deal: int) -> int:
        """The seed, from 0 to MOST_SEED, with which `marchsim play` replays a deal."""
        return (self.job.seed * SEEDS + deal) % (MOST_SEED + 1)

    def seats(self, entry: Entry) -> list[int]:
        """The seats of a game whose decisions are studied."""
        return [seat for seat, at in enumerate(entry.seats) if self.coached in (-1, at)]

    def games(self, position: int) -> int:
        """The number of games of a deal, which is 1."""
        return 1
