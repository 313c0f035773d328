"""The parts of games of this kind: options, hexes, parameters, overlays, strategies, scenarios, stories.

Every game may build on it, and it knows none: no card, no question, no rule by name. A part that only one
game uses is in that game.
"""
