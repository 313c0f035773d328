"""A game told to a person: sentences, the story of a game, the board, reasons, and a person at the table.

Everything here reads what happened or what is offered; only `human` has a say in a game.
"""
