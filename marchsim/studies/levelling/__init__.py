"""Find starting resources by seat with which all seats win equally often, and confirm them.

`prepared` has the request, `level` the stages, and `written` the output. `analysis.variants` estimates the
balance.
"""
