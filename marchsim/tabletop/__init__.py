"""What games of this kind are made of: options, hexes, parameters, overlays, strategies, scenarios, telling.

Every game may build on it, and it knows none: no card, no question, no rule by name. What only one game uses
lives in that game.
"""
