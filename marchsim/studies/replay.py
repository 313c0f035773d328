"""Replay a recorded game, narrate all or part of it, and compare it with its record.

`difference` plays one deal under two rule sets: the rules that differ, and the first event that differs. The
same strategies play the same seats with the same random keys. Events are compared by their text, so a card
whose numbers changed still counts as the same card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marchsim import files
from marchsim.analysis.variants import differences
from marchsim.analysis.variants.differences import ChangedValue
from marchsim.errors import ConfigError, StateMismatch
from marchsim.games import lacking
from marchsim.kernel.game import Outcome, Variant
from marchsim.kernel.telling import Moment, Narrated
from marchsim.runner.configuration import config
from marchsim.runner.replay import RecordedGame, game_of, rules_of
from marchsim.studies.sitting import (
    Excerpt,
    Keeping,
    Sitting,
    Telling,
    Watched,
    explained_seats,
    form_of,
    outcome_data,
    parting,
    when,
)

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


BEFORE = 3  # events told before the first difference, and of each side from there on


@dataclass(frozen=True)
class Side:
    """The game under one rule set, with its label, all its events and its outcome."""

    label: str
    moments: list[Moment]
    outcome: Outcome
    ending: list[str]

    def result(self) -> tuple[Any, ...]:
        """The outcome of the game, except for the records made by its strategies."""
        o = self.outcome
        return (o.void, o.fault, o.scores, o.ranks, o.winners, o.opponent)

    def data(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "label": self.label, "events": len(self.moments), "outcome": outcome_data(self.outcome),
        }  # fmt: skip


@dataclass(frozen=True)
class GameDifference:
    """Two games of one deal, with the rules that differ, and `first`, the first event that differs.

    `first` is None if all events are equal. One side may have ended before `first`.
    """

    recorded: RecordedGame
    players: tuple[str, ...]
    rules: list[ChangedValue]
    left: Side
    right: Side
    first: int | None

    @property
    def equal(self) -> bool:
        """Whether both games had the same events and the same outcome."""
        return self.first is None and self.left.result() == self.right.result()

    def data(self) -> dict[str, Any]:
        """The difference as plain JSON data."""
        first = None
        if self.first is not None:
            first = {"number": self.first, "round": self.at().round, "phase": self.at().phase}
            for name, side in self.sides():
                first[name] = side.moments[self.first].row if self.first < len(side.moments) else None
        return {
            "game": self.recorded.entry.game,
            "players": list(self.players),
            "equal": self.equal,
            "rules": [change.data() for change in self.rules],
            "first": first,
            **{name: side.data() for name, side in self.sides()},
        }

    def sides(self) -> tuple[tuple[str, Side], tuple[str, Side]]:
        """Both sides, each with its key in `data`."""
        return ("left", self.left), ("right", self.right)

    def at(self) -> Moment:
        """The first event that differs, or the last event of the longer game if all are equal."""
        for side in (self.left, self.right):
            if self.first is not None and self.first < len(side.moments):
                return side.moments[self.first]
        return max(self.left.moments, self.right.moments, key=len)[-1]

    def lines(self) -> list[str]:
        """The difference as lines of text."""
        told = [f"Game {self.recorded.entry.game}: {', '.join(self.players)}."]
        told.append(f"Left: {self.left.label}. Right: {self.right.label}.")
        if self.rules:
            words = differences.lines(self.rules, within=self.recorded.variant.resolved())
            told += ["What differs between the rules:", *(f"  {line}" for line in words)]
        else:
            told.append("Their rules are the same.")
        if self.equal:
            events = len(self.left.moments)
            return [*told, f"The games are equal: {events} events, and the same result.", *self.left.ending]
        if self.first is None:
            told.append(f"The same {len(self.left.moments)} events happen, but the result differs.")
        else:
            told += self._parting(self.first)
        for name, side in self.sides():
            told += [f"  {name}: {line}" for line in side.ending]
        return told

    def _parting(self, first: int) -> list[str]:
        at = self.at()
        told = [f"The first difference is event {first}, in {when(at.round, at.phase)}:"]
        told += [f"  {m.number:>7}  {m.text}" for m in self.left.moments[max(0, first - BEFORE) : first]]
        for name, side in self.sides():
            here = [moment.text for moment in side.moments[first : first + BEFORE]]
            told += [f"  {label:>7}  {text}" for label, text in zip([name, "", ""], here, strict=False)]
            if not here:
                told.append(f"  {name:>7}  (the game has ended)")
        return told


def difference(
    run: str | Path,
    game: int,
    rules: Sequence[str | Path] = (),
    against: str | Path | None = None,
    variant: str = "",
    folders: Sequence[Path] = (),
    recorded_strategies: bool = False,
    *,
    notice: Callable[[str], None] = lambda line: None,
) -> GameDifference:
    """Replay game number `game` of a run, play it again under other rules, and compare the two.

    The other rules are those of the run with the overlays `rules` on top, or those of the run `against`. If
    that run has several variants, `variant` names one.
    """
    if (against is None) == (not rules):
        raise ConfigError("give either --rules FILE or --against RUN2 for the second game of the deal.")
    if variant and against is None:
        raise ConfigError("--variant: works only with --against RUN2; leave it out.")
    recorded = game_of(run, game, folders, recorded_strategies)
    for words in recorded.notices:
        notice(words)
    if not isinstance(recorded.game, Narrated):
        how = lacking(recorded.game, Narrated)
        raise ConfigError(f"{recorded.game.title} has no words, so its games cannot be compared; {how}.")
    if against is None:
        label = " with ".join([_named(run, recorded.variant), ", ".join(str(path) for path in rules)])
        other = overlaid(recorded, rules)
    else:
        other = rules_of(against, recorded.game, recorded.variant.name, variant)
        label = _named(against, other)
    if refusal := other.refusal(len(recorded.makers)):
        raise ConfigError(f"{label}: {refusal}")
    sitting = sitting_of(recorded, clock=True)
    left, players = _side(sitting, _named(run, recorded.variant))
    row = recorded.row
    if row is not None and (row["void"] or row["digest"]) != (left.outcome.void or left.outcome.digest):
        notice(f"game {game} now differs from the recorded one; both sides were played now")
    right, _ = _side(replace(sitting, variant=other), label)
    found = differences.changes(recorded.variant.resolved(), other.resolved())
    keys = ([moment.key for moment in side.moments] for side in (left, right))
    return GameDifference(recorded, players, found, left, right, parting(*keys))


def overlaid(recorded: RecordedGame, rules: Sequence[str | Path]) -> Variant:
    """The variant of a recorded game with more overlay files. A preset in them replaces the variant's."""
    recipe = recorded.recipe
    overlays = config.read_overlays(rules, recorded.game.name)
    below = recipe.overlays
    if any("preset" in overlay for _, overlay in overlays):
        below = tuple(
            (source, {key: value for key, value in overlay.items() if key != "preset"})
            for source, overlay in below
        )
    return recorded.game.variant(recipe.name, recipe.preset, (*below, *overlays))


def _side(sitting: Sitting, label: str) -> tuple[Side, tuple[str, ...]]:
    reader = Keeping()
    outcome = sitting.play(reader)
    return Side(label, reader.moments, outcome, reader.ending), reader.players


def _named(run: str | Path, variant: Variant) -> str:
    return f"{run} (variant {variant.name})"
