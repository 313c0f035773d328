"""The weighted heuristic that the shipped strategies, and a designer's own, build on.

`heuristic` is the frame of all decisions, and `questions/` rates the options of each. The ratings use
`weights` (a player's preferences), `prices` (the present value of a food or a site), `judgement` (sites,
battles and paths in the Meadow) and `..._worth` (actions, cards and effects). All of them use only a View.
"""

from marchsim.games.march.players.heuristic.heuristic import Heuristic as Heuristic
