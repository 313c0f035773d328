"""The Primitive Species: one file for each with its action and drawbacks, and the mats at the set-up.

`book` says which mat has which class. A mat acts in moments of the engine, as a card does; what all players
may do stands in the engine's chapters.
"""
