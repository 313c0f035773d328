"""A game for a reader: sentences, stories, the board, explanations, and a person as a player.

The modules read events and options. Only `human` takes part in a game.
"""
