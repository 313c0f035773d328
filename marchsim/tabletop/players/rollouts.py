"""Rollouts from the view of a seat, and trials of candidates: the parts that all games share.

All candidates play the same rollouts. After the first few rollouts, and after each further one, candidates
that trail the best significantly are dropped (a race, Maron and Moore 1994). Each candidate has few games, so
the standard deviation is pooled over all candidates. A candidate can have a head start (its rating).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any, Final

from marchsim.errors import StrategyError, nearest
from marchsim.kernel.compat import append, i64, mypyc_attr, vec
from marchsim.kernel.rng import LANE, Stream
from marchsim.kernel.table import Seat, Table
from marchsim.tabletop.players.seats import PlayerSeat, Seen, StrategyBase

Limits = Mapping[str, tuple[int, int]]  # a number's name, the least and the most


def set_effort(player: object, limits: Limits, parameters: Mapping[str, object]) -> dict[str, object]:
    """Set the limits of a player's search. Returns the rest of the parameters: `weights`, if given.

    Raises StrategyError for an unknown parameter or an invalid limit.
    """
    weights: dict[str, object] = {}
    for name, value in parameters.items():
        if name == "weights":
            weights[name] = value
            continue
        if name not in limits:
            known = (*limits, "weights")
            raise StrategyError(
                f"lookahead takes {', '.join(known)}, and not {name!r}.{nearest(name, known)}"
            )
        low, high = limits[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise StrategyError(f"lookahead: {name} must be a number from {low} to {high}, not {value!r}.")
        setattr(player, name, value)
    return weights


def copy_effort(player: object, other: object, limits: Limits) -> None:
    """Copy the limits of another player's search."""
    for name in limits:
        setattr(player, name, getattr(other, name))


# Trials: the results of candidates, and the candidates that deserve further rollouts
WARM_UP: Final = 2  # games before any candidate is given up


class Trials:
    """The results of candidates in rollouts. Each result is an integer.

    `least` is a standard deviation assumed in addition to the measured one. A candidate is dropped if it
    trails by more than `patience` hundredths of the standard error of the difference.
    """

    def __init__(self, question: i64, count: i64, least: i64, patience: i64) -> None:
        self.question: i64 = question
        self.count: i64 = count
        self.least: i64 = least
        self.patience: i64 = patience
        self.games: vec[i64] = vec[i64]([0] * count)
        self.total: Final = vec[i64]([0] * count)
        self.start: Final = vec[i64]([0] * count)  # added to the total, but no game
        self.squares: Final = vec[i64]([0] * count)
        self.left: vec[i64] = vec[i64]()  # candidates in the race, in the order in which they entered

    def enter(self, candidate: i64, start: i64) -> None:
        """Add a candidate with a head start over the others. With a negative head start it trails them."""
        self.left = append(self.left, candidate)
        self.start[candidate] = start

    def add(self, candidate: i64, value: i64) -> None:
        """Record the result of a candidate's next rollout."""
        self.games[candidate] += 1
        self.total[candidate] += value
        self.squares[candidate] += value * value

    def best(self) -> i64:
        """The best of the remaining candidates, which have all played the same number of rollouts."""
        best = self.left[0]
        for i in range(1, len(self.left)):
            if self.ahead(self.left[i], best) > 0:
                best = self.left[i]
        return best

    def ahead(self, candidate: i64, other: i64) -> i64:
        """The lead of one candidate over another, given that both have played the same number of rollouts."""
        return self.total[candidate] + self.start[candidate] - self.total[other] - self.start[other]

    def drop(self) -> bool:
        """Drop the candidates that clearly trail the best one. Returns whether only one is left."""
        best = self.best()
        games = self.games[best]
        if games >= WARM_UP:
            behind = float(self.patience) / 100.0 * self.spread() * sqrt(2.0 * float(games))
            stay: vec[i64] = vec[i64]()
            for i in range(len(self.left)):
                if float(self.ahead(best, self.left[i])) <= behind:
                    stay = append(stay, self.left[i])
            self.left = stay
        return len(self.left) == 1

    def spread(self) -> float:
        """The standard deviation of a result, pooled over the remaining candidates."""
        within = 0.0
        freedom: i64 = 0
        for i in range(len(self.left)):
            at = self.left[i]
            total = float(self.total[at])
            within += float(self.squares[at]) - total * total / float(self.games[at])
            freedom += self.games[at] - 1
        return sqrt(within / float(freedom) + float(self.least) * float(self.least))

    # for a reader ---------------------------------------------------------------
    def mean(self, candidate: i64) -> float:
        """The mean result of a candidate, including its head start. It needs at least one rollout."""
        return float(self.total[candidate] + self.start[candidate]) / float(self.games[candidate])

    def error(self, candidate: i64) -> float:
        """The standard error of a candidate's `mean`. 0 after a single rollout."""
        n = self.games[candidate]
        if n < 2:
            return 0.0
        total = float(self.total[candidate])
        within = float(self.squares[candidate]) - total * total / float(n)
        return sqrt((within if within > 0.0 else 0.0) / float((n - 1) * n))


def highest(ratings: vec[i64]) -> i64:
    """The index of the highest rating. If several are equal, the first one."""
    best: i64 = 0
    for index in range(1, len(ratings)):
        if ratings[index] > ratings[best]:
            best = index
    return best


# Rollouts
SALT_SEATS: Final = 1 << 25  # of the minds' own chance, by place clockwise


class RolloutSeat(Seat):
    """A seat of a rollout: a player who can be made to take one action.

    `leading` is the question that asks for the action. `lead` is the action as an option, or -1 for none.
    """

    def __init__(self, mind: Seat, table: Table, leading: i64) -> None:
        self.mind = mind
        self.table: Final = table
        self.leading: i64 = leading
        self.lead: i64 = -1

    def answer(self, question: i64) -> i64:
        """Take the action `lead` if it is on offer. Otherwise ask the player."""
        if self.lead >= 0 and question == self.leading:
            wanted = self.lead
            self.lead = -1
            table = self.table
            for i in range(table.n):
                if table.options[i] == wanted:
                    return i
        return self.mind.answer(question)


@mypyc_attr(allow_interpreted_subclasses=True)
class Imagined:
    """The rollouts of a seat. `imagine` sets one up, `again` sets up the same one again, `follow` plays it.

    `sit` adds the players, starting with seat 0. `wake` lets them begin a game.
    """

    def __init__(self, seat: i64, table: Table, leading: i64) -> None:
        self.seat: i64 = seat
        self.table: Final = table
        self.leading: i64 = leading
        self.seated: Final[list[PlayerSeat]] = []
        self.guests: Final[list[RolloutSeat]] = []
        self.key: i64 = 0  # of the game last imagined

    def sit(self, view: Seen, mind: StrategyBase) -> None:
        """Put a player into the next seat."""
        seated = PlayerSeat(view, mind, mind, 0)
        guest = RolloutSeat(seated, self.table, self.leading)
        self.seated.append(seated)
        self.guests.append(guest)
        self.table.seats.append(guest)

    def wake(self, chance: Stream) -> None:
        """Let the players begin, each with a random stream derived from that of the game."""
        n: i64 = len(self.guests)
        for place in range(n):
            seat = (self.seat + place) % n
            self.guests[seat].lead = -1
            mind = self.seated[seat]
            reseed(mind.core.rng, chance, place)
            mind.core.begin(mind.view)

    def imagine(self, key: i64) -> None:
        """Set up a rollout. Everything that the seat sees stays. `key` (0 to 2**62) determines the rest."""
        raise NotImplementedError

    def again(self) -> None:
        """Set up the most recent rollout again. The seat must not have answered a question since then."""
        raise NotImplementedError

    def follow(self, option: i64, rounds: i64) -> None:
        """Answer the seat's question with an option, and play on for this many rounds or to the end."""
        raise NotImplementedError

    def judged(self) -> i64:
        """The value of the position for the seat."""
        raise NotImplementedError


def race(trials: Trials, games: Imagined, view: Seen, rng: Stream, most: i64, rounds: i64) -> i64:
    """Try the candidates in up to `most` rollouts each. Returns the best one."""
    for _ in range(most):
        games.imagine(rng.bits())
        for i in range(len(trials.left)):
            if i > 0:
                games.again()
            candidate = trials.left[i]
            games.follow(view.option(candidate), rounds)
            trials.add(candidate, games.judged())
        if trials.drop():
            break
    return trials.best()


def likenesses(player: StrategyBase, core: Callable[[], Any], n: i64) -> list[Any]:
    """For `n` seats, players with the weights of `player` that do not search. `core` creates each one."""
    minds: list[Any] = []
    for _ in range(n):
        mind = core()
        mind.adopt(player)
        minds.append(mind)
    return minds


def reseed(stream: Stream, chance: Stream, place: i64) -> None:
    """Derive a player's random stream from that of the game. `place` counts from the seat that searches."""
    stream.low = (chance.low ^ (SALT_SEATS + place)) & LANE
    stream.high = chance.high
    stream.count = 0
