"""Cards defined by numbers alone: events made of base amounts, and Colony Goals with a bonus."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import can_step_ant
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, place_larvae, place_larvae_in, walk
from marchsim.kernel.compat import i64


class PlainEvent(ActiveCard):
    """An event whose whole effect is its base amounts, applied in the order of `amounts`."""

    def only_moves(self) -> bool:
        """Whether the event does nothing but place larvae and take steps."""
        given = self.gain_food + self.gain_larvae + self.draw + self.points + self.points_per_inner
        given += self.others_lose_food + self.others_lose_larvae
        return given == 0 and self.steps + self.ant_steps + self.place_larvae > 0

    def aimed(self) -> bool:
        """Whether paying with the wrong ants could leave the event without effect.

        An event that only places larvae and takes steps can lose its effect if the player pays with its last
        ant that can step.
        """
        return self.only_moves()

    def freed_by_paying(self) -> bool:
        """True: paying with an ant may vacate a site, and another ant in that hex may then step onto it."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether the event can act now. If it only moves, it needs a larva to place or an ant to step."""
        if not self.only_moves():
            return True
        if self.steps + self.place_larvae > 0 and g.s.larvae[seat] > 0:
            return True
        return self.steps + self.ant_steps > 0 and can_step_ant(g, seat)

    def resolve(self, g: Play, seat: i64) -> None:
        """Apply all amounts in their order."""
        g.gain_food(seat, self.gain_food, w.WHY_CARD)
        g.gain_larvae(seat, self.gain_larvae, w.WHY_CARD)
        g.draw_cards(seat, self.draw)
        g.score(seat, self.points, w.BY_CARDS)
        if self.points_per_inner > 0:
            points = self.points_per_inner * g.figures.inner_controlled(seat)
            if self.points_most > 0 and points > self.points_most:
                points = self.points_most
            g.score(seat, points, w.BY_CARDS)
        for index in range(1, g.s.players):
            other = clockwise(g, seat, index)
            g.pay_food(other, self.others_lose_food, w.WHY_CARD)
            g.lose_larvae(other, self.others_lose_larvae, w.WHY_CARD)
        place_larvae(g, seat, self.place_larvae, False, w.NONE)
        walk(g, seat, self.steps, True, False, w.NONE)
        walk(g, seat, self.ant_steps, False, False, w.NONE)


class PlainGoal(ActiveCard):
    """A Colony Goal. `resolve` gives its bonus, and the player may decline each part of it."""

    def resolve(self, g: Play, seat: i64) -> None:
        """Offer each part of the bonus to the player."""
        if self.gives(g, seat) and self.wants_bonus(g, seat):
            g.gain_food(seat, self.bonus_food, w.WHY_GOAL)
            g.gain_larvae(seat, self.bonus_larvae, w.WHY_GOAL)
            g.draw_cards(seat, self.bonus_draw)
        place_larvae(g, seat, self.bonus_place_larvae, False, w.NONE)
        place_larvae_in(g, seat, w.TUNNEL, self.bonus_tunnel_larvae)
        walk(g, seat, self.bonus_ant_steps, False, False, w.NONE)
        tokens = self.bonus_wormhole
        while tokens > 0 and self.put_wormhole(g, seat):
            tokens -= 1

    def gives(self, g: Play, seat: i64) -> bool:
        """Whether the bonus contains food, larvae or cards, and the player can gain some of them now."""
        if self.bonus_food > 0 and g.food_left(1) > 0:
            return True
        if self.bonus_larvae > 0 and g.s.supply[seat] > 0:
            return True
        return self.bonus_draw > 0 and g.s.deck_n + g.s.discards_n > 0

    def wants_bonus(self, g: Play, seat: i64) -> bool:
        """Ask whether the player takes the food, larvae and cards of the bonus. True if it does."""
        g.table.open(self.index, 0, 0, 0)
        g.table.offer(w.O_YES)
        g.table.offer(w.O_PASS)
        return g.table.choose(seat, w.Q_BONUS) == w.O_YES

    def put_wormhole(self, g: Play, seat: i64) -> bool:
        """Ask the player where to put a wormhole token. Return False if it passes."""
        g.table.open(self.index, 0, 0, 0)
        g.table.offer(w.O_PASS)
        offer_wormholes(g)
        choice = g.table.choose(seat, w.Q_TOKEN)
        if choice == w.O_PASS:
            return False
        g.put_wormhole(w.part(choice, 0))
        return True


def offer_wormholes(g: Play) -> None:
    """Offer every tile without a wormhole if any tokens are left (MEA-06)."""
    if g.s.tokens == 0:
        return
    for hexno in range(1, w.HEXES):
        if g.s.placed[hexno] > 0 and g.s.wormhole[hexno] == 0:
            g.table.offer(w.option(w.O_WORMHOLE, hexno, 0, 0, 0))
