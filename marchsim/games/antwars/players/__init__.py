"""Players: the base class of strategies, plans of simple heuristics, and the loading of strategies.

Strategy files import from here. Players see a `View` and answer with the index of an option. This package
decides no rule.
"""

from marchsim.games.antwars.players.plan import Plan as Plan
from marchsim.games.antwars.players.search import Searcher as Searcher
from marchsim.games.antwars.players.strategy import Strategy as Strategy
