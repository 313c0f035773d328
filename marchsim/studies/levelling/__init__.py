"""Find starting resources by seat with which all seats win equally often, and confirm them.

`preparation` has the request, `level` the stages, and `output` the output. `analysis.variants` estimates the
balance.
"""
