"""Best responses: how much somebody wins who knows a population and answers it.

`field` has the options and who answers whom by which rules, `trial` plays candidates against a population,
`answering` finds and confirms one answer, `meta` the mixture that nobody beats, `responding` is the verb, and
`written` the population file.
"""
