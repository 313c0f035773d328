"""The picture of a position: what lies on the boards and in the anthills, and what each colony has."""

from marchsim.games.antwars.telling.board.sight import ARMY, Sight, board, scenery

__all__ = ["ARMY", "Sight", "board", "scenery"]
