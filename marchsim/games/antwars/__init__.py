"""Ant Wars, in rooms: each builds on those below it and none looks up.

`game` is the door for the floors above. Then from top to bottom: `telling`, `table`, `players` and
`naming`, `engine`, `rules`, `components`, and `words` for small integers. Rules are numbered in
docs/rules-antwars.toml.
"""
