"""What lies in the box, as data: species, animals, boards and layouts, each field with its source.

It reads and checks files, the package's and those laid over them. How any of it is played is none of its
business.
"""
