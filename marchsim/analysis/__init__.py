"""Compute the estimates of every report from the recorded tables of a run folder.

No module here plays a game. The deal is the independent unit: games on the same deal are one cluster (see
`marchsim.stats`).
"""
