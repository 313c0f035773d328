"""Who wins: shares of strategies and seats, the ladder, matchups, and games won together.

Arrays of a panel in, plain estimates out. The statistics are in `marchsim.stats`, the verdicts that follow in
`judging`.
"""
