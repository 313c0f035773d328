"""The components of the game as data: species, animals, boards and layouts, each field with its source.

The package reads and checks its own files and overlays. It plays nothing.
"""
