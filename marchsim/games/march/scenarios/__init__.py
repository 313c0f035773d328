"""Positions and expectations that people write in TOML, and the games made of them.

`scenario` checks a file, `layout` and `reading` its picture, `position` sets it up, `scene` plays it and
`expectations` compares. Recorded games do not use it.
"""
