"""One table of players: games played one after another, what they leave in rows, and what holds of them.

`session` plays, `record` and `tables` keep what happened, `audit` and `inspection` look on. Nothing here is
decided for a player, and no rule is applied here.
"""
