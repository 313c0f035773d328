"""Compares ways to search for rules that meet targets, at equal games: `make optimize-bench`.

Each task is searched by random rule sets, coordinate descent, CMA-ES over integers and `marchsim optimize`'s
own search. What each takes is judged on deals that none of them has seen. The page (README.md) has a row for
each task, written when the task is done: the true loss beside the one that the method believed. A run that
was stopped goes on from the games in --out.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from marchsim.analysis.variants.quantities import STRATEGY, Measured
from marchsim.runner.configuration import config as configs
from marchsim.runner.progress.display import Quiet
from marchsim.studies import measuring
from marchsim.studies.optimize import targets as files
from marchsim.studies.optimize.preparation import PreparedOptimize, Values, prepare
from marchsim.studies.optimize.search import BATCH, PRICE, Search, with_value
from marchsim.studies.optimize.sizes import FINALISTS
from marchsim.studies.stages import StagePlayer
from marchsim.studies.tuning.search import library

HERE = Path(__file__).parent
TASKS = sorted(path.stem for path in HERE.glob("*.toml"))
START = 60  # rule sets of the surface's start, or those of half of the games
BLOCKS = 10  # of a rule set, for all methods; more where fewer would give a strategy no ten deals
IDLE = 30  # batches without a new rule set after which a method has converged


@dataclass
class Evaluator:
    """Measures rule sets in stages until the games are spent."""

    prepared: PreparedOptimize
    player: StagePlayer
    budget: int
    sealed: int
    stage: int = 0
    spent: int = 0
    idle: int = 0
    seen: dict[Values, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Count blocks and games of a rule set."""
        own = self.prepared.configuration
        rarest = len(own.strategies) / own.design.players[0]
        strategies = any(one.kind == STRATEGY for one in self.prepared.quantities)
        self.blocks = math.ceil(BLOCKS * rarest) if strategies else BLOCKS
        self.each = self.blocks * measuring.games_each(own, self.prepared.quantities)

    def over(self) -> bool:
        """Whether a further batch would cost more than is left, or nothing new has been asked for long."""
        return self.idle >= IDLE or self.spent + (BATCH + 1) * self.each > self.budget

    def measured(self, arms: Sequence[Values]) -> list[Measured]:
        """Play the base game and rule sets, and return what the targets' quantities were."""
        self.stage += 1
        self.spent += len(arms) * self.each
        return played(self.prepared, self.player, arms, self.blocks, f"compare-{self.stage:03}")

    def losses(self, wanted: Sequence[Values]) -> list[float]:
        """Play rule sets that are not known yet, and return the loss of each as it was seen."""
        fresh = [one for one in dict.fromkeys(wanted) if one not in self.seen and one != self.prepared.base]
        self.idle = 0 if fresh else self.idle + 1
        if fresh or self.prepared.base not in self.seen:
            arms = [self.prepared.base, *fresh]
            found = self.measured(arms)
            for at, values in enumerate(arms):
                self.seen[values] = loss(self.prepared, values, found, at)
        return [self.seen[one] for one in wanted]

    def best(self) -> tuple[Values, float]:
        """The rule set whose seen loss is smallest."""
        return min(self.seen.items(), key=lambda one: (one[1], repr(one[0])))


def played(
    prepared: PreparedOptimize, player: StagePlayer, arms: Sequence[Values], blocks: int, deals: str
) -> list[Measured]:
    """Play rule sets, of which the first is the base game, on the deals of this name."""
    made = prepared.stage(deals, {f"set-{at:03}": values for at, values in enumerate(arms)}, blocks)
    return measuring.played(player, deals, made, prepared.quantities, deals)


def loss(prepared: PreparedOptimize, values: Values, found: Sequence[Measured], at: int) -> float:
    """The loss of a rule set from what was measured."""
    total = 0.0
    for target, one in zip(prepared.targets, found, strict=True):
        base, value = float(one.means[0]), float(one.means[at])
        low, high, margin = target.at(base)
        total += (max(0.0, low - value, value - high) / margin) ** 2 if math.isfinite(value) else 1.0
    return math.sqrt(total) + PRICE * prepared.cost(values)


def possible(prepared: PreparedOptimize, rng: np.random.Generator, many: int) -> list[Values]:
    """Random rule sets that the file allows."""
    found: list[Values] = []
    while len(found) < many:
        values = prepared.base
        for at in rng.permutation(len(prepared.knobs))[: 1 + int(rng.integers(prepared.file.changes))]:
            knob = prepared.knobs[int(at)]
            values = with_value(values, int(at), knob.values[int(rng.integers(len(knob.values)))])
        if values != prepared.base and prepared.possible(values):
            found.append(values)
    return found


def at_random(own: Evaluator, rng: np.random.Generator) -> tuple[Values, float]:
    """The best of random rule sets."""
    while not own.over():
        own.losses(possible(own.prepared, rng, BATCH))
    return own.best()


def by_coordinates(own: Evaluator, rng: np.random.Generator) -> tuple[Values, float]:
    """Coordinate descent from the base game, from a random rule set when it is stuck."""
    here = own.prepared.base
    own.losses([here])
    while not own.over():
        at = int(rng.integers(len(own.prepared.knobs)))
        options = [with_value(here, at, value) for value in own.prepared.knobs[at].values]
        options = [one for one in options if own.prepared.possible(one)][:BATCH]
        known = len(own.seen)
        told = own.losses(options)
        better = options[int(np.argmin(told))] if told else here
        stuck = len(own.seen) == known and better == here
        here = possible(own.prepared, rng, 1)[0] if stuck else better
    return own.best()


def by_cma(own: Evaluator, rng: np.random.Generator) -> tuple[Values, float]:
    """CMA-ES over the knobs' places; changes beyond the limit are taken back, the smallest first."""
    knobs = own.prepared.knobs
    start = np.array([knob.values.index(knob.base) for knob in knobs], dtype=float)
    wide = np.array([len(knob.values) - 1 for knob in knobs], dtype=float)
    cma = library()(mean=start / wide, sigma=0.3, seed=int(rng.integers(2**31)), population_size=BATCH)
    while not own.over():
        points = [cma.ask() for _ in range(BATCH)]
        sets = [_rounded(own.prepared, np.clip(point, 0, 1) * wide, start, wide) for point in points]
        told = own.losses(sets)
        cma.tell(list(zip(points, told, strict=True)))
    return own.best()


def _rounded(prepared: PreparedOptimize, point: np.ndarray, start: np.ndarray, wide: np.ndarray) -> Values:
    """Return the nearest rule set that is allowed."""
    far = np.argsort(-np.abs(point - start) / wide)[: prepared.file.changes]
    values = prepared.base
    for at in far:
        values = with_value(values, int(at), prepared.knobs[int(at)].values[round(float(point[at]))])
    return values if prepared.possible(values) else prepared.base


def by_surface(own: Evaluator, rng: np.random.Generator) -> tuple[Values, float]:
    """The search of `marchsim optimize`."""
    search = Search(own.prepared, rng, own.sealed)
    arms = search.start(min(START, own.budget // (2 * own.each)))
    search.tell(arms, own.measured(arms), own.blocks)
    while not own.over():
        wanted = search.ask()
        if not wanted:
            break
        arms = [own.prepared.base, *(one for one in wanted if one != own.prepared.base)]
        search.tell(arms, own.measured(arms), own.blocks)
    best = search.finalists(search.look(), FINALISTS)[0]
    price = PRICE * own.prepared.cost(best.values)
    return best.values, math.sqrt(max(0.0, best.expected - price)) + price


METHODS: dict[str, Callable[[Evaluator, np.random.Generator], tuple[Values, float]]] = {
    "best of random": at_random,
    "coordinate descent": by_coordinates,
    "CMA-ES (integers)": by_cma,
    "surface (`marchsim optimize`)": by_surface,
}


def true_losses(
    prepared: PreparedOptimize, player: StagePlayer, sets: Sequence[Values], blocks: int
) -> list[float]:
    """The losses of rule sets on the same deals, which no search has seen."""
    arms = list(dict.fromkeys([prepared.base, *sets]))
    found = played(prepared, player, arms, blocks, "compare-sealed")
    told = {values: loss(prepared, values, found, at) for at, values in enumerate(arms)}
    return [told[values] for values in sets]


def searched(
    prepared: PreparedOptimize, player: StagePlayer, asked: argparse.Namespace
) -> Iterator[tuple[Values, float]]:
    """Yield the rule set that each method takes, and the loss that it believed."""
    for number, method in enumerate(METHODS.values()):
        own = Evaluator(prepared, player.inside(f"method-{number}"), asked.games, asked.sealed)
        yield method(own, np.random.default_rng([asked.seed, number]))


PAGE, RESULTS = HERE / "README.md", "## Results\n"
NOTE = (
    "`make optimize-bench GAMES={games} SEALED={sealed}` wrote this, with seed {seed} and {blocks} blocks "
    "for a\nrule set (more where strategies are judged). Each cell has the true loss on {sealed:,} sealed "
    "blocks and the loss that\nthe method believed. Each cell is one search: eight searches "
    "of an emulated task by the surface have a standard deviation\nof 0.3 or 0.7 "
    "([lab notes](../../reports/lab/statistics.md#d-505))."
)
SAME = 0.05  # losses that differ by less are the same: the sealed sample says no more


def main() -> None:
    """Search every task by each method, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--sealed", type=int, default=2_500, metavar="BLOCKS")
    parser.add_argument("--task", nargs="*", default=TASKS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/optimize-bench"), metavar="DIR")
    asked = parser.parse_args()
    for task in asked.task:
        file = files.read(HERE / f"{task}.toml")
        prepared = prepare(file, configs.load(file.config).changed(seed=asked.seed))
        # One worker plays the short stages of a search sooner than several, which start anew for each stage.
        player = StagePlayer(asked.out / f"{task}-{asked.seed}", Quiet(), {"workers": 1})
        begun, taken = time.monotonic(), []
        for name, found in zip(METHODS, searched(prepared, player, asked), strict=True):
            taken.append(found)
            print(f"{task}: {name}: {player.played.games:,} games so far", flush=True)
        sealed = replace(player, where={})
        base, *true = true_losses(prepared, sealed, [prepared.base, *(own for own, _ in taken)], asked.sealed)
        write(asked, task, base, [(own, believed) for own, (_, believed) in zip(true, taken, strict=True)])
        seconds = time.monotonic() - begun
        print(f"{task}: done: {player.played.games:,} games, {seconds:,.0f} s", flush=True)


def write(asked: argparse.Namespace, task: str, base: float, losses: Sequence[tuple[float, float]]) -> None:
    """Put the row of a task into the page; rows of other settings go."""
    note = NOTE.format(games=asked.games, sealed=asked.sealed, seed=asked.seed, blocks=BLOCKS)
    head, _, before = PAGE.read_text(encoding="utf-8").partition(RESULTS)
    kept = [line for line in before.splitlines() if line.startswith("| ") and note in before]
    rows = {line.split(" | ")[0].strip("| "): line for line in kept if not line.startswith("| task")}
    cells = " | ".join(f"{own:.2f} / {believed:.2f}" for own, believed in losses)
    rows[task] = f"| {task} | {base:.2f} | {cells} |"
    listed = [rows[name] for name in TASKS if name in rows]
    table = [f"| task | base game | {' | '.join(METHODS)} |", f"|---|--:|{'--:|' * len(METHODS)}", *listed]
    parts = [note, "\n".join(table), summary(listed)]
    PAGE.write_text(f"{head.rstrip()}\n\n{RESULTS}\n" + "\n\n".join(parts) + "\n", encoding="utf-8")


def summary(rows: Sequence[str]) -> str:
    """Say in how many tasks the search of `marchsim optimize` has the smallest true loss, and where not."""
    behind, every = [], []
    for row in rows:
        task, _, *cells = row.strip("| ").split(" | ")
        true = [float(cell.split(" / ")[0]) for cell in cells]
        every.append(true)
        if true[-1] > min(true) + SAME:
            behind.append(f"{task} ({true[-1]:.2f} against {min(true):.2f})")
    many = len(rows) - len(behind)
    told = f"The surface is best, or within {SAME:g} of the best, in {many} of {len(rows)} tasks."
    told += f" It is behind in {', '.join(behind)}." if behind else ""
    means = zip(METHODS, np.mean(every, axis=0), strict=True)
    return f"{told}\nMean true loss: {', '.join(f'{name} {mean:.2f}' for name, mean in means)}."


if __name__ == "__main__":
    main()
