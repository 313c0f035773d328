"""The command line: one verb a file, each calling one library function of the same name.

A verb reads its options, calls that function and prints the result. It computes nothing and knows no
game: it asks the game for its abilities (`games.able`).
"""
