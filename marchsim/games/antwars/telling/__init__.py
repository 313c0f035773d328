"""Ant Wars for a reader: sentences for what happens, stories, a person at the table, tables of components.

It looks on and touches nothing.
"""
