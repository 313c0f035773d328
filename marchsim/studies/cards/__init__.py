"""The study of single items (cards): forced into an opening hand, and forbidden in play.

What cards are worth is estimated in `analysis.cards`.
"""
