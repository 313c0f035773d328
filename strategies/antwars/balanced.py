"""Balanced: the plain plan.

Gathers, hatches and marches on a near Queen when its largest stack could kill her.
"""

from marchsim.games.antwars.players import Plan


class Balanced(Plan):
    """Gathers, hatches and marches on a near Queen when its largest stack could kill her."""
