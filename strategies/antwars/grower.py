"""Grower: grows first.

Lays further pupae tiles and marches only with great superiority.
"""

from marchsim.games.antwars.players import Plan


class Grower(Plan):
    """Lays further pupae tiles and marches only with great superiority."""

    def __init__(self):
        super().__init__()
        self.weigh(nerve=2.0, brood=5)
