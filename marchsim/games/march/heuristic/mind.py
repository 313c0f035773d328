"""The heuristic player: one hook for each question, each a rating of the options by weights.

A strategy built on it sets weights (`weigh`) and may override any hook; what it does not override is
answered here, compiled. Ties are broken by its own stream of chance, never by order or seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from marchsim.errors import StrategyError, nearest
from marchsim.games.march.heuristic.almanac import SHELF, X_OUTBREAK, X_SNEAK, X_SPARROW, X_SWARM
from marchsim.games.march.heuristic.appraisal import goal_worth, keep, price, worth
from marchsim.games.march.heuristic.ballot import Ballot
from marchsim.games.march.heuristic.plans import (
    Steps,
    explore_worth,
    forage_worth,
    march_worth,
    place_worth,
    play_worth,
    rest_worth,
    spot_worth,
    tile_worth,
    turn_worth,
)
from marchsim.games.march.heuristic.scene import Scene
from marchsim.games.march.heuristic.targets import (
    best_prize,
    harm,
    rate_centipede,
    rate_losses,
    rate_radiation,
    rate_shift,
    rate_sneak,
    rate_swarm,
)
from marchsim.games.march.heuristic.weights import DEFAULTS, NAMES, W_ANT, Weights
from marchsim.games.march.strategy import Strategy
from marchsim.games.march.view import View
from marchsim.games.march.words import (
    HEXES,
    O_CENTIPEDE,
    O_CHAMBER,
    O_DEPLOY,
    O_EXPLORE,
    O_FOOD,
    O_FORAGE,
    O_LARVA,
    O_LARVAE,
    O_MARCH,
    O_PASS,
    O_PLAY,
    O_REST,
    O_SEAT,
    O_VICTIM,
    O_YES,
    OUT,
    SITES,
    TILE_CONTEXT,
    TUNNEL,
    code_of,
    part,
)
from marchsim.kernel.compat import i64, mypyc_attr

AT_ONCE: Final = 4  # ants that an effect may bring together


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic(Strategy):
    """A player that rates every option by weighted integers (see `weights.TABLE`)."""

    def __init__(self) -> None:
        super().__init__()
        self.weights: Weights = DEFAULTS
        self.scene: Scene | None = None
        self.ballot = Ballot()
        self.steps = Steps()

    # parameters -----------------------------------------------------------
    def weigh(self, **weights: object) -> None:
        """Set weights by name: a number for all rounds, or a list of numbers from the first round on."""
        if self.weights is DEFAULTS:
            self.weights = DEFAULTS.copy()
        for name, value in weights.items():
            self.weights.put(name, value)

    def configure(self, parameters: Mapping[str, object]) -> None:
        """Take `weights` of the configuration; raises StrategyError for anything unknown."""
        refuse_class_weights(type(self))
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
        if isinstance(other, Heuristic):
            self.weights = other.weights

    def begin(self, view: View) -> None:
        """Forget the last game."""
        self.scene = None

    def look(self, view: View) -> Scene:
        """Return the scene of a view, brought up to date."""
        scene = self.scene
        if scene is None:
            scene = Scene(view, SHELF.almanac(view.kit), self.weights)
            self.scene = scene
        scene.look()
        return scene

    # the Worker Phase --------------------------------------------------------
    def action(self, view: View) -> i64:
        """Choose the action that is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            code = code_of(choice)
            value: i64 = 0
            if code == O_EXPLORE:
                value = explore_worth(e)
            elif code == O_MARCH:
                value = march_worth(e, self.steps)
            elif code == O_FORAGE:
                value = forage_worth(e)
            elif code == O_PLAY:
                value = play_worth(e, part(choice, 0))
            elif code == O_REST:
                value = rest_worth(e)
            ballot.bid(i, value)
            i += 1
        return ballot.pick(self.rng)

    def step(self, view: View) -> i64:
        """Choose the step that leads to most, or stop where none gains anything."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        steps = view.context(0) - 1
        e.spread(steps if steps > 0 else 0)
        reach = e.reach
        larva = e.larva_price + e.upkeep - e.w[W_ANT]
        last: i64 = -1
        cost: i64 = 0
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            code = code_of(choice)
            if code == O_PASS:
                ballot.bid(i, 1)
            elif code == O_LARVA:
                ballot.bid(i, reach[part(choice, 0)] - larva)
            else:
                hexno = part(choice, 0)
                to = part(choice, 2)
                if to == hexno:
                    ballot.bid(i, within(e, hexno, part(choice, 1), part(choice, 3)))
                else:
                    place = choice & 0xFFFFFF
                    if place != last:
                        last = place
                        cost = e.leave(hexno, part(choice, 1))
                    ballot.bid(i, reach[to] - cost - 2)
            i += 1
        return ballot.pick(self.rng)

    def place(self, view: View) -> i64:
        """Choose the place where the tile is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            ballot.bid(i, place_worth(e, view.context(0), part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def turn(self, view: View) -> i64:
        """Turn a tile towards own hexes and the open, away from others."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            rotation = part(view.option(i), 0)
            ballot.bid(i, turn_worth(e, view.context(0), view.context(1), view.context(2), rotation))
            i += 1
        return ballot.pick(self.rng)

    def move_in(self, view: View) -> i64:
        """Move in as many ants as gain by it."""
        return self.bring(view, view.context(0))

    def bring(self, view: View, to: i64) -> i64:
        """Choose an ant that gains most by being in a hex, or stop."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        value = e.more(to, AT_ONCE)
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 1)
            else:
                ballot.bid(i, value - e.leave(part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def inhabit(self, view: View) -> i64:
        """Take the most valuable site."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            ballot.bid(i, e.worth(part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def emerge(self, view: View) -> i64:
        """Place a larva where an ant is worth more than it costs to feed."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        larva = e.larva_price + e.upkeep - e.w[W_ANT]
        most = view.context(0)
        if most < 2:
            most = 2
        if most > e.force:
            most = e.force
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            elif part(choice, 0) == TUNNEL:
                ballot.bid(i, tunnel_worth(e) - larva)
            else:
                ballot.bid(i, e.more(part(choice, 0), most) - larva)
            i += 1
        return ballot.pick(self.rng)

    def gain_larva(self, view: View) -> i64:
        """Always gain it."""
        return self.accept(view)

    def bonus(self, view: View) -> i64:
        """Always take it."""
        return self.accept(view)

    def accept(self, view: View) -> i64:
        """Return the option Yes."""
        i: i64 = 0
        while i < view.n and code_of(view.option(i)) != O_YES:
            i += 1
        return i

    def exchange_card(self, view: View) -> i64:
        """Exchange the least useful card, if an unknown one is better."""
        e = self.look(view)
        return self.cheapest_card(view, e.card_price - 8)

    def pay(self, view: View) -> i64:
        """Pay with the larva or ant that is of least use."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_CHAMBER:
                ballot.bid(i, -e.larva_price)
            else:
                ballot.bid(i, e.upkeep - e.w[W_ANT] - e.leave(part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def drop_goal(self, view: View) -> i64:
        """Give up the goal that promises least."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            ballot.bid(i, -goal_worth(e, part(view.option(i), 0)))
            i += 1
        return ballot.pick(self.rng)

    # battles ------------------------------------------------------------
    def lose(self, view: View) -> i64:
        """Lose the ant that is of least use: the outskirts first, the control site last."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        battle = view.context(0) >= 0
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            hexno = part(choice, 0)
            slot = part(choice, 1)
            if not battle:
                ballot.bid(i, -e.leave(hexno, slot))
            else:
                ballot.bid(i, 0 if slot == OUT else -e.worth(hexno, slot))
            i += 1
        return ballot.pick(self.rng)

    def ferocity(self, view: View) -> i64:
        """Lay the card whose ferocity wins more than the card is worth."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        hexno = view.context(0)
        rival = view.context(1)
        lead = view.context(2) - view.context(3)
        stake = self.stake(e, hexno)
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, stake * victory(e, hexno, rival, lead) // 100)
            else:
                card = part(choice, 0)
                p = victory(e, hexno, rival, lead + e.kit.ferocity[card])
                ballot.bid(i, stake * p // 100 - keep(e, card))
            i += 1
        return ballot.pick(self.rng)

    def stake(self, e: Scene, hexno: i64) -> i64:
        """Return what a victory in a hex is worth against a defeat."""
        mine = e.view.ants[e.seat * HEXES + hexno]
        return 100 + e.hold(hexno, mine, True) + mine * e.w[W_ANT]

    def invader(self, view: View) -> i64:
        """Let the weakest of the tied players invade."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            seat = part(view.option(i), 0)
            ballot.bid(i, -10 * e.invading[seat] - view.hand_n[seat])
            i += 1
        return ballot.pick(self.rng)

    def spoils(self, view: View) -> i64:
        """Move ants up to better sites."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                ballot.bid(i, within(e, part(choice, 0), part(choice, 1), part(choice, 3)))
            i += 1
        return ballot.pick(self.rng)

    def decree(self, view: View) -> i64:
        """Take food or larvae, whichever is worth more next round."""
        e = self.look(view)
        food = e.rules.decree_food * e.food_price
        larvae = e.rules.decree_larvae
        if larvae > view.supply[e.seat]:
            larvae = view.supply[e.seat]
        brood = larvae * e.larva_price
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            ballot.bid(i, food if code_of(view.option(i)) == O_FOOD else brood)
            i += 1
        return ballot.pick(self.rng)

    # effects ------------------------------------------------------------
    def tile(self, view: View) -> i64:
        """Take the better tile."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            ballot.bid(i, tile_worth(e, part(view.option(i), 0), False))
            i += 1
        return ballot.pick(self.rng)

    def rival(self, view: View) -> i64:
        """Take larvae from the player who has some, rather from the leader."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            seat = part(view.option(i), 0)
            larvae = view.larvae[seat] if view.larvae[seat] < 3 else 3
            ballot.bid(i, larvae * 30 + view.score[seat] - view.score[e.seat])
            i += 1
        return ballot.pick(self.rng)

    def hex(self, view: View) -> i64:
        """Choose where an effect does most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        special = e.almanac.special[view.context(0)]
        i: i64 = 0
        while i < view.n:
            hexno = part(view.option(i), 0)
            value: i64 = 0
            if special == X_SWARM:
                value = rate_swarm(e, hexno)
            elif special == X_OUTBREAK:
                value = rate_losses(e, hexno, 0, 2)
            elif special == X_SPARROW:
                value = rate_losses(e, hexno, 3, 1)
            elif special == X_SNEAK:
                value = rate_sneak(e, hexno)
            ballot.bid(i, value)
            i += 1
        return ballot.pick(self.rng)

    def site(self, view: View) -> i64:
        """Choose the site that yields most at once; if it is to yield food instead, the one worth least."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        swaps = False
        i: i64 = 0
        while i < view.n:
            if code_of(view.option(i)) == O_PASS:
                swaps = True
            i += 1
        i = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                value = e.at_once(e.kit.resource[part(choice, 0) * SITES + part(choice, 1)])
                ballot.bid(i, e.food_price - value if swaps else value)
            i += 1
        return ballot.pick(self.rng)

    def discard(self, view: View) -> i64:
        """Discard the least useful card."""
        self.look(view)
        return self.cheapest_card(view, 0)

    def cheapest_card(self, view: View, limit: i64) -> i64:
        """Return the card that is worth least in the hand, or Pass where all are worth more than `limit`."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, -limit)
            else:
                ballot.bid(i, -keep(e, part(choice, 0)))
            i += 1
        return ballot.pick(self.rng)

    def free_card(self, view: View) -> i64:
        """Play the card that brings most; a tile's cards are paid for, others are free."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        paid = view.context(0) >= TILE_CONTEXT
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                card = part(choice, 0)
                ballot.bid(i, worth(e, card) - price(e, card) if paid else worth(e, card))
            i += 1
        return ballot.pick(self.rng)

    def section(self, view: View) -> i64:
        """Choose the section in which one gains most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            ballot.bid(i, rate_radiation(e, part(view.option(i), 0)))
            i += 1
        return ballot.pick(self.rng)

    def gifts(self, view: View) -> i64:
        """Choose the two gifts that are worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        card = view.context(0)
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            ballot.bid(i, gift_worth(e, card, part(choice, 0)) + gift_worth(e, card, part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def swap(self, view: View) -> i64:
        """Exchange the least useful own ant for the best place of another player's."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        first = view.context(1) < 0
        prize = best_prize(e) if first else 0
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            hexno = part(choice, 0)
            slot = part(choice, 1)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 15)
            elif first:
                own = part(choice, 2) == e.seat
                ballot.bid(i, prize - e.leave(hexno, slot) if own else -1000)
            elif part(choice, 2) == e.seat:
                ballot.bid(i, -e.leave(hexno, slot))
            else:
                ballot.bid(i, e.worth(hexno, slot) if slot < OUT else 0)
            i += 1
        return ballot.pick(self.rng)

    def spot(self, view: View) -> i64:
        """Choose the place where a tile is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            ballot.bid(i, spot_worth(e, view.context(0), part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def gather(self, view: View) -> i64:
        """Move ants that gain by it; recall those that are of no use (no destination)."""
        if view.context(1) >= 0:
            return self.bring(view, view.context(1))
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                ballot.bid(i, e.larva_price + e.upkeep - e.leave(part(choice, 0), part(choice, 1)) - 5)
            i += 1
        return ballot.pick(self.rng)

    def token(self, view: View) -> i64:
        """Put a centipede where it meets others, a wormhole where an own larva may follow."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            code = code_of(choice)
            hexno = part(choice, 0)
            if code == O_PASS:
                ballot.bid(i, 0)
            elif code == O_CENTIPEDE:
                ballot.bid(i, rate_centipede(e, hexno))
            else:
                home: i64 = 12 if view.holds(e.seat, hexno) > 0 else 1
                ballot.bid(i, e.more(hexno, 1) - e.larva_price + home)
            i += 1
        return ballot.pick(self.rng)

    def shift(self, view: View) -> i64:
        """Drive a centipede against others."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            ballot.bid(i, rate_shift(e, part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def army(self, view: View) -> i64:
        """Deploy larvae where they decide something; recall ants that can only be lost."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            code = code_of(choice)
            hexno = part(choice, 0)
            if code == O_PASS:
                ballot.bid(i, 0)
            elif code == O_DEPLOY:
                ballot.bid(i, e.more(hexno, 3) - e.larva_price - e.upkeep)
            else:
                idle = view.out[e.seat * HEXES + hexno]
                value = idle * (e.larva_price + e.upkeep - 5) if hexno == TUNNEL else 0
                mine = view.ants[e.seat * HEXES + hexno]
                ballot.bid(i, value - (e.ants_worth(hexno, mine) if hexno != TUNNEL else 0))
            i += 1
        return ballot.pick(self.rng)

    def victim(self, view: View) -> i64:
        """Destroy the ants of others where it hurts them and helps oneself."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        i: i64 = 0
        while i < view.n:
            choice = view.option(i)
            code = code_of(choice)
            if code == O_PASS:
                ballot.bid(i, 0)
            elif code == O_VICTIM:
                ballot.bid(i, harm(e, part(choice, 0), 2) + view.score[part(choice, 1)])
            elif code == O_SEAT:
                seat = part(choice, 0)
                ballot.bid(i, -50 if seat == e.seat else 10 + view.score[seat])
            else:
                ballot.bid(i, self.blast_worth(e, part(choice, 0), part(choice, 1)))
            i += 1
        return ballot.pick(self.rng)

    def blast_worth(self, e: Scene, hexno: i64, slot: i64) -> i64:
        """Return what destroying an own ant, and others of the hex with it, is worth (Blast Head)."""
        mine = e.view.ants[e.seat * HEXES + hexno]
        others = e.view.crowd[hexno] - mine
        slain = others if others < 3 else 3
        value = harm(e, hexno, slain) - e.w[W_ANT] - (e.worth(hexno, slot) if slot < OUT else 0)
        if mine > 1 and others > 0 and slain == others:
            value += e.hold(hexno, mine - 1, True) - e.ants_worth(hexno, mine)
        return value


def refuse_class_weights(cls: type) -> None:
    """Raise StrategyError where a class attribute has the name of a weight: it would be ignored."""
    for base in cls.__mro__:
        if base.__module__.startswith("marchsim."):
            return
        for name in NAMES:
            if name in base.__dict__ and name not in HOOKS_AND_WEIGHTS:
                raise StrategyError(
                    f"{cls.__name__}: the class attribute {name!r} sets no weight; "
                    f"write self.weigh({name}=...) in __init__."
                )


HOOKS_AND_WEIGHTS: Final = ("site",)  # a hook has the same name


def tunnel_worth(e: Scene) -> i64:
    """Return what one more ant in the Great Tunnel is worth: it may step on or explore."""
    return e.w[W_ANT] // 2 if e.view.out[e.seat * HEXES + TUNNEL] == 0 and e.left > 1 else 0


def gift_worth(e: Scene, card: i64, gift: i64) -> i64:
    """Return what one of the gifts of a card is worth."""
    g = e.almanac.gifts
    if gift == O_FOOD:
        return g[card * 3] * e.food_price
    if gift == O_LARVAE:
        return g[card * 3 + 1] * e.larva_price
    return g[card * 3 + 2] * e.card_price


def within(e: Scene, hexno: i64, slot: i64, to: i64) -> i64:
    """Return what a step to an empty site of the same hex gains."""
    return e.worth(hexno, to) - (e.worth(hexno, slot) if slot < OUT else 0)


def victory(e: Scene, hexno: i64, rival: i64, lead: i64) -> i64:
    """Return the chance in percent of a battle won with this lead in strength and ferocity laid so far."""
    if rival < 0:  # a centipede, which draws a second card; ants win draws
        return e.almanac.at_most[lead] if lead >= 0 and lead < 32 else 100 if lead >= 32 else 0
    defends = e.view.site[hexno * SITES] == e.seat
    return e.odds(lead + 1 if defends else lead, rival)
