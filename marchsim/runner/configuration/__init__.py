"""The user's configuration: a file read into checked plain data, and the files that it names.

Each table of the file has its own reader. A wrong type, range or key raises an error that names file and
place and gives advice. Nothing here plays a game or loads a strategy's code.
"""
