"""Run folder in, estimates out: what every report computes. Reads recorded tables only, never a game.

The independent unit is the deal: games that share one are one cluster (see `marchsim.stats`).
"""
