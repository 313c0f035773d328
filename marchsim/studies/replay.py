"""Replay a recorded game, narrate all or part of it, and compare it with its record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim import files
from marchsim.errors import StateMismatch
from marchsim.kernel.game import Outcome
from marchsim.runner.replay import RecordedGame, game_of
from marchsim.studies.sitting import Sitting, explained_seats, outcome_data, parting, when
from marchsim.studies.telling import Excerpt, Telling, Watched, form_of

UNSURE = {"time": "was stopped by the clock", "memory": "ran out of memory"}


@dataclass(frozen=True)
class Replayed:
    """The replay of a recorded game, with its players, its outcome, and the events narrated by `reader`."""

    recorded: RecordedGame
    players: tuple[str, ...]
    outcome: Outcome
    events: list[dict[str, Any]]
    reader: Telling
    explained: bool = False

    def data(self) -> dict[str, Any]:
        """The game as plain JSON data."""
        found = {
            "players": list(self.players),
            "game": self.recorded.entry.game,
            "outcome": outcome_data(self.outcome),
            "events": self.events,
        }
        return {**found, "decisions": self.reader.decisions} if self.explained else found

    def check(self) -> str:
        """A sentence that confirms that the replay equals the recorded game.

        Raises StateMismatch if it differs.
        """
        try:
            return compare(self.recorded, self.outcome)
        except StateMismatch as mismatch:
            raise StateMismatch(f"{mismatch}{self._parting()}") from None

    def _parting(self) -> str:
        """A sentence on the first recorded event that differs, or '' if none does."""
        rows, teller, now = self.recorded.events(), self.reader.teller, self.reader.moments
        then = teller.retold(rows) if teller else []
        first = parting([one.key for one in then], [one.key for one in now]) if then else None
        if first is None:
            return ""
        at = (then if first < len(then) else now)[first]
        told = [f'"{side[first].text}"' if first < len(side) else "nothing more" for side in (then, now)]
        return (
            f" The first difference is event {first}, in {when(at.round, at.phase)}: recorded was {told[0]}, "
            f"now comes {told[1]}."
        )


def replay(
    run: str | Path,
    game: int,
    folders: Sequence[Path] = (),
    recorded_strategies: bool = False,
    part: Excerpt | None = None,
    explain: str = "",
    *,
    tell: Callable[[str], None] = lambda line: None,
    notice: Callable[[str], None] = lambda line: None,
    board: Path | None = None,
    html: Path | None = None,
) -> Replayed:
    """Replay game number `game` of a run, and narrate a part of it line by line.

    `notice` gets the reasons why the game may differ. `board` is a file for a picture of the end of that
    part. `html` is a file for a page on which you can watch the whole game. `explain` selects the seats whose
    decisions are explained (`explained_seats`). A void game is narrated up to its fault.
    """
    form = form_of(board) if board else ""
    recorded = game_of(run, game, folders, recorded_strategies)
    for words in recorded.notices:
        notice(words)
    name = f"{Path(run).name}, game {game}"
    watched = Watched(html, name, f"replay, variant {recorded.variant.name}") if html else None
    reader = Telling(
        tell, part or Excerpt(), form, f"game {game} of {Path(run).name}", watched, recorded.game.title
    )
    explained = explained_seats(explain, recorded.names) if explain else ()
    outcome = sitting_of(recorded, recorded.stopped, explained).play(reader)
    files.put_all(reader.files(board))
    return Replayed(recorded, reader.players or recorded.names, outcome, reader.events, reader, bool(explain))


def sitting_of(recorded: RecordedGame, clock: bool, explained: tuple[int, ...] = ()) -> Sitting:
    """The definition of a recorded game. `clock` keeps the run's time limit for decisions.

    The decisions of the `explained` seats are narrated with their reasons.
    """
    return Sitting(
        recorded.game, recorded.variant, recorded.names, recorded.makers, recorded.entry.deal_key,
        recorded.entry.seat_keys(), recorded.entry.game, recorded.decision_seconds if clock else None,
        explained=explained, files=recorded.files,
    )  # fmt: skip


def compare(recorded: RecordedGame, outcome: Outcome) -> str:
    """A sentence that confirms that a game equals the recorded one. Raises StateMismatch if it differs."""
    row = recorded.row
    if row is None:
        return "This game of the run is not stored, so there is nothing to compare it with."
    stored = row["void"] or row["digest"]
    found = outcome.void or outcome.digest
    if stored in UNSURE:
        how = f"{found} ({outcome.fault})" if outcome.void else found
        return f"The recorded game {UNSURE[stored]}, so it may differ; the replay gave {how}."
    if stored != found:
        raise StateMismatch(
            f"game {recorded.entry.game}: recorded was {stored}, but the replay gave {found}; the engine or "
            "a strategy has changed since the run was played."
        )
    return f"The same game as recorded ({stored})."
