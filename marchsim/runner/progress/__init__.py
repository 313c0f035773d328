"""The progress of a run: standings, their certainty, the display, and the rule that stops it early.

It is all computed from finished blocks, and changes no game.
"""
