"""Players: loading of strategy files, weights by round, trials and rollouts.

The package inspects and calls strategies. A game declares its questions and the view of a seat.
"""
