"""The effects of changed rules: rule sets paired on the same deals, with verdicts against margins.

Rule sets are compared as recorded. Nothing here knows the meaning of a rule, or plays a game.
"""
