"""Players: loading of strategy files, weights by round, trials and rollouts.

It inspects classes and calls their methods. The game declares its questions and the view of a seat.
"""
