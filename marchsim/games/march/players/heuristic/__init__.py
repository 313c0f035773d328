"""The weighted heuristic that the shipped strategies, and a designer's own, build on.

`heuristic`: the frame of all decisions. `questions/`: how the options of each are rated. What they are
rated by: `weights` what a player values, `prices` what a food or a site is worth now, `judgement` sites,
battles and ways in the Meadow, `..._worth` actions, cards and effects. Nothing here sees more than a View.
"""

from marchsim.games.march.players.heuristic.heuristic import Heuristic as Heuristic
