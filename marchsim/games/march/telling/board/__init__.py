"""The picture of a position: what lies in the Meadow and what each player has."""

from marchsim.games.march.telling.board.sight import board

__all__ = ["board"]
