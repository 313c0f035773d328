"""The rulebook, chapter by chapter: legal options, effects, and questions to players.

`legal` reads the state, `moves` changes it, `state` defines it, and `view` is the part that one seat may see.
Cards act through `card`: no chapter knows a card by name.
"""
