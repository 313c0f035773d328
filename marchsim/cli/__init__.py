"""The command line: one verb a file, each calling one library function of the same name.

A verb reads its options, calls that function and prints what it returns. It computes nothing and knows no
game: what a game can do it asks the game (`games.able`).
"""
