"""The verdicts about a game, as data: question, chip, estimate, interval and margin of each.

Families and their levels are declared here (docs/reference/stats.md). Pages are made in reporting.
"""
