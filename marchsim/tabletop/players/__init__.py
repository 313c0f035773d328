"""Who plays: how a strategy's file becomes players, weights by round, trials and imagined games.

It looks into classes and calls what they define. What is asked in a game, and what a seat may see, the game
says.
"""
