"""The command line. Each verb is one file, which calls the library function of the same name.

A verb reads its options, calls that function and prints the result. It computes nothing itself. It knows no
particular game, but asks the game for the abilities that it needs (`games.able`).
"""
