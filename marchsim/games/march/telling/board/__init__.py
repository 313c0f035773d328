"""The picture of a position: what lies in the Meadow and what each player has."""

from marchsim.games.march.telling.board.meadow import board

__all__ = ["board"]
