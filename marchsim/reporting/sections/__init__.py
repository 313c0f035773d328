"""Sections of a tournament's report. Each answers one question of a reader from finished estimates.

A section computes no estimate. It writes sentences, tables and figures (`pages.building`).
"""
