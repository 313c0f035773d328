"""Tuning: a plan's weights by search (CMA-ES), confirmed on deals that the search has never seen.

`search` has the numbers that are searched and draws candidates, `playing` the games, `stepping` plays and
keeps them, `prepared` is a search made ready, `findings` judges the result, `written` writes it down,
`everybody` tunes all strategies, and `tuning` is the verb.
"""
