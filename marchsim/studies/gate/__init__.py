"""The regression gate: whether a game still plays as its baseline records, and where it differs.

Baselines are kept here, games are played and compared in tiers, and the verdict is given. `reporting.gate`
words it for a terminal or a build log.
"""
