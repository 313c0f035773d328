"""The components of the game as data: species, animals, boards and layouts, with the source of each field.

The package reads its own files and overlays, and checks them. It plays no games.
"""
