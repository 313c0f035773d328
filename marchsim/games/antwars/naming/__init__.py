"""What things are called: players, areas, tiles, options and questions, for whoever tells or asks.

Nothing here knows how a game is played or told.
"""
