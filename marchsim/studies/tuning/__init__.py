"""Tuning: find a strategy's weights by search (CMA-ES) and confirm them on sealed deals.

`search` defines the space and draws candidates. `preparation` checks the options of a search, and `tuning`
runs it. `findings` judges the result, `strategy_file` writes it, and `everybody` tunes all strategies.
`studies.candidates` has the games.
"""
