"""Rules and components as data: parameters, presets, overlays, and where each value comes from.

It reads and checks the values that people write in files. A game declares its parameters and components.
Its play is none of this package's business.
"""
