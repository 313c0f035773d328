"""The course of games: length, lead, points, and the actions and holdings of players by round.

These modules describe and do not judge. A run's tables define its rounds and points. Wins are in
`analysis.field`.
"""
