"""Sections of a tournament's report, each of which answers one question of a reader.

A section computes no estimates. It writes sentences, tables and figures (`pages.building`).
"""
