"""Improve the plans of Ant Wars within their ideas, by large changes of single weights (D-291).

`python -m tools.antplans` goes through 4, 2, 3, 5 and 6 players and through the plans. For each plan it keeps
the weights that make up the idea, and tries the others, alone and some together, at a few distant values. The
plan plays in every seat against the present state of the other plans. All values are played on a few deals,
and the best ones on more. Those that are left are added one by one. Each is kept if it gains more than its
standard error on deals that no choice has seen. The weights found with 4 players apply to all tables, and
those found with other numbers are stored as differences. `--write` puts them into strategies/antwars. The
number of workers changes no result. `--measure N` plays N deals of the field instead, with each number of
players. It prints the share of games decided, their rounds, and the wins of each plan, and of a plan that
marches on nobody.

`tools.rebase` changes all weights a little (CMA-ES) and gains next to nothing here, since only a large change
of a few weights pays.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache

from marchsim.games.antwars.players import loading
from marchsim.games.antwars.players.weights import TABLE
from marchsim.runner.configuration import sources
from tools import antgames
from tools.rebase import Weights, World, calls, given, idea, world, write

VALUES: Mapping[str, tuple[float, ...]] = {
    "forage": (1.5, 2.5, 3.5, 5), "bring": (2, 4, 6), "search": (2, 3, 4, 5.5), "fetch": (0.3, 0.6, 1, 1.5),
    "roam": (4, 6, 8), "party": (2, 4, 6, 9), "prowl": (0, 4, 8), "hatch": (2, 4, 6), "brood": (0, 3, 7, 12),
    "thrift": (2, 4, 7), "dig": (0, 3, 6), "garden": (3, 6, 9), "reach": (4, 6, 8), "march": (6, 10, 15),
    "follow": (0, 4, 9), "defend": (0, 4, 9), "flee": (0, 9, 20), "shut": (0, 4, 9, 15),
    "guard": (0, 1, 2, 3, 5), "guards": (0, 2, 4), "sally": (0, 5, 9),
    "rally": (8, 11, 14, 18, 22), "home": (4, 6, 8, 10), "strike": (0.9, 1.2, 1.5, 2, 2.5), "moment": (0, 1),
    "resolve": (0, 0.3, 0.8), "wait": (0, 5, 10, 15), "grudge": (-8, -3, 0, 3),
}  # fmt: skip
NOTE = "# found by tools/antplans.py"
TOGETHER: tuple[Weights, ...] = (  # what pays only together
    {"dig": 6, "brood": 12}, {"dig": 6, "brood": 7, "thrift": 2}, {"dig": 0, "brood": 0},
    {"rally": 20, "strike": 1.8, "home": 10}, {"rally": 10, "strike": 1.1, "home": 5},
    {"guards": 4, "hatch": 7},
)  # fmt: skip
GENERAL = 4  # players, whose weights are those of all tables
SHARE = 5  # of so many candidates one goes on
LEFT = 6  # that are added one by one
WAITS = "waits"  # marches on nobody
WAITER = ("harvester", '{"wait": 100}')
NOBODY_WON = 999  # rounds of a game that nobody won


@dataclass(frozen=True)
class Task:
    """A plan with some weights, to play on some deals against the field."""

    players: int
    name: str
    weights: str
    field: str
    deals: tuple[int, ...]


@cache
def maker(name: str, weights: str) -> Callable[[], object]:
    """A factory of players for a plan with these weights (JSON)."""
    cls = loading.strategy_class(sources.find(name, game="antwars"))
    return loading.factory(cls, {"weights": json.loads(weights)})


def shares(task: Task) -> list[float]:
    """A plan's share of the win in each deal, played in every seat with opponents drawn for the deal."""
    session = antgames.table({"preset": "dealt"}, task.players)
    field = json.loads(task.field)
    others = [name for name in antgames.PLANS if name != task.name]
    found = []
    for deal in task.deals:
        drawn = random.Random(deal).sample(others, task.players - 1)
        key, keys = antgames.keys(session, deal)
        won = 0.0
        for seat in range(task.players):
            names = [*drawn[:seat], task.name, *drawn[seat:]]
            minds = [
                maker(one, task.weights if one == task.name else json.dumps(field[one])) for one in names
            ]
            outcome = session.play(deal, key, keys, [make() for make in minds])
            if outcome.winners >> seat & 1:
                won += 1 / outcome.winners.bit_count()
        found.append(won / task.players)
    return found


class Search:
    """Tunes plans at one number of players. `field` has all weights of each plan, which change on the way."""

    def __init__(
        self, players: int, field: dict[str, Weights], pool: ProcessPoolExecutor, scale: float
    ) -> None:
        self.players = players
        self.field = field
        self.pool = pool
        self.deals = [max(4, round(scale * games / players)) for games in (80, 240, 800)]
        self.seen = 100_000 * players  # the last deal of those played

    def fresh(self, n: int) -> tuple[int, ...]:
        """The numbers of deals with which nothing has been chosen yet."""
        first = self.seen
        self.seen += n
        return tuple(range(first, first + n))

    def play(self, name: str, those: Sequence[Weights], deals: tuple[int, ...]) -> list[list[float]]:
        """The share of the win in each deal that a plan gets with each of these weights."""
        field = json.dumps({key: value for key, value in self.field.items() if key != name})
        tasks = [Task(self.players, name, json.dumps(one), field, deals) for one in those]
        return list(self.pool.map(shares, tasks))

    def tune(self, name: str, held: Weights) -> None:
        """Find better weights for a plan, without changing those held, and keep them."""
        now = self.field[name]
        few, more, most = self.deals
        tried = [
            {key: value}
            for key, values in VALUES.items()
            if key not in held
            for value in values
            if value != now[key]
        ]
        tried += [one for one in TOGETHER if not held.keys() & one.keys()]
        scores = [0.0] * len(tried)
        for n, left in ((few, max(LEFT, len(tried) // SHARE)), (more, LEFT)):
            deals = self.fresh(n)
            played = self.play(name, [now | one for one in tried], deals)
            scores = [score + sum(each) for score, each in zip(scores, played, strict=True)]
            best = sorted(range(len(tried)), key=lambda at: -scores[at])[:left]
            tried, scores = [tried[at] for at in best], [scores[at] for at in best]
        start = now
        for one in tried:
            if any(now[key] != start[key] for key in one):
                continue  # another value of it was taken
            before, after = self.play(name, [now, now | one], self.fresh(most))
            gain, error = paired(before, after)
            if gain > error:
                now = now | one
        before, after = self.play(name, [start, now], self.fresh(most))
        gain, _ = paired(before, after)
        if gain > 0:
            self.field[name] = now
        changed = {key: value for key, value in now.items() if start[key] != value}
        print(
            f"{self.players} players, {name}: {100 * sum(before) / most:.1f} to {100 * sum(after) / most:.1f}"
            f" %{'' if gain > 0 else ', left as it was'}: {changed}", flush=True,
        )  # fmt: skip


def paired(before: Sequence[float], after: Sequence[float]) -> tuple[float, float]:
    """The mean difference by deal, and its standard error."""
    gains = [b - a for a, b in zip(before, after, strict=True)]
    n = len(gains)
    mean = sum(gains) / n
    return mean, (sum((gain - mean) ** 2 for gain in gains) / (n - 1) / n) ** 0.5


def whole(name: str, players: int) -> Weights:
    """All weights that a plan's file sets for tables of this many players, or none if it sets none."""
    found: Weights = {key: default for key, default, _ in TABLE}
    own = False
    for call in calls(world("antwars"), name):
        if not call.args or ast.literal_eval(call.args[0]) == players:
            found |= given(call)
            own = own or bool(call.args)
    return found if own or players == GENERAL else {}


def main(arguments: Sequence[str]) -> int:
    """Tune all plans at each number of players. Print the weights found and, if requested, write them."""
    parser = argparse.ArgumentParser(prog="tools.antplans", description=__doc__)
    parser.add_argument(
        "--players", default="2,3,5,6", help="beside 4, whose weights are those of all tables"
    )
    parser.add_argument("--turns", type=int, default=1, help="rounds through the plans")
    parser.add_argument("--scale", type=float, default=1.0, help="times as many games as usual")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--measure", type=int, default=0, help="deals to measure the field by, without a search"
    )
    parser.add_argument("--write", action="store_true", help="put the weights into the plans' files")
    asked = parser.parse_args(arguments)
    if asked.measure:
        with ProcessPoolExecutor(asked.workers) as pool:
            for players in antgames.PLAYERS:
                print(measure(players, asked.measure, pool), flush=True)
        return 0
    of = world("antwars")
    found = {
        players: {name: whole(name, players) or whole(name, GENERAL) for name in of.plans}
        for players in antgames.PLAYERS
        if players == GENERAL or any(whole(name, players) for name in of.plans)
    }
    with ProcessPoolExecutor(asked.workers) as pool:
        for players in (int(word) for word in asked.players.split(",")):
            search = Search(players, dict(found.get(players, found[GENERAL])), pool, asked.scale)
            for _ in range(asked.turns):
                for name in of.plans:
                    search.tune(name, idea(of, name))
            found[players] = search.field
            print(players, json.dumps(search.field), flush=True)
    if asked.write:
        for name in of.plans:
            write(of, name, blocks(of, name, found), NOTE)
    return 0


# the baseline player ------------------------------------------------------------------
@dataclass(frozen=True)
class Table:
    """A deal to play in every rotation by plans drawn for it. In one of three deals, one of them waits."""

    players: int
    deal: int


@dataclass(frozen=True)
class Count:
    """The games of a table: the number decided, their rounds, and the seats and wins of each name."""

    decided: int
    rounds: tuple[int, ...]
    seats: Mapping[str, int]
    wins: Mapping[str, float]
    won: Mapping[str, int]


def counted(table: Table) -> Count:
    """Play a deal in every rotation. A name's seats count in games that somebody won."""
    session = antgames.table({"preset": "dealt"}, table.players)
    names = random.Random(table.deal).sample(antgames.PLANS, table.players)
    if table.deal % 3 == 0:
        names[0] = WAITS
    key, keys = antgames.keys(session, table.deal)
    rounds: list[int] = []
    seats: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for shift in range(table.players):
        line_up = antgames.line_up(names, table.players, shift)
        minds = [maker(*(WAITER if one == WAITS else (one, "{}")))() for one in line_up]
        outcome = session.play(table.deal, key, keys, minds)
        seats.update(line_up)
        if outcome.winners:
            won.update(line_up)
            for seat, name in enumerate(line_up):
                wins[name] += (outcome.winners >> seat & 1) / outcome.winners.bit_count()
        rounds.append(outcome.rounds if outcome.winners else NOBODY_WON)
    return Count(sum(one < NOBODY_WON for one in rounds), tuple(rounds), seats, wins, won)


@dataclass(frozen=True)
class Tally:
    """The field's games: share decided, rounds (10, 50, 90 %), and wins as multiples of an equal share."""

    games: int
    decided: float
    rounds: tuple[int, int, int]
    shares: Mapping[str, float]
    among: float  # the share decided with one who waits


def tallied(players: int, deals: int, pool: Executor) -> Tally:
    """Play some deals of the field. Shares are of games that somebody won."""
    tables = [Table(players, 1000 * players + deal) for deal in range(deals)]
    played = list(pool.map(counted, tables, chunksize=4))
    free = [one for table, one in zip(tables, played, strict=True) if table.deal % 3]
    held = [one for table, one in zip(tables, played, strict=True) if table.deal % 3 == 0]
    rounds = sorted(number for one in free for number in one.rounds)
    shares = {}
    for name in (*antgames.PLANS, WAITS):
        of = held if name == WAITS else free
        won = sum(one.won.get(name, 0) for one in of)
        shares[name] = players * sum(one.wins.get(name, 0.0) for one in of) / max(won, 1)
    return Tally(
        len(rounds),
        sum(one.decided for one in free) / len(rounds),
        (rounds[len(rounds) // 10], rounds[len(rounds) // 2], rounds[len(rounds) * 9 // 10]),
        shares,
        sum(one.decided for one in held) / max(1, players * len(held)),
    )


def measure(players: int, deals: int, pool: Executor) -> str:
    """A line about the field: games decided, rounds, and wins as multiples of an equal share."""
    found = tallied(players, deals, pool)
    low, middle, high = ("never" if one == NOBODY_WON else str(one) for one in found.rounds)
    told = ", ".join(f"{name} {share:.2f}" for name, share in found.shares.items())
    return (
        f"{players} players: {100 * found.decided:.0f} % of {found.games} games decided, rounds {middle} "
        f"({low}, {high}); {told} ({100 * found.among:.0f} % decided with it)"
    )


def blocks(of: World, name: str, found: Mapping[int, Mapping[str, Weights]]) -> dict[int, Weights]:
    """The weights to set in a plan's file after its idea: for all tables (0), and by number of players."""
    base = found[GENERAL][name]
    held = idea(of, name)
    written = {0: {key: value for key, value in base.items() if key not in held}}
    for players in sorted(found):
        weights = {key: value for key, value in found[players][name].items() if value != base[key]}
        if players != GENERAL and weights:
            written[players] = weights
    return written


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
