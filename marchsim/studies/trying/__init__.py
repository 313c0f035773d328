"""Plays a game before and after a change on the same deals: the request, the number of deals, and the run.

`analysis.trying` reads the results.
"""
