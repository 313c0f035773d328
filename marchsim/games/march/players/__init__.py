"""Players: the weighted heuristic, rollouts for players that search, and the loading of strategies.

Strategy files import from here. Players see a `View` and answer with the index of an option. Nothing here
reads hidden information or decides a rule.
"""

from marchsim.games.march.players.heuristic import Heuristic as Heuristic
from marchsim.games.march.players.imagine import World as World
from marchsim.games.march.players.prospects import Prospects as Prospects
from marchsim.games.march.players.resume import may_follow as may_follow
from marchsim.games.march.players.search import Searcher as Searcher
from marchsim.games.march.players.strategy import Strategy as Strategy
from marchsim.tabletop.players.trials import Trials as Trials
