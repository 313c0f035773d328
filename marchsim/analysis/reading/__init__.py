"""Reads a run's tables into the input of estimates: panels, and arrays with a row for each deal or game.

A panel is one rule set at one number of players. Nothing here estimates or judges.
"""
