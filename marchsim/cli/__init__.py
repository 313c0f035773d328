"""The command line. A file has a verb, or verbs that share their options.

A verb reads its options, calls the library function of the same name and prints the result. It computes
nothing itself. It knows no particular game, but asks the game for the abilities that it needs (`games.able`).
"""
