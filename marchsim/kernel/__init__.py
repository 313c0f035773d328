"""The common parts of every tabletop game: chance, columns, the table, the protocol of a game.

All other packages build on this one, and use games only through the protocol in `game`. `tabletop` has the
common parts of several games of one kind.
"""
