"""The rulebook, chapter by chapter: legal options, effects, and questions to players.

`state` defines the state, `legal` lists options from it, and `moves` changes it. `view` is the part that one
seat may see. Cards act through `card` and `moments`, and no chapter knows a card by name.
"""
