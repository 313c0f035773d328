"""Positions and expectations that people write in TOML, and the games made from them.

`reading` reads a position, `position` sets it up as a game, and `scene` plays it. `expectations` compares the
result. Recorded games do not use this package.
"""
