"""Raider: strikes early.

Marches on less than even odds, before all else.
"""

from marchsim.games.antwars.players import Plan


class Raider(Plan):
    """Marches on less than even odds, before all else."""

    def __init__(self):
        super().__init__()
        self.weigh(nerve=0.9, march=12)
