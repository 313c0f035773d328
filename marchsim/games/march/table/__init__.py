"""One table of players: games played one after another, their rows, and their laws.

`session` plays, `record` and `tables` keep the events, `audit` and `inspection` watch. Nothing here is
decided for a player, and no rule is applied here.
"""
