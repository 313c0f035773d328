"""Players: loading of strategy files, weights by round, trials and rollouts.

The package inspects classes and calls their methods. A game declares its questions and the view of a seat.
"""
