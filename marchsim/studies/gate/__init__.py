"""The regression gate: whether a game plays as a baseline says, where not, and what that means.

Baselines are kept here, games are played and compared in tiers, and the verdict is given. How it reads in a
terminal or a build log is decided in `reporting.gate`.
"""
