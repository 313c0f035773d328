"""Best responses: the wins of a player who knows a population and adapts to it.

`field` has the options, the population under one rule set, and candidates that play against it. `responding`
finds and confirms answers and the unbeaten mixture, and `output` is the population file.
"""
