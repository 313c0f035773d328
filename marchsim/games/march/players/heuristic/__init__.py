"""The weighted heuristic, on which the shipped strategies and your own can build.

`heuristic` answers every question with the option of the highest rating, and `questions/` has the ratings.
Ratings use `weights` (a player's preferences), `prices` (the present value of a food or a site), `judgement`
(sites, battles and paths in the Meadow) and `..._worth` (actions, cards and effects). All of them see only a
View.
"""

from marchsim.games.march.players.heuristic.heuristic import Heuristic as Heuristic
