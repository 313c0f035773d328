"""The picture of a position: the contents of boards and anthills, and what each colony owns."""

from marchsim.games.antwars.telling.board.sight import ARMY, Sight, board, scenery

__all__ = ["ARMY", "Sight", "board", "scenery"]
