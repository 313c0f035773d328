"""The effects of changed rules: rule sets paired on the same deals, with verdicts against margins.

Rule sets are compared as recorded. This package does not know the meaning of a rule, and it plays no game.
"""
