"""Completes ant bodies, each with a head, a thorax and an abdomen, for three points every time.

It plays a card that its body lacks as soon as it has enough larvae to pay for the card and keep one. If it
holds no such card, it begins the second round by foraging. It has few ants, and leaves the Inner Meadow to
others.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("points bodies", "highest"),
    ("evolutions end", "highest"),
    ("ants mean", "below"),
    ("plays", "highest"),
)  # its games, held by tools/claims.py
SECTIONS = ("head", "thorax", "abdomen")


class Evolver(Heuristic):
    """Values bodies, and the cards for them, above all."""

    def __init__(self):
        super().__init__()
        self.weigh(head=1.5, thorax=0.3, abdomen=0.8, body=2.8)
        # found by tools/rebase.py; by hand: invade
        self.weigh(
            food=1.27,
            larva=0.48,
            card=2.83,
            ant=1.65,
            inner=3.01,
            site=1.07,
            point=0.23,
            hunger=2.01,
            battle=1.06,
            centipede=0.31,
            harm=0.64,
            invade=1.0,
            ferocity=0.33,
            goal=3.31,
            event=0.88,
            explore=-1.29,
            march=-2.7,
            forage=1.48,
            play=-0.7,
            rest=3.38,
            end=3.05,
        )
        self.weigh_among(
            2,
            food=2.58,
            larva=1.21,
            card=3.22,
            ant=0.16,
            inner=2.29,
            site=1.59,
            point=1.5,
            hunger=2.41,
            battle=1.38,
            centipede=-0.27,
            harm=0.35,
            invade=1.0,
            ferocity=0.54,
            goal=2.71,
            event=1.04,
            explore=-1.07,
            march=-0.9,
            forage=2.56,
            play=-0.08,
            rest=2.9,
            end=3.11,
        )

    def action(self, me, table):
        """Play a card that the body lacks, if larvae suffice. Look for one first in the second round."""
        fewest = min(me.evolved(section) for section in SECTIONS)
        lacking = [section for section in SECTIONS if me.evolved(section) == fewest]
        if parts := table.offers("play", where=lambda one: one.kind in lacking and one.card.cost < me.larvae):
            return parts
        held = any(card.kind in lacking for card in me.hand)
        if table.round == 2 and me.acted == 0 and not held and not me.hungry:
            return "forage"
        return None
