"""Rules and components as data: parameters, presets, overlays, and the source of each value.

It reads and checks the values that people write in files. A game declares its parameters and components.
"""
