"""Observation of a session's games (kernel.telling): their coverage, and a check of laws (invariants)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from marchsim.kernel.columns import Watcher

MOST_FAULTS = 5
HAPPENED = "kinds of event"


class Inspection(Watcher):
    """The parts that the inspectors of all games share.

    A game defines `note`, which records the things in an event, and `broken`, which checks the laws.

    `names` has the name of each kind of event. An event of kind `setup` begins a game. Laws are checked
    after events of the kinds in `checked`. Coverage counts things of these `kinds`.
    """

    def __init__(
        self, names: Mapping[int, str], setup: int, checked: Collection[int], kinds: Sequence[str], laws: bool
    ) -> None:
        self.event_names = {kind: name.replace("_", " ") for kind, name in names.items()}
        self.setup, self.checked, self.kinds = setup, checked, (*kinds, HAPPENED)
        self.laws = laws
        self.faults: list[str] = []
        self.found: dict[str, set[str]] = {}
        self.number = 0

    def note(self, kind: int, seat: int, a: int, b: int) -> None:
        """Record the things in an event that coverage counts."""

    def round_now(self) -> int:
        """The round of the game in progress."""
        raise NotImplementedError

    def broken(self, kind: int) -> list[str]:
        """The laws that the game in progress breaks after an event of this kind, in words."""
        raise NotImplementedError

    def happenings(self, impossible: Iterable[int] = ()) -> tuple[str, ...]:
        """The names of the kinds of events, except the `impossible` ones."""
        never = {*impossible}
        return tuple(name for kind, name in self.event_names.items() if kind not in never)

    def seen(self) -> Mapping[str, frozenset[str]]:
        """The names of the things that occurred in the last game, by kind."""
        return {kind: frozenset(names) for kind, names in self.found.items()}

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Record an event. If its kind is in `checked`, check the laws."""
        if kind == self.setup:
            self.number, self.faults = 0, []
            self.found = {name: set() for name in self.kinds}
        self.found[HAPPENED].add(self.event_names[kind])
        self.note(kind, seat, a, b)
        if self.laws and kind in self.checked and len(self.faults) < MOST_FAULTS:
            wrong = self.broken(kind)
            if wrong:
                self.faults.append(f"round {self.round_now()}, event {self.number}: {'; '.join(wrong)}")
        self.number += 1
