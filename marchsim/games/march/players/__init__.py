"""Players: the weighted heuristic, rollouts for players that search, and the loading of strategies.

Strategy files import from here. A player sees a `View` and answers with the index of an option. Players read
no hidden information and decide no rules.
"""

from marchsim.games.march.players.heuristic import Heuristic as Heuristic
from marchsim.games.march.players.imagine import World as World
from marchsim.games.march.players.imagine import may_follow as may_follow
from marchsim.games.march.players.prospects import Prospects as Prospects
from marchsim.games.march.players.search import Searcher as Searcher
from marchsim.games.march.players.strategy import Strategy as Strategy
from marchsim.tabletop.players.rollouts import Trials as Trials
