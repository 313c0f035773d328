"""The study of single items (cards): forced into an opening hand, and forbidden in play.

`study` is the verb, `playing` its games, `deals` what a worker needs for them, `store` the folder. What cards
are worth is estimated in `analysis.cards`.
"""
