"""The game's cards and tiles as data: TOML with a source for each field, and its checks.

`data` has the classes, `checks` the limits, and `loader` and `overlay` read files. `cards` has the effects of
cards.
"""
