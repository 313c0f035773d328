"""The game's cards and tiles as data: TOML files with a source for each field, and their checks.

`data` has the classes, `amounts` the meaning of the numbers, and `checks` the limits. `loader` reads the
files and applies overlays. The effects of cards are in `cards`.
"""
