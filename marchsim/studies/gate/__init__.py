"""The regression gate: whether a game still plays as its baseline records, and where it differs.

The package keeps baselines, plays and compares games in tiers, and gives the verdict. `reporting.gate` prints
it for a terminal or a build log.
"""
