"""Sections of a tournament's report. Each answers one question of a reader.

A section computes no estimates. It writes sentences, tables and figures (`pages.building`).
"""
