"""The Primitive Species: one file for each with its action and drawbacks, and the mats at the set-up.

`book` maps mats to classes. A mat acts at triggers of the engine, as a card does. Actions open to all players
are in the engine's chapters.
"""
