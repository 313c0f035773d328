"""The rulebook chapter by chapter: legal options, effects, and questions to players.

`legal` reads, `moves` writes, `state` holds a game, `view` is the part that one seat may see, and
`strategy` is the only way to ask a player. Cards answer through `card`. No chapter knows one by name.
"""
