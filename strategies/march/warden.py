"""Holds the Inner Meadow: each hex beside the Great Tunnel scores in every Slumber for who controls it.

It explores from the Great Tunnel, takes control sites first, brings larvae to where they are threatened and
plays heads to keep them. What lies further out matters only if it feeds the guards.
"""

from marchsim.games.march.players import Heuristic


class Warden(Heuristic):
    """Control of the Inner Meadow counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(inner=[4.4, 4.4, 4.2, 3.8], ant=1.7, march=0.1, battle=1.8)
        # found by tests/tools/rebase.py
        self.weigh(
            food=1.6,
            larva=1.01,
            card=3.04,
            site=1.11,
            point=1.0,
            hunger=0.93,
            centipede=-0.72,
            harm=1.64,
            invade=0.5,
            ferocity=0.56,
            head=1.85,
            thorax=-0.97,
            abdomen=-1.53,
            body=2.3,
            goal=1.54,
            event=0.31,
            explore=-0.81,
            forage=1.92,
            play=0.6,
            rest=2.08,
            end=4.36,
        )
