"""From a run's tables to what estimates are made of: panels, and arrays with a line for each deal or game.

A panel is one ruleset at one number of players. Nothing here estimates or judges anything.
"""
