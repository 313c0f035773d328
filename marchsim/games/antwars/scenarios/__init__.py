"""Positions by names, in which tests and scenario files play parts of the game.

It plays with the engine's own chapters and decides nothing.
"""
