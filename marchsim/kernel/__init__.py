"""What any tabletop game needs: chance, columns, the table, the protocol of a game. It knows no game.

Everything above builds on it: `game` is the protocol through which all other floors know a game. What several
games of one kind share is in `tabletop`; no rule, component or file of a user is read here.
"""
