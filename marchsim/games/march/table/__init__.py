"""Sessions: games played one after another, their recorded rows, and their checks.

`session` plays, `record` and `tables` keep the rows, and `audit` and `inspection` check the games.
"""
