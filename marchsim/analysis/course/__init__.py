"""How games go: length, lead, points, and what players do and have, round by round.

It describes games and judges none. What rounds and points there are, the run's own tables say; who wins is in
`field`.
"""
