"""A game for a reader: sentences, the story of a game, the board, reasons, and a person at the table.

Everything here reads events or options. Only `human` has a say in a game.
"""
