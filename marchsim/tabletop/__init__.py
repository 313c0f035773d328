"""The parts of games of this kind: options, hexes, parameters, overlays, strategies, scenarios, stories.

Every game may build on it. It contains no card, question or rule of a single game. Parts that only one game
uses are in that game.
"""
