"""The cards and tiles of the game as data: TOML with a source for each field, and what checks it."""
