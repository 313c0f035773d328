"""Sessions: games played one after another, their recorded rows, and their checks.

`assembly` makes the parts of a game and `session` plays it. `record` keeps the rows, and `inspection` checks
the games.
"""
