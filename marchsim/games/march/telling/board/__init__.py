"""The picture of a position: the Meadow and the possessions of each player."""

from marchsim.games.march.telling.board.sight import board

__all__ = ["board"]
