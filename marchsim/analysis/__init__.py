"""Computes the estimates of every report from a run folder. It reads recorded tables only, never a game.

The independent unit is the deal: games that share one are one cluster (see `marchsim.stats`).
"""
