"""Positions and expectations that people write in TOML, and the games made of them.

`scenario` checks a file, `layout` and `reading` its picture, `position` sets it up, `scene` plays it and
`expectations` compares. Nothing here is on the path of a recorded game.
"""
