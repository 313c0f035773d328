"""Positions and expectations that people write in TOML, and the games made from them.

`scenario` checks a file, `reading` reads its position, `position` sets it up, `scene` plays it, and
`expectations` compares. Recorded games do not use this package.
"""
