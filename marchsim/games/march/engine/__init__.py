"""The rulebook chapter by chapter: legal options, effects, and questions to players.

`legal` reads, `moves` writes, `state` holds a game, `view` is the part that one seat may see, and `strategy`
asks the players. Cards act through `card`: no chapter knows one by name.
"""
