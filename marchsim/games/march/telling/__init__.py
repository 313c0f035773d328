"""A game for a reader: sentences, a game's story, the board, explanations, and a person as player.

Everything here reads events or options. Only `human` takes part in a game.
"""
