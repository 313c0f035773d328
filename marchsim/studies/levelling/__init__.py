"""Finds starting resources by seat so that all seats win equally often, and confirms them on fresh deals.

`prepared` has the request, `level` the stages, `written` the output. `analysis.variants` estimates the
balance.
"""
