"""The rules as data: parameters, presets, the resolved variant, and the ruleset.

This package plays nothing. Code of the rules reads values from the ruleset, never the name of a preset or
variant.
"""
