"""The effects of single items (cards): dealt at random or exchanged on purpose, overall and by strategy.

Items are known by number and name only, so the cards of any game work. `studies.cards` plays the games of
card studies.
"""
