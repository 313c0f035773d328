"""The regression gate: whether a game plays as a baseline says, where not, and what that means."""
