"""The rules as numbers: parameters with range and meaning, presets, and a variant with all its overlays.

`ruleset` holds them as the engine reads them. What the rules say is done in `engine`; here nothing is played.
"""
