"""Tuning: finds a plan's weights by search (CMA-ES) and confirms them on sealed deals.

`search` defines the space and draws candidates, `playing` has the games, `stepping` plays and stores them,
`prepared` is a search ready to begin, `findings` judges the result, `written` writes it, `everybody` tunes
all strategies, and `tuning` runs the search.
"""
