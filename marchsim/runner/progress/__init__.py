"""How a run is going: standings, how sure they are, what is told on the way, and when it may stop early.

All of it rests on finished blocks and changes no game.
"""
