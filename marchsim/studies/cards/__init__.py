"""The study of single items (cards): forced into an opening hand, and forbidden in play.

`study` is the verb, `playing` its games. What cards are worth is estimated in `analysis.cards`.
"""
