"""Describes the course of games: length, lead, points, and actions and holdings of players by round.

Nothing is judged here. A run's tables define its rounds and points. Wins are in `field`.
"""
