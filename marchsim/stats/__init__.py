"""Statistics as pure functions over arrays: numbers in, numbers out. They use no game, file or column name.

Shares are between 0 and 1, `level` is the confidence level, `alpha` = 1 - level. If a quantity is not
estimable a function returns None (or names another value in its docstring). It never returns NaN or infinity.
"""
