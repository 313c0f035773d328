"""The questions that cards, tiles and heads ask: where an effect does most, whom it hits, what it takes."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.cards.ratings import X_OUTBREAK, X_SNEAK, X_SPARROW, X_SWARM
from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.appraisal import price, worth
from marchsim.games.march.players.heuristic.plans import spot_worth, tile_worth
from marchsim.games.march.players.heuristic.scene import Scene
from marchsim.games.march.players.heuristic.targets import (
    best_prize,
    harm,
    rate_centipede,
    rate_losses,
    rate_radiation,
    rate_shift,
    rate_sneak,
    rate_swarm,
)
from marchsim.games.march.players.heuristic.weighted import Weighted
from marchsim.games.march.players.heuristic.weights import W_ANT
from marchsim.games.march.words import (
    HEXES,
    O_CENTIPEDE,
    O_DEPLOY,
    O_FOOD,
    O_LARVAE,
    O_PASS,
    O_SEAT,
    O_VICTIM,
    OUT,
    SITES,
    TILE_CONTEXT,
    TUNNEL,
    code_of,
    part,
)
from marchsim.kernel.compat import i64, mypyc_attr

SPOILS: Final = 3  # so many larvae of a rival count, where the card does not say how many it takes


@mypyc_attr(allow_interpreted_subclasses=True)
class Effects(Weighted):
    """Answers what effects ask."""

    def tile(self, view: View) -> i64:
        """Take the better tile."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            ballot.bid(i, tile_worth(e, part(view.option(i), 0), False))
        return ballot.pick(self.rng)

    def rival(self, view: View) -> i64:
        """Take larvae from the player who has some, rather from the leader."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        most = e.almanac.main[view.context(0)]
        if most == 0:
            most = SPOILS
        for i in range(view.n):
            seat = part(view.option(i), 0)
            larvae = view.larvae[seat]
            if larvae > most:
                larvae = most
            ballot.bid(i, larvae * 30 + view.score[seat] - view.score[e.seat])
        return ballot.pick(self.rng)

    def hex(self, view: View) -> i64:
        """Choose where an effect does most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        special = e.almanac.special[view.context(0)]
        amount = e.almanac.main[view.context(0)]
        for i in range(view.n):
            hexno = part(view.option(i), 0)
            value: i64 = 0
            if special == X_SWARM:
                value = rate_swarm(e, hexno, amount)
            elif special == X_OUTBREAK:
                value = rate_losses(e, hexno, 0, amount)
            elif special == X_SPARROW:
                value = rate_losses(e, hexno, amount, 1)
            elif special == X_SNEAK:
                value = rate_sneak(e, hexno)
            ballot.bid(i, value)
        return ballot.pick(self.rng)

    def site(self, view: View) -> i64:
        """Choose the site that yields most at once; if it is to yield food instead, the one worth least."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        swaps = view.context(2) > 0
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                value = e.at_once(e.kit.resource[part(choice, 0) * SITES + part(choice, 1)])
                ballot.bid(i, e.food_price - value if swaps else value)
        return ballot.pick(self.rng)

    def discard(self, view: View) -> i64:
        """Discard the least useful card."""
        self.look(view)
        return self.cheapest_card(view, 0)

    def free_card(self, view: View) -> i64:
        """Play the card that brings most; a tile's cards are paid for, others are free."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        paid = view.context(0) >= TILE_CONTEXT
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                card = part(choice, 0)
                ballot.bid(i, worth(e, card) - price(e, card) if paid else worth(e, card))
        return ballot.pick(self.rng)

    def section(self, view: View) -> i64:
        """Choose the section in which one gains most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            ballot.bid(i, rate_radiation(e, part(view.option(i), 0)))
        return ballot.pick(self.rng)

    def gifts(self, view: View) -> i64:
        """Choose the two gifts that are worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        card = view.context(0)
        for i in range(view.n):
            choice = view.option(i)
            ballot.bid(i, gift_worth(e, card, part(choice, 0)) + gift_worth(e, card, part(choice, 1)))
        return ballot.pick(self.rng)

    def swap(self, view: View) -> i64:
        """Exchange the least useful own ant for the best place of another player's."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        first = view.context(1) < 0
        prize: i64 = 0
        if first:
            prize = best_prize(e)
        for i in range(view.n):
            choice = view.option(i)
            hexno = part(choice, 0)
            slot = part(choice, 1)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 15)
            elif first:
                own = part(choice, 2) == e.seat
                ballot.bid(i, prize - e.leave(hexno, slot) if own else i64(-1000))
            elif part(choice, 2) == e.seat:
                ballot.bid(i, -e.leave(hexno, slot))
            else:
                ballot.bid(i, e.worth(hexno, slot) if slot < OUT else i64(0))
        return ballot.pick(self.rng)

    def spot(self, view: View) -> i64:
        """Choose the place where a tile is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            ballot.bid(i, spot_worth(e, view.context(0), part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def gather(self, view: View) -> i64:
        """Move ants that gain by it; recall those that are of no use (no destination)."""
        if view.context(1) >= 0:
            return self.bring(view, view.context(1))
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                ballot.bid(i, e.larva_price + e.upkeep - e.leave(part(choice, 0), part(choice, 1)) - 5)
        return ballot.pick(self.rng)

    def token(self, view: View) -> i64:
        """Put a centipede where it meets others, a wormhole where an own larva may follow."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
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
        return ballot.pick(self.rng)

    def shift(self, view: View) -> i64:
        """Drive a centipede against others."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            ballot.bid(i, rate_shift(e, part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def army(self, view: View) -> i64:
        """Deploy larvae where they decide something; recall ants that can only be lost."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            code = code_of(choice)
            hexno = part(choice, 0)
            if code == O_PASS:
                ballot.bid(i, 0)
            elif code == O_DEPLOY:
                ballot.bid(i, e.more(hexno, 3) - e.larva_price - e.upkeep)
            else:
                at = e.seat * HEXES + hexno
                if hexno == TUNNEL:
                    ballot.bid(i, view.out[at] * (e.larva_price + e.upkeep - 5))
                else:
                    ballot.bid(i, -e.ants_worth(hexno, view.ants[at]))
        return ballot.pick(self.rng)

    def victim(self, view: View) -> i64:
        """Destroy the ants of others where it hurts them and helps oneself."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            code = code_of(choice)
            if code == O_PASS:
                ballot.bid(i, 0)
            elif code == O_VICTIM:
                ballot.bid(
                    i, harm(e, part(choice, 0), e.almanac.main[view.context(0)]) + view.score[part(choice, 1)]
                )
            elif code == O_SEAT:
                seat = part(choice, 0)
                ballot.bid(i, i64(-50) if seat == e.seat else 10 + view.score[seat])
            else:
                ballot.bid(i, self.blast_worth(e, part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def blast_worth(self, e: Scene, hexno: i64, slot: i64) -> i64:
        """Return what destroying an own ant, and others of the hex with it, is worth (Blast Head)."""
        mine = e.view.ants[e.seat * HEXES + hexno]
        others = e.view.crowd[hexno] - mine
        most = e.almanac.main[e.view.context(0)]
        slain = others
        if slain > most:
            slain = most
        value = harm(e, hexno, slain) - e.w[W_ANT]
        if slot < OUT:
            value -= e.worth(hexno, slot)
        if mine > 1 and others > 0 and slain == others:
            value += e.hold(hexno, mine - 1, True) - e.ants_worth(hexno, mine)
        return value

    def bonus(self, view: View) -> i64:
        """Always take it."""
        return self.accept(view)


def gift_worth(e: Scene, card: i64, gift: i64) -> i64:
    """Return what one of the gifts of a card is worth."""
    g = e.almanac.gifts
    if gift == O_FOOD:
        return g[card * 3] * e.food_price
    if gift == O_LARVAE:
        return g[card * 3 + 1] * e.larva_price
    return g[card * 3 + 2] * e.card_price
