"""Standings as part of a line: who leads, in wins where 100 are fair."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.errors import plain, plural
from marchsim.runner.progress.standings import LiveBoard, Ranked, cut

FAIR = 100
LINE_BOARDS = 2
LINE_PLACES = 2


def line(boards: Sequence[LiveBoard]) -> str:
    """Return the first places of the first boards in one line; '' if there are none."""
    told = [_words(board, len(boards) > 1) for board in boards[:LINE_BOARDS]]
    more = len(boards) - LINE_BOARDS
    return "; ".join([*told, f"and {plural(more, 'more table')}"] if more > 0 else told)


def leader(boards: Sequence[LiveBoard]) -> str:
    """Return who leads the first board; '' if there is none."""
    if not boards:
        return ""
    first = _wins(boards[0].places[0], boards[0])
    return f"{_who(boards[0], True)}: {first} leads" if len(boards) > 1 else f"leader: {first}"


def _words(board: LiveBoard, many: bool) -> str:
    places = [_wins(place, board) for place in board.places[:LINE_PLACES]]
    return f"{_who(board, many)}: {', '.join(places)}, {board.words}"


def _wins(place: Ranked, board: LiveBoard) -> str:
    """Return 'warlord 125 ± 13', wins where 100 are fair."""
    scale = FAIR * board.players
    name = cut(plain(place.strategy))
    return f"{name} {scale * place.share:.0f} ± {scale * (place.high - place.low) / 2:.0f}"


def _who(board: LiveBoard, many: bool) -> str:
    variant = f"{cut(plain(board.variant))}, " if many and board.variant != "base" else ""
    return f"{variant}{plural(board.players, 'player')}"
