"""What a change of rules changes: rulesets paired on the same deals, with verdicts within margins.

Rulesets are compared as they were recorded: nothing here knows what a rule means, or plays it otherwise.
"""
