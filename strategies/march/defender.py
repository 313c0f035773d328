"""Holds the Meadow against the Centipede Horde, and does not race for points of its own.

It gathers an army and hunts the centipedes that the army beats. For these battles it plays heads and keeps
ferocious cards. It rests as soon as any further action is worth less than the harm of the Horde's next card.
In a team each card of the Horde does more harm, so it rests as early as it can. Against rivals it is a weak
player, with many ants and larvae but few cards.
"""

from marchsim.games.march.players import Heuristic

CLAIMS = (
    ("ants mean", "above"),
    ("rests", "highest"),
    ("forages", "below"),
    ("points bodies", "below"),
)  # its games, held by tools/claims.py


class Defender(Heuristic):
    """Defends: every point that the Horde does not gain counts."""

    def __init__(self):
        super().__init__()
        self.weigh(
            harm=0,
            battle=0.6,
            food=[0.9, 1.1, 0.9, 0.5],
            larva=[0.6, 0.6, 0.5, 0.2],
            card=[0.7, 0.7, 1.0],
            ant=[0.6, 2.1, 0.9, 0.6],
            inner=[1.2, 1.2, 1.0, 1.8],
            site=[0.8, 0.9, 1.4, 1.8],
            point=[0.2, 1.7, 1.1, 1.5],
            hunger=0.9,
            centipede=[1.3, -0.6, 1.7, 1.9],
            invade=[-1.2, -0.9, -0.6, -0.2],
            ferocity=0.7,
            head=[1.4, 1.8, 0.8, 1.8],
            thorax=[-0.5, -0.8, -0.5, 0.8],
            abdomen=-0.5,
            body=[0.0, 1.1, 0.7, 1.3],
            goal=[1.3, 1.3, 1.4, 0.8],
            event=[1.3, 0.8, 0.4, 0.8],
            explore=[-0.5, -0.8, -1.1, -0.5],
            march=[0.8, -0.1, 0.6, 0.4],
            forage=[0.5, 0.8, 0.7, 0.8],
            play=[-0.1, -0.1, -0.1, 0.2],
            rest=[0.3, 0.5, 0.6, 0.7],
            horde=[2.0, 1.6, 0.4, 1.1],
        )
        self.weigh_in_company(
            food=[0.9, 0.9, 1.0, 0.9],
            larva=0.4,
            card=0.8,
            ant=[0.9, 1.0, 0.9, 0.8],
            inner=0.8,
            site=[0.7, 0.7, 1.0, 0.7],
            point=0.7,
            hunger=[5.0, -0.6, 1.5, 3.7],
            centipede=0.4,
            invade=-0.2,
            ferocity=0.3,
            head=0.6,
            thorax=[0.2, 0.2, 0.1],
            abdomen=1.1,
            body=[0.0, 0.0, -0.2],
            goal=1.7,
            event=[0.5, 1.0, 0.5, 0.6],
            explore=1.3,
            march=-0.2,
            forage=[0.9, 0.5, 0.7, 0.9],
            play=[-0.2, 0.1, -0.1, 0.0],
            rest=4.5,
            horde=1.0,
        )
