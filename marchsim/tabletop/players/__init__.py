"""Players: a strategy's file becomes players, weights by round, trials and imagined games.

It looks into classes and calls their methods. The game declares its questions and the view of a seat.
"""
