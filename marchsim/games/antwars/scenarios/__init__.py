"""Positions by names, in which tests and scenario files play parts of the game.

`position_text` reads what a position says, `scene` lays it out and plays on, `scenario` runs files of them.
It plays with the engine's own chapters and decides nothing.
"""
