"""Names for people: of hexes, cards, colours, options, questions and positions, and meanings of names.

Whoever tells, asks or reads a position uses these names, so that all of them agree. No sentences here.
"""
