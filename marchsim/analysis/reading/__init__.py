"""From a run's tables to the input of estimates: panels, and arrays with a line for each deal or game.

A panel is one ruleset at one number of players. Nothing here estimates or judges anything.
"""
