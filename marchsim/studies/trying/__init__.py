"""Play a game before and after a change on the same deals: the request, its size, and its run.

`analysis.trying` computes the results.
"""
