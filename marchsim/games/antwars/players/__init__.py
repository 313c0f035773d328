"""Who plays: the base of strategies, the plan of simple heuristics, and how a strategy is loaded.

A strategy's file takes what it needs from here. Players see a `View` and answer with the index of an
option; no rule of the game is decided here.
"""

from marchsim.games.antwars.players.plan import Plan as Plan
from marchsim.games.antwars.players.search import Searcher as Searcher
from marchsim.games.antwars.players.strategy import Strategy as Strategy
