"""The cards and tiles of the game as data: TOML with a source for each field, and what checks it.

`data` says what there is, `checks` what may be in it, `loader` and `overlay` read files. How a card is played
is said in `cards`.
"""
