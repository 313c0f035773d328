"""A position of Ant Wars rebuilt from the events of a game alone: they tell all that happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.tabletop.telling.narrator import Event


class Retold:
    """A position rebuilt from the events of a game alone. `at` has values by state vector and index."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.at: Counter[tuple[str, int]] = Counter()
        for event in events:
            self.hear(event)

    def hear(self, e: Event) -> None:
        """Apply an event."""
        kind, seat, a, b, c, d = e
        if kind in (w.E_FOUND, w.E_DROP, w.E_SPILL, w.E_TAKE):
            self.add("loose", b * w.AREAS + a, -c if kind == w.E_TAKE else c)
        if kind in (w.E_TAKE, w.E_LOOT, w.E_STORE, w.E_DROP):
            self.add("load", (seat * w.TYPES + b) * w.AREAS + a, c if kind in (w.E_TAKE, w.E_LOOT) else -c)
        if kind in (w.E_STOCK, w.E_STORE, w.E_LOOT, w.E_SPILL, w.E_PAY):
            self.add("stored", b * w.AREAS + a, c if kind in (w.E_STOCK, w.E_STORE) else -c)
        if kind == w.E_BRING:
            self.add("load", (seat * w.TYPES + c) * w.AREAS + a, -d)
            self.add("load", (seat * w.TYPES + c) * w.AREAS + b, d)
        elif kind == w.E_ANTS:
            self.add("minors" if b == w.MINOR else "majors", seat * w.AREAS + a, c)
        elif kind == w.E_MOVE:
            for name, n in (("minors", c), ("majors", d)):
                self.add(name, seat * w.AREAS + a, -n)
                self.add(name, seat * w.AREAS + b, n)
        elif kind in (w.E_QUEEN, w.E_MOVE_QUEEN):
            self.queen(e)
        elif kind == w.E_ANIMAL:
            self.add("gloomy" if b == w.GLOOMY else "spider", a, c)
        elif kind in (w.E_TILE, w.E_PUPAE, w.E_GATE, w.E_SPECIES, w.E_FALL, w.E_GONE):
            self.put(e)
        elif kind == w.E_SCENT:
            self.add("scent", a, (1 if b else -1) << seat)

    def add(self, name: str, at: int, n: int) -> None:
        """Add n to a value."""
        self.at[name, at] += n

    def queen(self, e: Event) -> None:
        """Record the place and life of a Queen."""
        kind, seat, a, b, c, _ = e
        number = seat * w.QUEENS + (b if kind == w.E_QUEEN else c)
        if kind == w.E_MOVE_QUEEN:
            self.add("queens", seat * w.AREAS + a, -1)
            self.add("queens", seat * w.AREAS + b, 1)
            return
        if self.at["queen_life", number] == 0 or c == 0:
            self.add("queens", seat * w.AREAS + a, 1 if c else -1)
        self.at["queen_life", number] = c

    def put(self, e: Event) -> None:
        """Set a value that an event states."""
        kind, seat, a, b, _, _ = e
        if kind == w.E_TILE:
            self.at["tile", a] = b
        elif kind == w.E_PUPAE:
            self.at["pupae", a] = b
        elif kind == w.E_SPECIES:
            self.at["species", seat] = a
        elif kind == w.E_GATE:
            self.at["gate", a] = b
        else:
            self.at["fell" if kind == w.E_FALL else "gone", seat] = a if kind == w.E_FALL else 1

    def differences(self, g: Play) -> list[str]:
        """The differences between the position of a game and the position rebuilt from its events."""
        s = g.s
        pairs: list[tuple[str, int, int, int]] = []
        for name in (
            "loose", "load", "stored", "minors", "majors", "queens", "queen_life", "gloomy", "spider",
            "pupae", "scent", "species", "fell", "gone",
        ):  # fmt: skip
            vector: Any = getattr(s, name)
            pairs += [(name, at, max(0, vector[at]), self.at[name, at]) for at in range(len(vector))]
        pairs += [
            ("tile", area, s.tile[area], self.at["tile", area])
            for area in range(g.board.foraging, g.board.areas)
        ]
        pairs += [
            ("gate", seat, s.open[seat], self.at["gate", g.board.gate[seat]]) for seat in range(s.players)
        ]
        return [f"{name} {at} is {found}, not {told}" for name, at, found, told in pairs if found != told]
