"""Turtle: shuts its gate.

Closes its gate when a larger stack comes near, and marches late.
"""

from marchsim.games.antwars.players import Plan


class Turtle(Plan):
    """Closes its gate when a larger stack comes near, and marches late."""

    def __init__(self):
        super().__init__()
        self.weigh(nerve=1.5, shut=8)
