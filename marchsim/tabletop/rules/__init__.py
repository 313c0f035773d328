"""Rules and components as data: parameters, presets, overlays, and where each value comes from.

It reads and checks what people write in files. Which parameters and components there are, a game says; how
they are played is none of its business.
"""
