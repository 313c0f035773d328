"""Find starting resources by seat with which all seats win equally often, and confirm them.

`level` has the request and the stages, `output` the results. `analysis.variants` estimates the balance.
"""
