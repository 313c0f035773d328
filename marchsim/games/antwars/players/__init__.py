"""Players: the base class of strategies, plans of simple heuristics, and the loading of strategies.

Strategy files import from here. A script receives `me` and `table`, and answers in words. A plan rates
options by weights. This package implements no rules.
"""

from marchsim.games.antwars.players.plan import Plan as Plan
from marchsim.games.antwars.players.search import Searcher as Searcher
from marchsim.games.antwars.players.strategy import Strategy as Strategy
