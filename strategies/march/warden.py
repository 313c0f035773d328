"""Holds the Inner Meadow: each hex beside the Great Tunnel scores in every Slumber for who controls it.

It explores from the Great Tunnel, takes control sites first, brings larvae to where they are threatened and
plays heads to keep them. What lies further out matters only if it feeds the guards.
"""

from marchsim.games.march.players import Heuristic


class Warden(Heuristic):
    """Control of the Inner Meadow counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(inner=[3.6, 3.6, 3.4, 3.0], head=0.9)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.01,
            larva=0.5,
            card=1.7,
            ant=0.24,
            site=1.21,
            point=0.65,
            hunger=2.04,
            battle=1.37,
            centipede=0.53,
            harm=0.51,
            invade=-0.14,
            ferocity=0.26,
            thorax=-0.78,
            abdomen=0.2,
            body=0.93,
            goal=0.95,
            event=0.61,
            explore=0.14,
            march=-0.25,
            forage=0.63,
            play=0.49,
            rest=1.58,
            end=1.92,
        )
