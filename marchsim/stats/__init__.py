"""Statistics as pure functions over arrays: numbers in, numbers out. They use no game, file or column name.

Shares are between 0 and 1, `level` is the confidence level, and `alpha` is 1 - `level`. A function returns
None for a quantity that cannot be estimated, never NaN or infinity, unless its docstring says otherwise.
"""
