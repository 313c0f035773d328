"""The rules as data: parameters, presets, the variant that they make with the components, and the ruleset.

Nothing here plays; rules code asks the ruleset for a value by name, never for a preset or variant.
"""
