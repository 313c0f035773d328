"""The regression gate: whether a game still plays as its baseline records, and where it differs.

The package stores baselines, plays games and compares them in tiers, and decides the verdict.
`reporting.gate` prints the verdict for a terminal or a build log.
"""
