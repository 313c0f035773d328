"""Describes the course of games: length, lead, points, and actions and holdings of players by round.

Nothing is judged here. The run's own tables name its rounds and points. Wins are in `field`.
"""
