"""Studies that play each deal in several games: a player of deals, their folder, and the loop.

Each study defines its own change of the deal (cards to hands, species to seats).
"""
