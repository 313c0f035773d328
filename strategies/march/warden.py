"""Holds the Inner Meadow: each hex beside the Great Tunnel scores in every Slumber for who controls it.

It explores from the Great Tunnel, takes control sites first, brings larvae to where they are threatened and
plays heads to keep them. What lies further out matters only if it feeds the guards.
"""

from marchsim.games.march.players import Heuristic


class Warden(Heuristic):
    """Control of the Inner Meadow counts most."""

    def __init__(self):
        super().__init__()
        self.weigh(
            inner=[1.6, 1.6, 1.5, 1.4],
            march=0.4,
            explore=[0.6, 0.3, 0.0, -0.3],
            head=0.6,
            ant=0.4,
            card=1.25,
            end=0.8,
        )
