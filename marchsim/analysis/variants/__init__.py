"""What a change of rules changes: rulesets paired on the same deals, with verdicts within margins."""
