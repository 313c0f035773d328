"""Opportunist: takes the weakest.

Goes a long way to the weakest Queen, however far others are.
"""

from marchsim.games.antwars.players import Plan


class Opportunist(Plan):
    """Goes a long way to the weakest Queen, however far others are."""

    def __init__(self):
        super().__init__()
        self.weigh(grudge=-8, resolve=0.3)
        # found by tests/tools/rebase.py
        self.weigh(
            forage=2.89,
            bring=3.07,
            search=3.39,
            fetch=0.97,
            roam=6.27,
            party=4.37,
            prowl=4.18,
            hatch=3.58,
            brood=3.2,
            dig=0.03,
            garden=5.87,
            reach=4.78,
            defend=3.94,
            shut=0.04,
            guard=1.61,
            march=9.08,
            follow=4.08,
            nerve=4.01,
            stake=0.28,
            wait=-6.24,
        )
        self.weigh_among(2, nerve=1.0, stake=0.2, wait=0)
