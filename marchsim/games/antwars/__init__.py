"""Ant Wars, in layers. Each layer uses only the layers below it.

`game` is the interface to the rest of the program. Below it are, from top to bottom: `telling`, `table`,
`players` and `naming`, `engine`, `rules`, `components`, and `words`, which names the engine's integers. The
rules are numbered in docs/rules-antwars.toml.
"""
