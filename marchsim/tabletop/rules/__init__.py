"""Rules and components as data: parameters, presets, overlays, and the source of each value.

The package reads values from files and checks them. A game declares its parameters and components.
"""
