"""The sections of a tournament's report: one question of a reader each, from estimates that are ready.

A section computes no estimate; it says, tabulates and draws (`pages.building`).
"""
