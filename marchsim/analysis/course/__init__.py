"""How games go: length, lead, points, and what players do and have, round by round."""
