"""Best responses: the wins of a player who knows a population and adapts to it.

`field` has the options and the population under one set of rules, `trial` plays candidates against a
population, `answering` finds and confirms one answer, `meta` the unbeaten mixture, `responding` is the study,
and `written` the population file.
"""
