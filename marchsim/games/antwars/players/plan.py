"""A plan of weighted heuristics: form a chain from nest to exit, gather, hatch, and attack Queens.

`action_worth` rates actions, `outlook` evaluates the position, and `army` directs the war.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marchsim.errors import StrategyError, nearest
from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.players.action_worth import rate_step
from marchsim.games.antwars.players.army import FAR, STATES
from marchsim.games.antwars.players.outlook import FLEE, GATHER, GUARD, HOME, HUNT, MUSTER, SPREAD, Outlook
from marchsim.games.antwars.players.pieces import Colony
from marchsim.games.antwars.players.strategy import Strategy
from marchsim.games.antwars.players.weights import DEFAULTS, W_PARTY
from marchsim.kernel.compat import i64, mypyc_attr
from marchsim.tabletop.players.weights import Weights, put_all, put_among

NEVER: Final[i64] = -1_000_000
ACTIONS: Final[i64] = 8  # more than a turn has


@mypyc_attr(allow_interpreted_subclasses=True)
class Plan(Strategy):
    """A player that rates the options of every question with a few weights (`weights.TABLE`)."""

    def __init__(self) -> None:
        super().__init__()
        # a script may change its weights in a game, when others share them already
        self.weights: Weights = DEFAULTS.copy() if self.hooks > 0 or self.heeds else DEFAULTS
        self.among: dict[int, Weights] = {}
        self.given: set[str] = set()  # weights of the configuration, which no script changes
        self.outlook: Outlook | None = None
        self.aim_of: i64 = GATHER  # what the move under way is for

    # parameters -------------------------------------------------------------
    def weigh(self, **weights: object) -> None:
        """Set weights by name: one number for all rounds, or a list of numbers for rounds 1, 2 and so on.

        Weights set in the configuration take precedence.
        """
        if self.weights is DEFAULTS:
            self.weights = DEFAULTS.copy()
        put_all(self.weights, self.among, self.free(weights))

    def free(self, weights: dict[str, object]) -> dict[str, object]:
        """The given weights, without those that the configuration sets."""
        return {name: value for name, value in weights.items() if name not in self.given}

    def weigh_among(self, players: int, **weights: object) -> None:
        """Set weights for games of `players` players. A later `weigh` overrides them."""
        put_among(self.weights, self.among, players, self.free(weights))

    def weights_at(self, players: int) -> Weights:
        """The weights for games of `players` players."""
        return self.among.get(players, self.weights)

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Read `weights` from the configuration. Raises StrategyError for any other parameter."""
        for name, value in parameters.items():
            if name != "weights" or not isinstance(value, Mapping):
                hint = nearest(name, ("weights",))
                raise StrategyError(f"{name}: the strategy takes weights = {{ guard = 2.0 }} alone.{hint}")
            self.weigh(**value)
            self.given |= {*value}

    def adopt(self, other: Strategy) -> None:
        """Copy the weights of another plan."""
        if isinstance(other, Plan):
            self.weights = other.weights
            self.among = other.among

    def join(self, other: Strategy) -> None:
        """Let another plan, such as that of a script, use this plan's outlook."""
        if isinstance(other, Plan):
            other.outlook = self.outlook

    def begin(self, view: View) -> None:
        """Reset for a new game."""
        self.rounds_begun = 0
        self.outlook = Outlook(view, self.weights_at(int(view.players)))

    def seen(self, view: View) -> Outlook:
        """The plan's outlook, updated if the position may have changed."""
        outlook = self.outlook
        if outlook is None:
            outlook = Outlook(view, self.weights_at(int(view.players)))
            self.outlook = outlook
        question = view.question
        if question == w.Q_AIM:
            return outlook
        now = ACTIONS * view.turns + view.left
        if question == w.Q_ACTION:
            now -= 1  # the questions that follow are asked when the action is counted
        if now != outlook.looked or question == w.Q_RAID or question == w.Q_APHIDS:
            outlook.weights = self.weights_at(int(view.players))  # a script may have set its first ones
            outlook.look()
            outlook.looked = now
        return outlook

    # for scripts ------------------------------------------------------------
    def war(self, table: Any) -> str:
        """The state of the army: peace, rally, march, strike or retreat."""
        return STATES[self.seen(table.view).army.state]

    def prey(self, table: Any) -> Colony | None:
        """The colony whose Queen the army marches on, or would march on. None if there is none."""
        prey = self.seen(table.view).army.prey
        colony: Colony | None = table.players[prey] if prey >= 0 else None
        return colony

    def march_on(self, colony: Colony | None) -> None:
        """Prefer a colony as prey from now on. None leaves the choice to the weights."""
        if self.outlook is None:
            raise StrategyError("march_on: there is no game yet; call it from round_begins or a later hook.")
        self.outlook.army.wanted = w.NOBODY if colony is None else colony.seat

    # the frame --------------------------------------------------------------
    def otherwise(self, view: View) -> i64:
        """The index of the option with the highest rating. Ties are broken at random."""
        return self.best_of(self.seen(view), view, None)

    def one_of(self, view: View, few: list[int]) -> i64:
        """The option in `few` with the highest rating. Ties are broken at random."""
        return self.best_of(self.seen(view), view, few)

    def best_of(self, e: Outlook, view: View, few: list[int] | None) -> i64:
        """The option in `few` with the highest rating, or of all options if `few` is None.

        Ties are broken at random.
        """
        question = view.question
        best: i64 = NEVER
        found: i64 = 0 if few is None else few[0]
        tied: i64 = 0
        for at in range(view.n if few is None else len(few)):
            index: i64 = at if few is None else few[at]
            value = self.rate(e, question, view.option(index))
            if value > best:
                best = value
                found = index
                tied = 1
            elif value == best:
                tied += 1
                if self.rng.below(tied) == 0:
                    found = index
        if question == w.Q_ACTION:
            self.decide(e, view, found)
        return found

    def decide(self, e: Outlook, view: View, index: i64) -> None:
        """Record the purpose of the chosen action. The plan answers later questions according to it."""
        e.why = GATHER
        self.rate(e, w.Q_ACTION, view.option(index))
        self.aim_of = e.why

    def rate(self, e: Outlook, question: i64, option: i64) -> i64:
        """The rating of an option of a question."""
        value = w.part(option, 0)
        if question == w.Q_ACTION:
            return rate_step(e, option)
        if question == w.Q_AIM:
            return rate_target(e, value, w.part(option, 1))
        if question == w.Q_MINORS or question == w.Q_MAJORS or question == w.Q_QUEENS:
            return self.rate_number(e, question, value)
        if question == w.Q_TARGET:
            return self.rate_goal(e, value)
        if question == w.Q_FORAGE:
            return rate_pick(e, option)
        if question == w.Q_FOUND:
            return e.values[value] * w.part(option, 1)
        if question == w.Q_LOAD or question == w.Q_STORE:
            return NEVER + 1 if option == w.O_STOP else e.values[value]
        if question == w.Q_KEEP:
            return -e.values[value]
        if question == w.Q_PAY:
            return e.view.figures.savings(e.view.seat, value) - 100 * e.view.figures.worth(e.view.seat, value)
        if question == w.Q_HATCH:
            return value
        if question == w.Q_NEST:
            return self.rate_place(e, value)
        if question == w.Q_RAID:
            return self.rate_raid(e, option)
        if question == w.Q_APHIDS:
            return -e.home[value]
        assert question >= w.Q_SPECIES
        return 0

    # moves ------------------------------------------------------------------
    def rate_goal(self, e: Outlook, area: i64) -> i64:
        """The rating of an area as the target of a Mobilization."""
        if self.aim_of == HUNT:
            return -e.army.hunt[area] if e.army.steps_on(e.view.context(0), area) else -FAR
        if self.aim_of == GUARD:
            return 1 if area == e.nest else i64(0)
        if self.aim_of == HOME:
            return -e.way[area]
        if self.aim_of == FLEE:
            return 1 if area == e.refuge else i64(0)
        return -e.army.rally[area]  # MUSTER, SPREAD and moves that a script has chosen

    def rate_number(self, e: Outlook, question: i64, n: i64) -> i64:
        """The rating of moving `n` ants: the highest for the number that suits the purpose of the move.

        In a hunt, all ants move except a guard. To gather or spread, a party of a given size moves.
        """
        if self.aim_of == FLEE:
            return n
        if question == w.Q_QUEENS:
            return -n
        v = e.view
        area = v.context(0)
        at = v.seat * w.AREAS + area
        most = e.army.spare_minors(area) if question == w.Q_MINORS else e.army.spare_majors(area)
        wanted = most
        if self.aim_of == GUARD:
            wanted = min(most, e.army.guards_short()) if question == w.Q_MAJORS else i64(0)
        elif self.aim_of == GATHER or self.aim_of == SPREAD:
            party = e.w[W_PARTY] // 100
            if self.aim_of == SPREAD:
                party *= 2
            stays: i64 = 1 if v.board.home[area] == v.seat or area == e.exit else 0
            wanted = party - v.context(2)
            if area != e.nest and wanted > most - stays:
                wanted = most - stays
            elif wanted > most:
                wanted = most
        elif self.aim_of == HOME and (area == e.gate or area == e.exit) and most > v.loaded[at]:
            wanted = most - 1  # the chain holds
        elif (self.aim_of == HUNT or self.aim_of == MUSTER) and question == w.Q_MINORS:
            if (area == e.gate or area == e.exit or area == e.pantry) and most > 1:
                wanted = most - 1
        return -(n - wanted) if n >= wanted else n - wanted

    def rate_raid(self, e: Outlook, option: i64) -> i64:
        """The rating of exploring further with the trait raid.

        On a hunt the step must come nearer to the prey. Otherwise the next area must be due for a
        search.
        """
        if option == w.O_STOP:
            return 0
        area = w.part(option, 0)
        other = w.part(option, 1)
        if self.aim_of == HUNT:
            return 1 if e.army.steps_on(area, other) else i64(-1)
        v = e.view
        searched = v.loose_n[area] == 0 and v.figures.unsearched(v.seat, other)
        return 1 if searched and e.home[other] <= e.roams and v.tile[other] == w.FIELD else i64(-1)

    def rate_place(self, e: Outlook, area: i64) -> i64:
        """The rating of a place for a tile in the set-up. The places of the fixed set-up are best."""
        place = area - e.view.board.foraging - e.view.seat * w.PLACES
        for at in range(len(w.NESTS)):
            if w.NESTS[at] == place:
                return 10 - at
        return 0


def rate_pick(e: Outlook, option: i64) -> i64:
    """The rating of picking up a type of piece, all pieces, or nothing."""
    code = w.code_of(option)
    if code == w.O_TYPE:
        return e.values[w.part(option, 0)] if e.values[w.part(option, 0)] > 0 else i64(-1)
    if code != w.O_ALL:
        return 0
    v = e.view
    area = v.context(0)
    for piece in range(w.TYPES):
        if v.figures.offered(v.seat, area, piece) > 0 and e.values[piece] == 0:
            return -1
    return FAR


def rate_target(e: Outlook, other: i64, group: i64) -> i64:
    """The rating of a target for a die: Queens first, then groups in which the die kills, and pupae last."""
    if other == 6:
        return 5
    if group == w.QUEEN:
        return 9
    if group > w.QUEEN:
        return 1
    kills = e.view.context(1) >= e.view.panels[e.view.species[other]].life[group]
    return 8 if kills else (i64(6) if group == 1 else i64(7))
