"""The rules as numbers: parameters with range and meaning, presets, and a variant with all its overlays.

`ruleset` holds them as the engine reads them. `engine` applies the rules. No game is played here.
"""
