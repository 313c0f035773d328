"""What single items (cards) are worth: dealt at random, exchanged on purpose, for all and for whom.

It knows items by number and name alone, so that every game's cards will do. Games for it are played by
`studies.cards`.
"""
