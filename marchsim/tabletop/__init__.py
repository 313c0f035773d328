"""Parts that tabletop games share: options, hexes, parameters, overlays, strategies, scenarios, stories.

Every game can build on this package. It contains no card, question or rule of a particular game. Parts that
only one game uses are in the package of that game.
"""
