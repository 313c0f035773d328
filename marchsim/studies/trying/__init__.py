"""Play a game before and after a change on the same deals: the request, its size, and the run.

`analysis.trying` reads the results.
"""
