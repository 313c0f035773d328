"""The rulebook chapter by chapter: `legal` says what may be done, `moves` does it, chapters ask and follow.

`moves.Play` is the only writer of the state; each of its atoms changes one thing and records its own event.
"""
