"""A small dice race that fulfils the game protocol: running and recording are tested on it.

Each round every player asks a strategy whether to `roll` (0-5 points) or to `rest` (2 points). Cards are
dealt by the deal's key; holding `boots` adds a point a roll. It is plain Python, deterministic by its keys.

With `storm` (preset `coop`) the players race the Storm together: it has `storm` points and 0-9 more, drawn
once a deal, and they win if the last of them has as many. Who rests all the time has 8 points, so such
players win (9 - storm) of 10 deals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np

from marchsim.errors import ComponentsError, RulesError, StrategyError, nearest
from marchsim.kernel.game import Column, Outcome, Session, StrategySource, Table, Variant

RULES = {
    "rounds": (4, 1, 50), "rest_points": (2, 0, 9), "decisions_most": (1000, 1, 10_000), "storm": (0, 0, 200),
}  # fmt: skip
PRESETS: dict[str, dict[str, int]] = {"standard": {}, "short": {"rounds": 2}, "coop": {"storm": 6}}
CARDS = ("boots", "map", "rope")


class ToyStrategy:
    """Base class of the toy's strategies."""

    def __init__(self) -> None:
        self.rng = Random(0)
        self.bold = 0.5

    def choose(self, turn: int, score: int) -> int:
        """Return 0 to roll, 1 to rest."""
        return 0


def script(body: str, name: str = "Script") -> str:
    """Return the text of a strategy file whose `choose` has this body."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return f"import os, time\nclass {name}(ToyStrategy):\n    def choose(self, turn, score):\n{lines}\n"


class ToyVariant:
    """Rules and cards of one variant."""

    def __init__(self, name: str, preset: str, rules: dict[str, int], cards: tuple[str, ...]) -> None:
        self.name = name
        self.preset = preset
        self.rules = rules
        self.cards = cards
        self.opponent = "the Storm" if rules["storm"] else ""
        self.fingerprint = sha256(json.dumps(self.resolved(), sort_keys=True).encode()).hexdigest()

    def resolved(self) -> dict[str, Any]:
        """Return all that makes the variant."""
        return {"rules": self.rules, "cards": list(self.cards)}

    def players(self) -> tuple[int, int]:
        """Two to five, against the Storm one to five."""
        return (1 if self.opponent else 2), 5

    def refusal(self, players: int) -> str:
        """Name the range."""
        low, high = self.players()
        words = f"the race is for {low} to {high} players, not {players}."
        return "" if low <= players <= high else words

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """The dice are few."""
        return ("five players have to share dice",) if 5 in players else ()

    def items(self) -> list[dict[str, Any]]:
        """Return the cards."""
        return [{"id": card, "cost": at, "sites": ["F"] * at} for at, card in enumerate(self.cards)]

    def provenance(self) -> dict[str, int]:
        """Return where the numbers come from."""
        return {"assumed": len(self.cards)}


class ToySession:
    """Plays and keeps rows."""

    def __init__(self, variant: ToyVariant, players: int, tables: tuple[Table, ...]) -> None:
        self.variant = variant
        self.count = players
        self.tables = tables
        self.rows: dict[str, list[tuple[int, ...]]] = {table.name: [] for table in tables}
        self.at = (-1, 0)

    def position(self) -> tuple[int, int]:
        """Return game and decisions."""
        return self.at

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game."""
        kept = {name: len(rows) for name, rows in self.rows.items()}
        self.at = (game_id, 0)
        seat, kind = 0, ""
        rules = self.variant.rules
        dice = Random(deal_key)
        hand = [dice.randrange(len(self.variant.cards)) for _ in strategies]
        scores, events = [0] * self.count, [0]
        minds = [s for s in strategies if isinstance(s, ToyStrategy)]
        for mind, key in zip(minds, seat_keys, strict=True):
            mind.rng = Random(key)
        try:
            for turn in range(rules["rounds"]):
                for seat, mind in enumerate(minds):
                    self.at = (game_id, self.at[1] + 1)
                    if self.at[1] > rules["decisions_most"]:
                        return self._void(kept, "limit", "too many decisions", -1)
                    answer = mind.choose(turn, scores[seat])
                    if answer not in (0, 1) or isinstance(answer, bool):
                        return self._void(kept, "answer", f"answered {answer!r}", seat)
                    gain = rules["rest_points"] if answer else dice.randrange(6) + (hand[seat] == 0)
                    scores[seat] += gain
                    events.append(gain)
                    self._keep("events", (game_id, len(events) - 1, seat, answer, gain))
                for at in range(self.count):
                    self._keep("rounds", (game_id, turn, at, scores[at]))
        except BaseException as error:
            kind = f"{type(error).__name__}: {error}"
            return self._void(kept, "error", kind, seat)
        best = max(scores)
        for at in range(self.count):
            self._keep("seats", (scores[at] % 7, at))
            self._keep("cards", (game_id, at, hand[at], -1 if at else 1))
        winners = sum(1 << at for at in range(self.count) if scores[at] == best)
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        digest = sha256(repr((scores, events, hand)).encode()).hexdigest()[:32]
        opponent = margin = None
        decided_by = "score"
        if rules["storm"]:
            opponent = rules["storm"] + Random(deal_key ^ 1).randrange(10)
            margin = min(scores) - opponent
            winners = (1 << self.count) - 1 if margin >= 0 else 0
            decided_by = "players" if winners else "storm"
        return Outcome(
            tuple(scores), ranks, winners, rules["rounds"], len(events), self.at[1], digest,
            decided_by=decided_by, opponent=opponent, margin=margin,
        )  # fmt: skip

    def _keep(self, table: str, row: tuple[int, ...]) -> None:
        if table in self.rows:
            self.rows[table].append(row)

    def _void(self, kept: dict[str, int], kind: str, fault: str, seat: int) -> Outcome:
        for name, count in kept.items():
            del self.rows[name][count:]
        return Outcome((), (), 0, 0, 0, self.at[1], "", void=kind, fault=fault, fault_seat=seat)

    def take(self) -> dict[str, Any]:
        """Return and forget the rows."""
        arrays = {
            table.name: np.array(self.rows[table.name], dtype=np.int64).reshape(-1, len(table.columns))
            for table in self.tables
        }
        self.rows = {table.name: [] for table in self.tables}
        return arrays


class ToyGame:
    """The toy as the Game protocol."""

    name = "toy"
    title = "Dice Race"
    overlay_keys = ("rules", "cards")

    def variant(
        self, name: str, preset: str, overlays: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> ToyVariant:
        """Resolve the rules."""
        for _, overlay in overlays:
            preset = overlay.get("preset", preset)
        if preset not in PRESETS:
            raise RulesError(f"preset {preset!r} is unknown.")
        rules = {key: default for key, (default, _, _) in RULES.items()} | PRESETS[preset]
        cards = list(CARDS)
        for source, overlay in overlays:
            if not isinstance(overlay.get("rules", {}), Mapping):
                raise RulesError(f"{source}: rules: must be a table.")
            for key, value in overlay.get("rules", {}).items():
                if key not in RULES:
                    raise RulesError(f"{source}: rules.{key}: unknown.{nearest(key, RULES)}")
                _, low, high = RULES[key]
                if not isinstance(value, int) or not low <= value <= high:
                    raise RulesError(f"{source}: rules.{key}: {value!r} is outside {low} to {high}.")
                rules[key] = value
            for card, change in overlay.get("cards", {}).items():
                if change.get("enabled", True):
                    cards.append(card)
                elif card in cards:
                    cards.remove(card)
                else:
                    raise ComponentsError(f"{source}: cards.{card}: unknown.{nearest(card, cards)}")
        return ToyVariant(name, preset, rules, tuple(sorted(cards)))

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """Describe what sessions keep."""
        assert isinstance(variant, ToyVariant)
        game, seat = Column("game", "i64", "game"), Column("seat", "i8", "seat")
        boon = Column("boon", "str", "boon", labels=(*CARDS, "x", "y"))
        score = Column("score", "i16", "score", "points")
        card = Column("card", "str", "card", labels=variant.cards)
        played = Column("played", "i8", "played", null=-1)
        round_ = Column("round", "i8", "round")
        kept = [
            Table("seats", "", (Column("luck", "i8", "luck"), boon), ()),
            Table("rounds", "Rounds.", (game, round_, seat, score), ("game", "round", "seat")),
            Table("cards", "Cards.", (game, seat, card, played), ("game", "seat")),
        ]
        if record == "events":
            answer = Column("answer", "bool", "")
            columns = (game, Column("event", "i32", ""), seat, answer, Column("gain", "i16", ""))
            kept.append(Table("events", "Events.", columns, ("game", "event")))
        return tuple(kept)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Make a session."""
        assert isinstance(variant, ToyVariant)
        return ToySession(variant, players, self.tables(variant, record))

    def strategy_class(self, source: StrategySource) -> type:
        """Compile a source."""
        space: dict[str, Any] = {"ToyStrategy": ToyStrategy, "__name__": "toy_strategy"}
        try:
            exec(compile(source.text, source.origin, "exec"), space)  # noqa: S102  (a strategy is code)
        except Exception as error:
            raise StrategyError(f"{source.use}: cannot be loaded: {type(error).__name__}: {error}.") from None
        found = [c for c in space.values() if isinstance(c, type) and issubclass(c, ToyStrategy)]
        named = [c for c in found if c is not ToyStrategy and source.class_name in ("", c.__name__)]
        if len(named) != 1:
            raise StrategyError(f"{source.use}: {len(named)} strategies in it; name one as path.py:Class.")
        return named[0]

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """Make a factory."""
        for key in parameters:
            if key not in ("bold",):
                raise StrategyError(f"{cls.__name__}: unknown parameter {key!r}.{nearest(key, ['bold'])}")

        def make() -> object:
            mind = cls()
            for key, value in parameters.items():
                setattr(mind, key, value)
            return mind

        return make


TOY = ToyGame()
