"""The parts of any tabletop game: chance, columns, the table, the protocol of a game. It knows no game.

Everything above builds on it: `game` is the protocol through which all other floors know a game. Common
parts of several games of one kind are in `tabletop`. No rule, component or file of a user is read here.
"""
