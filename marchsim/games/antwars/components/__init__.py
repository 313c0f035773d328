"""The components of the game as data: species, animals, boards and layouts, each field with its source.

It reads and checks the files of the package and of overlays, and plays nothing.
"""
