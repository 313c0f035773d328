"""Names for people, and their meanings: hexes, cards, colours, options, questions and positions.

All modules that print, ask or read a position share them.
"""
