"""The effects of single items (cards), dealt at random or exchanged on purpose, overall and by strategy.

This package knows items by number and name only, so the cards of any game work. `studies.cards` plays the
games of card studies.
"""
