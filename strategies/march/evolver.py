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
        # found by tools/rebase.py
        self.weigh(
            food=1.08,
            larva=0.09,
            card=2.83,
            ant=1.75,
            inner=2.96,
            site=1.45,
            point=-0.35,
            hunger=2.21,
            battle=1.37,
            centipede=0.41,
            harm=0.53,
            invade=1.44,
            ferocity=0.65,
            goal=2.52,
            event=0.94,
            explore=-0.97,
            march=-2.92,
            forage=0.91,
            play=-0.9,
            rest=3.39,
            end=3.21,
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
