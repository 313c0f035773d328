"""The questions that only some ways of playing ask: species, starting hexes, hunts against the Horde."""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.appraisal import price
from marchsim.games.march.players.heuristic.colonies import free_worth, laid_worth, rate_raid, species_worth
from marchsim.games.march.players.heuristic.effects import Effects
from marchsim.games.march.players.heuristic.plans import tile_worth
from marchsim.games.march.players.heuristic.scene import Scene
from marchsim.games.march.words import COMMON, HEXES, O_PASS, code_of, part
from marchsim.kernel.compat import i64, mypyc_attr

KEPT: Final = 30  # percent: what the sites beside a centipede are worth that is left alone


@mypyc_attr(allow_interpreted_subclasses=True)
class Variants(Effects):
    """Answers what the variants ask."""

    def species(self, view: View) -> i64:
        """Play the Primitive Species of the mat if it suits the weights."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            species = part(view.option(i), 0)
            ballot.bid(i, i64(0) if species == COMMON else species_worth(e, species))
        return ballot.pick(self.rng)

    def draft(self, view: View) -> i64:
        """Take the starting hex that is worth most beside the Great Tunnel."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            ballot.bid(i, tile_worth(e, part(view.option(i), 0), True))
        return ballot.pick(self.rng)

    def evolve(self, view: View) -> i64:
        """Play the evolution that brings most after its cost, with what may follow it free; or none."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        free = view.context(1) > 0
        follows = not free and view.marker == e.seat
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                card = part(choice, 0)
                value = laid_worth(e, card, part(choice, 1) > 0)
                if not free:
                    value -= price(e, card)
                if follows:
                    value += free_worth(e, card)
                ballot.bid(i, value)
        return ballot.pick(self.rng)

    def divide(self, view: View) -> i64:
        """Send each ant of a journey where it is worth most."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            ballot.bid(i, e.more(part(view.option(i), 2), 1))
        return ballot.pick(self.rng)

    def raid(self, view: View) -> i64:
        """Battle where most is to be won."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            ballot.bid(i, rate_raid(e, part(choice, 0), part(choice, 1)))
        return ballot.pick(self.rng)

    def hunt(self, view: View) -> i64:
        """Attack the centipede that is most surely beaten, if one is."""
        e = self.look(view)
        ballot = self.ballot
        ballot.open()
        for i in range(view.n):
            choice = view.option(i)
            if code_of(choice) == O_PASS:
                ballot.bid(i, 0)
            else:
                ballot.bid(i, hunt_worth(e, part(choice, 0)))
        return ballot.pick(self.rng)


def hunt_worth(e: Scene, hexno: i64) -> i64:
    """Return what battling the centipede of a tile now is worth, with the ants there as they are."""
    mine = e.view.ants[e.seat * HEXES + hexno]
    if e.wary:
        return e.hunted(hexno, mine)
    return e.hunted(hexno, mine) - (e.hold(hexno, mine, False) * KEPT) // 100
