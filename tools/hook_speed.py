"""Measure the cost of each way to write a strategy: weights alone, hooks, helpers, and from scratch.

All ways but the last must play the same games (equal digests are checked first), since their hooks do the
same as the heuristic, and so only the cost of a hook differs. `python -m tools.hook_speed` and `make bench`
print the table.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

import marchsim
from marchsim.games.march.players import loading
from marchsim.kernel.game import StrategySource
from marchsim.kernel.rng import deal_key, seat_key
from tools import games

HEAD = "from marchsim.games.march.players import Heuristic\n\n\nclass Mine(Heuristic):\n"
HOOK = "    def {0}(self, me, table):\n        return None\n\n"
FRAME = "    def otherwise(self, view):\n        return super().otherwise(view)\n\n"
# looks at what scripts look at, and says what the heuristic is then free to choose
SCRIPT = (
    "    def action(self, me, table):\n        if table.round > 9 and me.food > 1:\n"
    "            return 'explore'\n        if me.points > 999 or table.leader.points > 999:\n"
    "            return ['play', 'rest']\n"
    "        return 'journey of 6000 steps' if me.hungry and table.last_round else None\n\n"
)
RATING = "    def rate_{0}(self, view, option, value):\n        return value\n\n"
WAYS = {
    "weights alone": HEAD + "    pass\n",
    "a hook asked once a round (decree)": HEAD + HOOK.format("decree"),
    "a hook on the turn choice (action)": HEAD + HOOK.format("action"),
    "a hook on every step (step)": HEAD + HOOK.format("step"),
    "a script of actions in words": HEAD + SCRIPT,
    "a rating of actions (rate_action)": HEAD + RATING.format("action"),
    "a rating of every step (rate_step)": HEAD + RATING.format("step"),
    "the frame overridden (otherwise): every question": HEAD + FRAME,
}
SCRATCH = (
    "from marchsim.games.march.players import Strategy\n\n\nclass Mine(Strategy):\n"
    "    def otherwise(self, view):\n        best = 0\n        for index in range(view.n):\n"
    "            if view.option(index) > view.option(best):\n                best = index\n"
    "        return best\n"
)
ROUNDS = 5
PLAYERS = 4


@dataclass
class Pace:
    """The processor seconds of some games, and one digest for all of them."""

    seconds: float
    digest: str


def maker(text: str) -> Callable[[], object]:
    """A factory of fresh players from a strategy's text."""
    return loading.factory(
        loading.strategy_class(StrategySource("mine.py", text, "0" * 64, "", "mine.py")), {}
    )


def pace(makers: Sequence[Callable[[], object]], count: int) -> Pace:
    """Play `count` games of these players, with the seats in rotation."""
    session = games.table(players=PLAYERS)
    digests = []
    begun = time.process_time()
    for deal in range(count):
        key = deal_key(1, "bench", PLAYERS, deal)
        keys = [seat_key(key, 0, seat) for seat in range(PLAYERS)]
        seated = [makers[(seat + deal) % PLAYERS]() for seat in range(PLAYERS)]
        outcome = session.play(deal, key, keys, seated)
        digests.append(outcome.digest or outcome.fault)
    return Pace(time.process_time() - begun, games.together(digests))


def measured(count: int) -> list[tuple[str, float, float, float, bool]]:
    """For each way: games per second if all players use it, its speed if one or all do, and equal games."""
    base = maker(WAYS["weights alone"])
    found = []
    for title, text in (*WAYS.items(), ("from scratch, in Python", SCRATCH)):
        own = maker(text)
        one, every, speed, same = [], [], [], True
        for _ in range(ROUNDS):
            plain = pace([base] * PLAYERS, count)
            single = pace([own, *[base] * (PLAYERS - 1)], count)
            full = pace([own] * PLAYERS, count)
            same = same and plain.digest == single.digest == full.digest
            one.append(plain.seconds / single.seconds)
            every.append(plain.seconds / full.seconds)
            speed.append(count / full.seconds)
        found.append((title, median(speed), median(one), median(every), same))
    return found


def hooks(scale: float) -> None:
    """Print the table. All games must be the same, except those of the strategy from scratch."""
    count = max(5, int(150 * scale)) if marchsim.MODE.compiled else 4
    print("ways to write a strategy, 4 players:            games/s   of full speed: one of four, all four")
    for title, speed, one, every, same in measured(count):
        if not same and title in WAYS:
            raise RuntimeError(f"{title}: other games than those of weights alone")
        print(f"  {title:44}  {speed:7,.0f}  {one:12.2f}  {every:20.2f}{'' if same else '   (other games)'}")


if __name__ == "__main__":
    hooks(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
