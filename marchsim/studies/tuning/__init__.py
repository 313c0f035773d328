"""Tuning: a plan's weights by search (CMA-ES), confirmed on deals that the search has never seen.

`space` says which numbers are searched, `playing` which games are played, `steps` keeps what has been played,
`search` draws candidates, `findings` judges the result, `written` writes it down, and `tuning` is the verb.
"""
