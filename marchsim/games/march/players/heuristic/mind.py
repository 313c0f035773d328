"""The heuristic player: one hook for each question, each a rating of the options by weights.

A strategy built on it sets weights (`weigh`) and may override any hook; what it does not override is
answered here, compiled. Ties are broken by its own stream of chance, never by order or seat.
"""

from __future__ import annotations

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.appraisal import goal_worth, keep, keep_at_least
from marchsim.games.march.players.heuristic.colonies import species_action_worth
from marchsim.games.march.players.heuristic.hunting import hunting_worth, stalk
from marchsim.games.march.players.heuristic.plans import (
    explore_worth,
    forage_worth,
    march_steps,
    march_worth,
    place_worth,
    play_worth,
    rest_worth,
    turn_worth,
)
from marchsim.games.march.players.heuristic.scene import Scene
from marchsim.games.march.players.heuristic.variants import Variants
from marchsim.games.march.players.heuristic.weights import W_ANT
from marchsim.games.march.words import (
    HEXES,
    O_CHAMBER,
    O_DANCE,
    O_EXPLORE,
    O_FOOD,
    O_FORAGE,
    O_LARVA,
    O_MARCH,
    O_PASS,
    O_PLAY,
    O_REST,
    OUT,
    SITES,
    code_of,
    part,
)
from marchsim.kernel.compat import i64, mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristic(Variants):
    """A player that rates every option of every question by weighted integers."""

    # the Worker Phase --------------------------------------------------------
    def action(self, view: View) -> i64:
        """Choose the action that is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            code = code_of(choice)
            value: i64 = 0
            if code == O_EXPLORE:
                value = explore_worth(e)
            elif code == O_MARCH:
                value = march_worth(e, self.steps)
                if e.wary:
                    value += hunting_worth(e, self.prey, march_steps(e))
            elif code == O_FORAGE:
                value = forage_worth(e)
            elif code == O_PLAY:
                value = play_worth(e, part(choice, 0))
            elif code == O_REST:
                value = rest_worth(e)
            elif code >= O_DANCE:
                value = species_action_worth(e, code, self.steps)
            ballot.bid(i, value)
        return ballot.pick(self.rng)

    def step(self, view: View) -> i64:
        """Choose the step that leads to most, or stop where none gains anything."""
        e = self.look(view)
        ballot = self.ballot
        if e.wary and stalk(e, self.prey, ballot):
            return ballot.pick(self.rng)
        ballot.open()
        steps = view.context(0) - 1
        if steps > 0:
            e.spread(steps)
        larva = e.larva_price + e.upkeep - e.w[W_ANT]
        reach = e.reach
        aim = e.aim
        last: i64 = -1
        cost: i64 = 0
        n = view.n
        for i in range(n):
            choice = view.option(i)
            code = code_of(choice)
            if code == O_PASS:
                ballot.bid(i, 1)
            elif code == O_LARVA:
                ballot.bid(
                    i, reach[part(choice, 0)] - larva if steps > 0 else e.more(part(choice, 0), 1) - larva
                )
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
                    gain = reach[to] if steps > 0 and aim[to] != hexno else e.more(to, 1)
                    ballot.bid(i, gain - cost - 2)
        return ballot.pick(self.rng)

    def place(self, view: View) -> i64:
        """Choose the place where the tile is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            ballot.bid(i, place_worth(e, view.context(0), part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def turn(self, view: View) -> i64:
        """Turn a tile towards own hexes and the open, away from others."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            rotation = part(view.option(i), 0)
            ballot.bid(i, turn_worth(e, view.context(0), view.context(1), view.context(2), rotation))
        return ballot.pick(self.rng)

    def move_in(self, view: View) -> i64:
        """Move in as many ants as gain by it."""
        return self.bring(view, view.context(0))

    def inhabit(self, view: View) -> i64:
        """Take the most valuable site."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            ballot.bid(i, e.worth(part(choice, 0), part(choice, 1)))
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
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                ballot.bid(i, e.more(part(choice, 0), most) - larva)
        return ballot.pick(self.rng)

    def gain_larva(self, view: View) -> i64:
        """Always gain it."""
        return self.accept(view)

    def exchange_card(self, view: View) -> i64:
        """Exchange the least useful card, if an unknown one is better."""
        e = self.look(view)
        return self.cheapest_card(view, e.card_price - 8)

    def pay(self, view: View) -> i64:
        """Pay with the larva or ant that is of least use."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_CHAMBER:
                ballot.bid(i, -e.larva_price)
            else:
                ballot.bid(i, e.upkeep - e.w[W_ANT] - e.leave(part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def drop_goal(self, view: View) -> i64:
        """Give up the goal that promises least."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            ballot.bid(i, -goal_worth(e, part(view.option(i), 0)))
        return ballot.pick(self.rng)

    # battles and the Queen Phase ---------------------------------------------
    def lose(self, view: View) -> i64:
        """Lose the ant that is of least use: the outskirts first, the control site last."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        battle = view.context(0) >= 0
        for i in range(view.n):
            choice = view.option(i)
            hexno = part(choice, 0)
            slot = part(choice, 1)
            if not battle:
                ballot.bid(i, -e.leave(hexno, slot))
            else:
                ballot.bid(i, i64(0) if slot == OUT else -e.worth(hexno, slot))
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
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, stake * victory(e, hexno, rival, lead) // 100)
            else:
                card = part(choice, 0)
                p = victory(e, hexno, rival, lead + e.kit.ferocity[card])
                gain = stake * p // 100
                if ballot.may_win(gain - keep_at_least(e, card)):
                    ballot.bid(i, gain - keep(e, card))
        return ballot.pick(self.rng)

    def stake(self, e: Scene, hexno: i64) -> i64:
        """Return what a victory in a hex is worth against a defeat."""
        mine = e.view.ants[e.seat * HEXES + hexno]
        value = 100 + e.hold(hexno, mine, True) + mine * e.w[W_ANT]
        if e.wary and e.centipede[hexno] > 0:
            value += e.relief[hexno] + e.menace
        return value

    def invader(self, view: View) -> i64:
        """Let the weakest of the tied players invade."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            seat = part(view.option(i), 0)
            ballot.bid(i, -10 * e.invading[seat] - view.hand_n[seat])
        return ballot.pick(self.rng)

    def spoils(self, view: View) -> i64:
        """Move ants up to better sites."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                ballot.bid(i, within(e, part(choice, 0), part(choice, 1), part(choice, 3)))
        return ballot.pick(self.rng)

    def decree(self, view: View) -> i64:
        """Take food or larvae, whichever is worth more next round."""
        e = self.look(view)
        food = e.mat.decree_food * e.food_price
        larvae = e.mat.decree_larvae
        if larvae > view.supply[e.seat]:
            larvae = view.supply[e.seat]
        brood = larvae * e.larva_price
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            ballot.bid(i, food if code_of(view.option(i)) == O_FOOD else brood)
        return ballot.pick(self.rng)


def within(e: Scene, hexno: i64, slot: i64, to: i64) -> i64:
    """Return what a step to an empty site of the same hex gains."""
    gain = e.worth(hexno, to)
    if slot < OUT:
        gain -= e.worth(hexno, slot)
    return gain


def victory(e: Scene, hexno: i64, rival: i64, lead: i64) -> i64:
    """Return the chance in percent of a battle won with this lead in strength and ferocity laid so far."""
    if rival >= 0:
        if e.view.site[hexno * SITES] == e.seat:
            lead += 1
        return e.odds(lead, e.armed[rival] > 0)
    if lead < 0:
        return 0
    if e.wary:
        return e.almanac.horde_one[lead] if lead < 31 else e.almanac.horde_one[31]
    return e.almanac.at_most[lead] if lead < 32 else i64(100)  # a second card is drawn; ants win draws
