"""Rusher: strikes first.

Marches before all else, from the first round on, where others still gather.
"""

from marchsim.games.antwars.players import Plan


class Rusher(Plan):
    """Marches before all else, from the first round on, where others still gather."""

    def __init__(self):
        super().__init__()
        self.weigh(nerve=1.6, march=15, wait=0)
        # found by tests/tools/rebase.py
        self.weigh(
            forage=3.23,
            bring=2.85,
            search=3.61,
            fetch=0.59,
            roam=5.9,
            party=3.78,
            prowl=3.94,
            hatch=2.63,
            brood=3.19,
            dig=-0.19,
            garden=5.84,
            reach=4.82,
            follow=3.62,
            defend=3.8,
            shut=0.19,
            guard=2.11,
            resolve=0.0,
            stake=0.35,
            grudge=-0.16,
        )
