"""Parts that tabletop games share: options, hexes, parameters, overlays, strategies, scenarios, stories.

Every game may build on this package. It has no card, question or rule of a single game. Parts that only one
game uses are in the package of that game.
"""
