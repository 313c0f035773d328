"""The Primitive Species: a file for each, with its action and drawbacks, and the common traits.

`book` lists the mats. A mat acts at triggers of the engine, as a card does. Actions open to all players are
in the engine's chapters.
"""
