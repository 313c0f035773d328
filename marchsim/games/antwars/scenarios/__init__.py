"""Positions in words, in which tests and scenario files play parts of the game.

`position_text` reads the text of a position. `scene` sets it up and plays on. `scenario` runs scenario files.
All of them play with the engine's own functions.
"""
