"""The weighted heuristic that the shipped strategies, and a designer's own, build on.

`weights` names what a player values, `scene` reads the position through a View, `appraisal` says what a
card is worth, `plans` what an action is worth, `mind` answers every question of the game.
"""

from marchsim.games.march.players.heuristic.mind import Heuristic as Heuristic
