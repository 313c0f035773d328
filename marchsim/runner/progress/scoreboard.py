"""Standings as text: a table for a terminal of any width and height, or part of a line."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from marchsim.runner.progress.standings import Board, Ranked, cut

NUMBERS = 40  # columns that the numbers of a row take
LONGEST = 48  # columns that a name takes at most
FEWEST = 4  # lines of a board: its head, two places, what parts them
LINE_BOARDS = 2
LINE_PLACES = 2


def table(boards: Sequence[Board], width: int, height: int) -> list[str]:
    """Return the boards within a number of lines and columns; what has no room is counted."""
    shown = boards[: max(1, height // FEWEST)]
    room = (height - (len(shown) < len(boards))) // max(1, len(shown))
    lines = [line for board in shown for line in _board(board, len(boards) > 1, width, room)]
    if len(shown) < len(boards):
        lines.append(cut(f"and {_counted(len(boards) - len(shown), 'more table')}", width))
    return lines


def _board(board: Board, many: bool, width: int, room: int) -> list[str]:
    names = max(min(LONGEST, width - NUMBERS), 8)
    told = wrap(board.words, width)[: max(1, room - 3)]
    places = max(2, room - 1 - len(told))
    if len(board.places) > places:
        places = max(2, places - 1)
    title = f"{cut(_title(board, many), names + 4):<{names + 4}}"
    head = f"{title} {'share':>7}  {'95 % at any time':>16} {'deals':>8}"
    rows = [_row(number, place, names) for number, place in enumerate(board.places[:places], 1)]
    left = len(board.places) - places
    more = (
        [f"    and {_counted(left, 'more strategy', 'more strategies')}"]
        if left > 0 and room > FEWEST
        else []
    )
    return [line[:width] for line in [head, *rows, *more, *told]]


def _row(number: int, place: Ranked, names: int) -> str:
    between = f"{100 * place.low:.1f} to {100 * place.high:.1f}"
    name = f"{cut(place.strategy, names):<{names}}"
    return f"{number:>3} {name} {100 * place.share:>5.1f} %  {between:>16} {place.deals:>8,}"


def line(boards: Sequence[Board]) -> str:
    """Return the first places of the first boards in one line; '' if there are none."""
    told = [_words(board, len(boards) > 1) for board in boards[:LINE_BOARDS]]
    if len(boards) > LINE_BOARDS:
        told.append(f"and {_counted(len(boards) - LINE_BOARDS, 'more table')}")
    return "; ".join(told)


def _words(board: Board, many: bool) -> str:
    places = [
        f"{cut(place.strategy)} {100 * place.share:.1f} % ({100 * place.low:.1f} to {100 * place.high:.1f})"
        for place in board.places[:LINE_PLACES]
    ]
    return f"{_who(board, many)}: {', '.join(places)}, {board.brief}"


def _title(board: Board, many: bool) -> str:
    return f"{_who(board, many)}, even share {100 / board.players:.1f} %"


def _who(board: Board, many: bool) -> str:
    variant = f"{cut(board.variant)}, " if many and board.variant != "base" else ""
    return f"{variant}{board.players} players"


def _counted(number: int, word: str, plural: str = "") -> str:
    return f"{number:,} {word if number == 1 else plural or word + 's'}"
