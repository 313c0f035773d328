"""The progress of a run: standings and their certainty, the display, and rules that stop a run early.

All of it is computed from finished blocks, and it changes no game.
"""
