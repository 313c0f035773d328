"""Fit the corrections of strategies/march/populations/strong.py to rollouts of its options.

`python -m tools.distil 3600` plays 3,600 games of one tuned plan against three of the field. In half of the
plan's turns, each option is rolled out 24 times to the end of the round by the players that `lookahead`
imagines. Ridge regression explains an option's lead over the mean of its turn, in chance to win, by the
plan's rating, the kind of action in each round, the card, and products of kinds with the position. These join
one by one while a Bayesian information criterion falls. Divided by the coefficient of the rating, the
coefficients are corrections in points.

It prints the regret of the plan with and without corrections on games that were held back (every third), and
the corrections as the tables of that file.
"""

from __future__ import annotations

import math
import random
import runpy
import sys
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Heuristic, Searcher, loading
from marchsim.games.march.players.imagine import World
from marchsim.games.march.words import HEXES, NONE, Q_ACTION, TUNNEL, code_of, part
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.rollouts import likenesses
from marchsim.tabletop.players.seats import Player
from tools import games

FOLDER = Path(__file__).resolve().parents[1] / "strategies" / "march" / "populations"
LEARNER = "opportunist"  # whose tuned weights are corrected
KINDS = ("explore", "march", "forage", "play", "rest")
PLAYERS, ROLLOUTS = 4, 24
ROLLED_OUT, FOLLOWED = 0.5, 0.2  # share of turns that are rolled out, and of these that take the best option
FURTHEST = 600  # hundredths of a point: an option rated further below the best counts as if so far
RIDGE, MOST_PRODUCTS, PRICE = 1000.0, 16, 3.0  # PRICE: options of a turn are not independent
SEEN = 20  # a feature that fewer options have is left out
CANDIDATES: dict[str, Callable[[View], float]] = {
    "food": lambda view: view.food[view.seat],
    "hand": lambda view: view.hand_n[view.seat],
    "acted": lambda view: view.acted[view.seat],
    "hexes laid": lambda view: view.laid_n,
    "bodies": lambda view: view.bodies[view.seat],
    "all food": lambda view: sum(view.food[seat] for seat in range(view.players)),
    "all cards": lambda view: sum(view.hand_n[seat] for seat in range(view.players)),
    "control": lambda view: sum(view.controller(at) == view.seat for at in range(HEXES) if at != TUNNEL),
}  # counts that may join those of POSITION in strong.py
Array = NDArray[np.float64]
Feature = tuple[Any, ...]


@dataclass(frozen=True)
class Turn:
    """A turn that was rolled out: each option's features, and its chance in both halves of the rollouts."""

    deal: int
    features: list[dict[Feature, float]]
    halves: Array


class Learner(Heuristic):
    """Plays by its weights, and rolls out some of its turns."""

    dice: random.Random
    described: dict[str, Any]
    deal: int
    turns: list[Turn]

    def otherwise(self, view: View) -> int:
        """Answer by the weights, or in some turns by the rollouts."""
        index = int(super().otherwise(view))
        own = view.question == Q_ACTION and view.context(0) == NONE and view.marker == view.seat
        if not own or self.dice.random() > ROLLED_OUT:
            return index
        halves = self.rolled_out(view)
        self.turns.append(Turn(self.deal, self.features(view), halves))
        return int(halves.sum(axis=0).argmax()) if self.dice.random() < FOLLOWED else index

    def rolled_out(self, view: View) -> Array:
        """The mean chance to win of each option in both halves of the rollouts, shape (2, options)."""
        imagined = loading.strategy_class(sources.find("lookahead"))()
        world = World(view, likenesses(imagined, Heuristic, view.players))
        total = np.zeros((2, int(view.n)))
        for rollout in range(ROLLOUTS):
            world.imagine(self.dice.getrandbits(62))
            for at in range(view.n):
                if at:
                    world.again()
                world.follow(view.option(at), 1)
                total[rollout % 2, at] += world.judged()
        return total / (ROLLOUTS / 2)

    def features(self, view: View) -> list[dict[Feature, float]]:
        """The features of each option."""
        rater = Searcher()
        rater.adopt(self)
        rater.begin(view)
        ratings = np.array(rater.rate_all(view), dtype=float)
        behind = np.maximum(ratings - ratings.max(), -FURTHEST) / 100
        rules = CANDIDATES | self.described["POSITION"]
        state = {name: rule(view) for name, rule in rules.items()}
        found: list[dict[Feature, float]] = []
        for at in range(view.n):
            option = view.option(at)
            kind = self.described["KINDS"].get(code_of(option), "")
            one: dict[Feature, float] = {("rating",): behind[at], ("round", kind, int(view.round)): 1.0}
            if kind == "play":
                one["card", view.kit.ids[part(option, 0)]] = 1.0
            found.append(one | {("state", kind, name): float(value) for name, value in state.items()})
        return found


def played(deal: int) -> list[Turn]:
    """Play a game, and return the turns that were rolled out."""
    learner = Learner()
    learner.weigh(**weights())
    learner.dice, learner.deal, learner.turns = random.Random(deal), deal, []
    learner.described = runpy.run_path(str(FOLDER / "strong.py"))
    key, own, plans = deal_key(1, "distil", PLAYERS, deal), deal % PLAYERS, games.plans()
    seated = [games.maker(plans[(deal // PLAYERS + at) % len(plans)])() for at in range(PLAYERS)]
    seated[own] = Player(learner, learner, 0)
    session = games.table(players=PLAYERS)
    assert not session.play(deal, key, [seat_key(key, 0, at) for at in range(PLAYERS)], seated).void
    return learner.turns


def weights() -> dict[str, Any]:
    """The tuned weights that are corrected."""
    members = tomllib.loads((FOLDER / "tuned.toml").read_text(encoding="utf-8"))["strategies"]
    found: dict[str, Any] = next(one["weights"] for one in members if one["name"] == LEARNER)
    return found


class Design:
    """The options of turns as rows: their features, their leads, and where each turn begins."""

    def __init__(self, turns: Sequence[Turn], names: Sequence[Feature]) -> None:
        place = {name: at for at, name in enumerate(names)}
        self.begins = np.cumsum([0, *(len(one.features) for one in turns)])
        self.rows = np.zeros((int(self.begins[-1]), len(names)))
        for turn, first in zip(turns, self.begins[:-1], strict=True):
            for at, features in enumerate(turn.features):
                for name, value in features.items():
                    if name in place:
                        self.rows[first + at, place[name]] = value
        self.ratings = self.rows[:, 0].copy()
        self.halves = np.concatenate(
            [turn.halves - turn.halves.mean(axis=1, keepdims=True) for turn in turns], axis=1
        )
        for first, end in zip(self.begins[:-1], self.begins[1:], strict=True):
            self.rows[first:end] -= self.rows[first:end].mean(axis=0)

    def best(self, scores: Array) -> NDArray[np.intp]:
        """The row of the best option of each turn."""
        pairs = zip(self.begins[:-1], self.begins[1:], strict=True)
        return np.array([first + scores[first:end].argmax() for first, end in pairs])


def selected(design: Design, names: Sequence[Feature]) -> tuple[list[int], Array]:
    """The features that enter, and their coefficients."""
    scale = np.where(design.rows.std(axis=0) > 0, design.rows.std(axis=0), 1.0)
    rows, lead = design.rows / scale, design.halves.mean(axis=0)
    square, moment = rows.T @ rows, rows.T @ lead
    square[np.diag_indices(len(names))] += np.where(np.arange(len(names)) > 0, RIDGE, 1.0)
    chosen = [at for at, name in enumerate(names) if name[0] != "state"]
    worth = np.linalg.solve(square[np.ix_(chosen, chosen)], moment[chosen])
    left = float(lead @ lead - worth @ moment[chosen])
    for _ in range(MOST_PRODUCTS):
        inverse = np.linalg.inv(square[np.ix_(chosen, chosen)])
        cross = square[:, chosen]
        alone = np.maximum(np.diag(square) - np.einsum("ij,jk,ik->i", cross, inverse, cross), 1e-9)
        gain = (moment - cross @ worth) ** 2 / alone
        gain[chosen] = 0.0
        at = int(gain.argmax())
        if len(lead) * math.log(left / (left - gain[at])) < PRICE * math.log(len(lead)):
            break
        chosen.append(at)
        worth = np.linalg.solve(square[np.ix_(chosen, chosen)], moment[chosen])
        left = float(lead @ lead - worth @ moment[chosen])
    return chosen, worth / scale[chosen]


def names_of(turns: Sequence[Turn]) -> list[Feature]:
    """The features that enough options have, the rating first."""
    count: dict[Feature, int] = {("rating",): SEEN}
    for turn in turns:
        for features in turn.features:
            for name in features:
                count[name] = count.get(name, 0) + 1
    return [name for name, n in count.items() if n >= SEEN and "" not in name]


def print_tables(names: Sequence[Feature], worth: Array) -> None:
    """Print the corrections in points, as the tables of strong.py."""
    points = {name: round(float(value / worth[0]), 2) for name, value in zip(names, worth, strict=True)}
    print("ROUNDS = {")
    for kind in KINDS:
        print(f'    "{kind}": {tuple(points.get(("round", kind, at), 0.0) for at in range(1, 5))},')
    print("}\nCARDS = {")
    for name in sorted(name for name in points if name[0] == "card"):
        print(f'    "{name[1]}": {points[name]},')
    print("}\nSTATE = {")
    for kind in KINDS:
        found = [f'("{name[2]}", {points[name]})' for name in points if name[:2] == ("state", kind)]
        print(f'    "{kind}": ({", ".join(found)}),')
    print("}")


def main(arguments: Sequence[str]) -> int:
    """Print the regret on games that were held back, and the tables."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        turns = [turn for found in pool.map(played, range(int(arguments[0])), chunksize=20) for turn in found]
    names = names_of(turns)
    held = Design([turn for turn in turns if turn.deal % 3 == 0], names)
    known = Design([turn for turn in turns if turn.deal % 3], names)
    chosen, worth = selected(known, names)
    one, other = held.halves
    best = (other[held.best(one)] + one[held.best(other)]) / 2
    for title, scores in (("weights alone", held.ratings), ("corrected", held.rows[:, chosen] @ worth)):
        regret = (best - held.halves.mean(axis=0)[held.best(scores)]) / 100
        half = 1.96 * regret.std() / len(regret) ** 0.5
        print(f"# {title}: regret {regret.mean():.2f} +- {half:.2f} hundredths of a win a turn")
    chosen, worth = selected(Design(turns, names), names)
    print_tables([names[at] for at in chosen], worth)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
