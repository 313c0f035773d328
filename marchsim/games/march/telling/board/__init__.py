"""The picture of a position: the Meadow and what each player owns."""

from marchsim.games.march.telling.board.sight import board

__all__ = ["board"]
