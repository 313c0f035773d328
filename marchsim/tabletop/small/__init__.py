"""A small game in one file: write its rules, questions and events once, and every command works.

`docs/tutorial/own-game.md` explains an example. A subclass of `Play` has the rules, a subclass of `Strategy`
the questions, and a `SmallGame` declares both.
"""

from marchsim.tabletop.rules.overlays import Preset
from marchsim.tabletop.rules.parameters import choice, flag, number
from marchsim.tabletop.small.game import SmallGame
from marchsim.tabletop.small.play import Play, Strategy, View

__all__ = ["Play", "Preset", "SmallGame", "Strategy", "View", "choice", "flag", "number"]
