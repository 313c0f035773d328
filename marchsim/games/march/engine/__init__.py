"""The rulebook chapter by chapter: what may be done, what happens, and whom it asks.

`legal` reads, `moves` writes, `state` is all there is to know of a game, `view` what one seat may know of it,
`strategy` the only way to ask a player. Cards answer through `card`; no chapter knows one by name.
"""
