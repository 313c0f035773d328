"""The verdicts about a game, as data: its question, chip, estimate, interval and margin.

Families and their levels are declared here (docs/reference/stats.md). Pages are made in reporting.
"""
