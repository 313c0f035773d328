"""The progress of a run: standings, how certain they are, what is displayed, and when it may stop early.

All of it is computed from finished blocks and changes no game.
"""
