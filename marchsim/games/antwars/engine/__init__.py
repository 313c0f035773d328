"""The rulebook by chapter. `legal` lists the options, `moves` changes the state, the chapters use both.

`moves.Play` is the only writer of the state. Each of its moves changes one thing and records its event.
"""
