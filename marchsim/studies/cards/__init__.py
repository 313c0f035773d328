"""The study of single items (cards): forced into an opening hand, and forbidden in play.

`analysis.cards` estimates their effects.
"""
