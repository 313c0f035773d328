"""Positions described in words, from which tests and scenario files play parts of a game.

`position_text` reads the text of a position. `scene` sets it up and plays on with the functions of the
engine.
"""
