"""Best responses: the wins of a player who knows a population and adapts to it.

`field` has the options and the population under one rule set. `trial` plays candidates against a population,
`answering` finds and confirms one answer, and `meta` finds the unbeaten mixture. `responding` is the study,
and `output` is the population file.
"""
