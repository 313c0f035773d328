"""The verdicts about a game, as data. Each has a question, a chip, an estimate, an interval and a margin.

The families of tests and their levels are declared here (docs/reference/stats.md). The package `reporting`
makes the pages.
"""
