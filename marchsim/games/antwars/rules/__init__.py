"""The rules as data: parameters, presets, resolved variants, and the ruleset of the engine.

This package plays no games. Code that implements rules reads values from the ruleset. It never asks for the
name of a preset or variant.
"""
