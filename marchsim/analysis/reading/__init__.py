"""Reads a run's tables into the input of estimates: panels, and arrays with a row for each deal or game.

A panel is all games of one rule set with one number of players. The verdicts are in `judging`.
"""
