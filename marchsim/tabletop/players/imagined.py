"""Rollouts: the parts of playing on from a seat's view that all games share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from marchsim.kernel.compat import append, i64, mypyc_attr, vec
from marchsim.kernel.rng import LANE, Stream
from marchsim.kernel.table import Chair, Table
from marchsim.tabletop.players.minds import Mind, Seen, Thinker
from marchsim.tabletop.players.trials import Trials

SALT_SEATS: Final = 1 << 25  # of the minds' own chance, by place clockwise


class Guest(Chair):
    """A seat of a rollout: a player, one of whose actions may be prescribed.

    `leading` is the question about that action. `lead` is the prescribed option, or -1 for none.
    """

    def __init__(self, mind: Chair, table: Table, leading: i64) -> None:
        self.mind = mind
        self.table = table
        self.leading: i64 = leading
        self.lead: i64 = -1

    def answer(self, question: i64) -> i64:
        """Take the prescribed action if it is on offer. Otherwise ask the player."""
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

    `sit` adds the players, from seat 0 on. `wake` lets them begin a game.
    """

    def __init__(self, seat: i64, table: Table, leading: i64) -> None:
        self.seat: i64 = seat
        self.table = table
        self.leading: i64 = leading
        self.seated: list[Mind] = []
        self.guests: list[Guest] = []
        self.key: i64 = 0  # of the game last imagined

    def sit(self, view: Seen, mind: Thinker) -> None:
        """Give the next seat a player."""
        seated = Mind(view, mind, mind, 0)
        guest = Guest(seated, self.table, self.leading)
        self.seated.append(seated)
        self.guests.append(guest)
        self.table.chairs.append(guest)

    def wake(self, chance: Stream) -> None:
        """Let the players begin. Each has its own random stream, derived from the stream of the game."""
        n: i64 = len(self.guests)
        for place in range(n):
            seat = (self.seat + place) % n
            self.guests[seat].lead = -1
            mind = self.seated[seat]
            reseed(mind.core.rng, chance, place)
            mind.core.begin(mind.view)

    def imagine(self, key: i64) -> None:
        """Set up a rollout: what the seat sees is kept, the rest is random by `key` (0 to 2**62)."""
        raise NotImplementedError

    def again(self) -> None:
        """Set up the last rollout again. The seat has answered no question since."""
        raise NotImplementedError

    def follow(self, option: i64, rounds: i64) -> None:
        """Answer the seat's question with an option, and play on to the end of this many rounds."""
        raise NotImplementedError

    def judged(self) -> i64:
        """The value of the position for the seat."""
        raise NotImplementedError


def race(trials: Trials, games: Imagined, view: Seen, rng: Stream, most: i64, rounds: i64) -> i64:
    """Try the candidates in up to `most` rollouts each, and return the best one."""
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


def likenesses(player: Thinker, core: Callable[[], Any], n: i64) -> list[Any]:
    """Copies of a player's heuristic, without its search, for `n` seats. `core` creates a blank one."""
    minds: list[Any] = []
    for _ in range(n):
        mind = core()
        mind.adopt(player)
        minds.append(mind)
    return minds


def reseed(stream: Stream, chance: Stream, place: i64) -> None:
    """Derive a player's random stream from the game's stream. `place` counts seats from the searching one."""
    stream.low = (chance.low ^ (SALT_SEATS + place)) & LANE
    stream.high = chance.high
    stream.count = 0


def same(source: vec[i64], target: vec[i64], n: i64) -> None:
    """Copy the first `n` values of `source` into `target`."""
    for i in range(n):
        target[i] = source[i]


def wipe(target: vec[i64], n: i64) -> None:
    """Set the first n values of a vector to 0."""
    for i in range(n):
        target[i] = 0


def vector(values: list[int]) -> vec[i64]:
    """A list as a vector."""
    found: vec[i64] = vec[i64]()
    for value in values:
        found = append(found, value)
    return found
