"""The verdicts about a game, as data. Each has a question, a chip, an estimate, an interval and a margin.

A chip is a colour: red (clearly), amber (noticeable), green (fine), grey (inconclusive) or that of a plain
fact. The families of tests and their levels are declared here (docs/reference/stats.md). The package
`reporting` makes the pages.
"""
