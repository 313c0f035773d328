"""Rules and components as data: parameters, presets, overlays, and the source of each value.

The package reads and checks values in files. A game declares its parameters and components.
"""
