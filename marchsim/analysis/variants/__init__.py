"""What changes where rules change: rulesets paired on the same deals, with verdicts within margins."""
