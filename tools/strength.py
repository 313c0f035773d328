"""Measure the strength of `lookahead` by its thinking time: its share of wins, and games per second.

`python -m tools.strength` lets one `lookahead` of each setting play at tables of four against the plans of
the field, three at a time. All settings play the same deals, with seats and plans in rotation. A number
replaces the 200 deals. Names of plans, or files made by `marchsim tune`, replace the field. Files of
strategies (`.py`) are measured in place of `lookahead`. `make field` writes the shares into reports/field.md.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev

from marchsim.games.march.engine.rounds import standing
from marchsim.games.march.players import Heuristic, loading
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import Player
from tools import games
from tools.games import plans

PLAYERS, DEALS = 4, 200
Setting = dict[str, int] | str | None  # of `lookahead`, or a file with another strategy
SETTINGS: tuple[tuple[str, Setting], ...] = (
    ("no search: its weights alone", None),
    ("4 samples, no further questions", {"samples": 4, "further": 0}),
    ("as shipped", {}),
    ("16 samples", {"samples": 16, "further": 8}),
    ("32 samples", {"samples": 32, "further": 16, "patience": 150}),
    ("128 samples", {"samples": 128, "further": 64, "patience": 200}),
)
Maker = Callable[[], object]


@dataclass(frozen=True)
class Strength:
    """The result of a setting: share of wins, half of its 95 % interval, deals, games per second and core."""

    title: str
    share: float
    half: float
    deals: int
    pace: float


def plan(word: str) -> Maker:
    """A factory of players for a plan: a shipped strategy's name, or a file made by `marchsim tune`."""
    if not word.endswith(".toml"):
        return games.maker(word)
    told = tomllib.loads(Path(word).read_text(encoding="utf-8"))["strategy"]
    return loading.factory(loading.strategy_class(sources.find(told["use"])), {"weights": told["weights"]})


def searcher(parameters: Setting) -> Maker:
    """A factory of players for a setting of `lookahead`. With None, its weights answer without a search."""
    if isinstance(parameters, str):
        file = Path(parameters)
        return loading.factory(loading.strategy_class(sources.find(file.name, [file.parent])), {})
    cls = loading.strategy_class(sources.find("lookahead"))
    if parameters is not None:
        return loading.factory(cls, parameters)
    pattern = cls()

    def weighed() -> Player:
        mind = Heuristic()
        mind.adopt(pattern)
        return Player(mind, mind, 0)

    return weighed


def measured(parameters: Setting, words: Sequence[str], deals: Sequence[int]) -> tuple[list[float], float]:
    """The wins of a setting in each deal, and the seconds of processor time that they took."""
    makers, make = [plan(word) for word in words], searcher(parameters)
    session, wins, begun = games.table(players=PLAYERS), [], time.process_time()
    for deal in deals:
        key, own = deal_key(1, "strength", PLAYERS, deal), deal % PLAYERS
        seats = [seat_key(key, 0, seat) for seat in range(PLAYERS)]
        others = [makers[(deal // PLAYERS + at) % len(makers)] for at in range(PLAYERS)]
        outcome = session.play(
            deal, key, seats, [make() if at == own else others[at]() for at in range(PLAYERS)]
        )
        assert not outcome.void, outcome.fault
        assert session.g is not None
        level = [standing(session.g, seat) for seat in range(PLAYERS)]
        wins.append((level[own] == max(level)) / level.count(max(level)))
    return wins, time.process_time() - begun


def curve(
    words: Sequence[str], deals: int, workers: int = 2, settings: Sequence[tuple[str, Setting]] = SETTINGS
) -> Iterator[Strength]:
    """Yield the result of each setting against plans. The unit is the deal, played once."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for title, parameters in settings:
            parts = [
                pool.submit(measured, parameters, words, range(at, deals, workers)) for at in range(workers)
            ]
            wins = [one for part in parts for one in part.result()[0]]
            half = 1.96 * stdev(wins) / len(wins) ** 0.5
            yield Strength(title, fmean(wins), half, deals, deals / sum(part.result()[1] for part in parts))


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    deals = next((int(word) for word in arguments if word.isdigit()), DEALS)
    files = [(Path(word).stem, word) for word in arguments if word.endswith(".py")]
    words = [word for word in arguments if not word.isdigit() and not word.endswith(".py")] or list(plans())
    print("| Setting | Share of wins | Games a second and core |")
    print("| :-- | --: | --: |")
    for one in curve(words, deals, settings=files or SETTINGS):
        print(
            f"| {one.title} | {100 * one.share:.1f} ± {100 * one.half:.1f} % | {one.pace:,.0f} |", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
