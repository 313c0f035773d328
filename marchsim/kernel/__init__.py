"""The common parts of all tabletop games: chance, columns, the table, the protocol of a game.

All other packages build on this one, and use games only through the protocol in `game`. The package
`tabletop` has the parts that games of one kind share.
"""
