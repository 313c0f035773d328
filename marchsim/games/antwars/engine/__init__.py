"""The rules by chapter. `legal` lists the options, `moves` changes the state, and the chapters use both.

Only the moves of `moves.Play` write to the state. Each move changes one thing and records an event.
"""
