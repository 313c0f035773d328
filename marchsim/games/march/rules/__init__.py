"""The rules as numbers: parameters with range and meaning, presets, and variants with their overlays.

`ruleset` has the rules in the engine's form. `engine` applies them. No game is played here.
"""
