"""The rules as numbers: parameters with range and meaning, presets, and variants with their overlays.

`ruleset` has the rules in the form that `engine` reads and applies.
"""
