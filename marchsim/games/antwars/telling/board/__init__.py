"""The picture of a position: the content of boards and anthills, and the possessions of each colony."""

from marchsim.games.antwars.telling.board.sight import ARMY, Sight, board, scenery

__all__ = ["ARMY", "Sight", "board", "scenery"]
