"""What every hook of the heuristic needs: weights, the scene of the game under way, a ballot of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.errors import StrategyError, nearest
from marchsim.games.march.engine.strategy import Strategy
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.almanac import SHELF
from marchsim.games.march.players.heuristic.appraisal import keep, keep_at_least
from marchsim.games.march.players.heuristic.ballot import Ballot
from marchsim.games.march.players.heuristic.hunting import Hunt
from marchsim.games.march.players.heuristic.plans import Steps
from marchsim.games.march.players.heuristic.scene import Scene
from marchsim.games.march.players.heuristic.weights import DEFAULTS, Weights
from marchsim.games.march.words import O_PASS, O_YES, code_of, part
from marchsim.kernel.compat import i64, mypyc_attr

AT_ONCE: Final = 4  # ants that an effect may bring together


@mypyc_attr(allow_interpreted_subclasses=True)
class Weighted(Strategy):
    """A strategy with weights (see `weights.TABLE`) that sees the position as a Scene."""

    def __init__(self) -> None:
        super().__init__()
        self.weights: Weights = DEFAULTS
        self.company: Weights | None = None  # weights of its own for players together against the Horde
        self.scene: Scene | None = None
        self.ballot = Ballot()
        self.steps = Steps()
        self.prey = Hunt()

    # parameters -----------------------------------------------------------
    def weigh(self, **weights: object) -> None:
        """Set weights by name: a number for all rounds, or a list of numbers from the first round on."""
        if self.weights is DEFAULTS:
            self.weights = DEFAULTS.copy()
        for name, value in weights.items():
            self.weights.put(name, value)
            if self.company is not None:
                self.company.put(name, value)

    def weigh_in_company(self, **weights: object) -> None:
        """Set weights for games of several players against the Horde; the others stay as they are now.

        What is set by `weigh` later, as by a configuration, counts there too.
        """
        if self.company is None:
            self.company = self.weights.copy()
        for name, value in weights.items():
            self.company.put(name, value)

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Take `weights` of the configuration; raises StrategyError for anything unknown."""
        for name, value in parameters.items():
            if name != "weights":
                raise StrategyError(
                    f"the strategy has no parameter {name!r}.{nearest(name, ('weights',))} "
                    "It takes weights = {...}."
                )
            if not isinstance(value, Mapping):
                raise StrategyError("weights: give a table of names and numbers, like { battle = 2.0 }.")
            self.weigh(**value)

    def adopt(self, other: Strategy) -> None:
        """Take over the weights of another heuristic."""
        if isinstance(other, Weighted):
            self.weights = other.weights
            self.company = other.company

    def begin(self, view: View) -> None:
        """Forget the last game."""
        self.scene = self.new_scene(view)

    def new_scene(self, view: View) -> Scene:
        """Return the scene of a game, with the weights that count in it."""
        weights = self.weights
        if self.company is not None and view.rules.horde > 0 and view.players > 1:
            weights = self.company
        return Scene(view, SHELF.almanac(view.kit), weights)

    def join(self, other: Strategy) -> None:
        """Let another heuristic look at the same scene: what it knows depends on when it was looked at."""
        if isinstance(other, Weighted):
            other.scene = self.scene

    def look(self, view: View) -> Scene:
        """Return the scene of a view, brought up to date."""
        scene = self.scene
        if scene is None:
            scene = self.new_scene(view)
            self.scene = scene
        scene.look()
        return scene

    # answers that several questions share ----------------------------------
    def bring(self, view: View, to: i64) -> i64:
        """Choose an ant that gains most by being in a hex, or stop."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        value = e.more(to, AT_ONCE)
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 1)
            else:
                ballot.bid(i, value - e.leave(part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def accept(self, view: View) -> i64:
        """Return the option Yes."""
        i: i64 = 0
        while i < view.n and code_of(view.option(i)) != O_YES:
            i += 1
        return i

    def cheapest_card(self, view: View, limit: i64) -> i64:
        """Return the card that is worth least in the hand, or Pass where all are worth more than `limit`."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, -limit)
            else:
                card = part(choice, 0)
                if ballot.may_win(-keep_at_least(e, card)):
                    ballot.bid(i, -keep(e, card))
        return ballot.pick(self.rng)
