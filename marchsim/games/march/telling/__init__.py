"""A game for a reader: sentences, the story of a game, the board, explanations, and a person as player.

Everything here reads events or options. Only `human` takes part in a game.
"""
