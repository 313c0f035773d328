"""Dice Race: a complete game, to read before writing one's own (docs/howto/new-game.md goes through it).

Each round every player rolls (0-5 points) or rests (2 points); the highest score wins. A card is dealt to
each: `boots` add a point to a roll. With `storm` (preset `coop`) the players race the Storm together: it has
`storm` points and 0-9 more, and they win if the last of them has as many. Who rests all the time has 8
points, so such players win (9 - storm) of 10 deals. `toy_told` beside this file has the game's words and its
scenarios. The program is tested with this game wherever March of the Ants would be too slow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from marchsim.errors import ComponentsError, ConfigError, StrategyError, nearest
from marchsim.kernel.columns import Events, Rows, Watcher
from marchsim.kernel.game import Column, Outcome, Session, StrategySource, Table, Variant
from marchsim.kernel.numbers import Weight
from marchsim.kernel.showing import Page, Profile, Scenario, Sheet
from marchsim.kernel.table import Fault, Seat
from marchsim.kernel.table import Table as Desk
from marchsim.kernel.telling import Audience, Teller
from marchsim.tabletop import sessions
from marchsim.tabletop.players import class_checks, loading
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.rules import overlays
from marchsim.tabletop.rules.overlays import Preset, chosen, rules_of
from marchsim.tabletop.rules.parameters import PROGRAM, Book, Rules, number
from marchsim.tabletop.telling import rules as sheets
from marchsim.tabletop.telling.narrator import events_of

# 1. Rules and components: what can be turned, and what lies in the box ----------------------------
BOOK = Book({
    "The race": (
        number("rounds", 4, 1, 50, "RACE-01", "rounds of a race"),
        number("rest_points", 2, 0, 9, "RACE-02", "points of a rest"),
        number("decisions_most", 1000, 1, 10_000, "", "decisions after which a race is void", PROGRAM),
    ),
    "The Storm": (number("storm", 0, 0, 200, "STORM-01", "points of the Storm (0: there is none)"),),
})  # fmt: skip
PRESETS = {preset.name: preset for preset in (
    Preset("standard", "the race", {}, (1, 5)),
    Preset("short", "a race of two rounds", {"rounds": 2}, (1, 5)),
    Preset("coop", "everybody together against the Storm", {"storm": 6}, (1, 5), ("STORM-01",)),
)}  # fmt: skip
CARDS = ("boots", "map", "rope")
KEYS = ("preset", "rules", "cards")
COLOURS = ("red", "yellow", "black", "blue", "purple")


@dataclass
class ToyVariant:
    """Rules and cards of one variant (kernel.game.Variant)."""

    name: str
    preset: str
    rules: Rules
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        self.opponent = "the Storm" if self.rules.values["storm"] else ""
        self.fingerprint = overlays.fingerprint(self.resolved())

    def resolved(self) -> dict[str, Any]:
        """Return all that makes the variant; neither name nor preset is part of it."""
        return {"rules": self.rules.human(), "cards": list(self.cards)}

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
        source = {"fields": 1, **overlays.count_provenance(["assumed"])}
        return [{"id": card, "cost": at, "sites": ["F"] * at, **source} for at, card in enumerate(self.cards)]

    def provenance(self) -> dict[str, int]:
        """Return where the numbers come from: no rulebook prints a card's cost."""
        return overlays.count_provenance(["assumed"] * len(self.cards))


def resolve(name: str, preset: str, given: Sequence[overlays.Overlay]) -> ToyVariant:
    """Return a preset with overlays over it, in order; a card of an overlay is added, or taken out."""
    for source, overlay in given:
        overlays.check_keys(source, overlay, KEYS, BOOK.parameters)
    combination, origin = chosen(PRESETS, preset, given)
    rules, cards = rules_of(BOOK, PRESETS, combination, origin), list(CARDS)
    for source, overlay in given:
        rules = rules.overlaid(source, overlay.get("rules", {}))
        for card, entry in overlays.entries(source, overlay, "cards"):
            if entry.get("enabled", True):
                cards.append(card)
            elif card in cards:
                cards.remove(card)
            else:
                raise ComponentsError(f"{source}: cards.{card}: unknown.{nearest(card, cards)}")
    return ToyVariant(name, combination, rules, tuple(sorted(set(cards))))


# 2. Strategies: what a seat may see, and how it answers -------------------------------------------
@dataclass(frozen=True)
class View:
    """What a seat sees when it is asked: the round (from 0), all scores, its own score and card."""

    round: int
    scores: tuple[int, ...]
    score: int
    card: str


class ToyStrategy:
    """Base class of the strategies; `rng` is the strategy's own chance, `bold` a parameter.

    A strategy that can be tuned names its `weights`.
    """

    weights: Mapping[str, float] = {}
    rng = Random(0)  # the table gives each player one of its own

    def __init__(self) -> None:
        self.bold = 0.5

    def weight(self, name: str, turn: int = 0) -> float:
        """Return a weight in a turn (from 0)."""
        value = self.weights[name]
        return value[min(turn, len(value) - 1)] if isinstance(value, list) else value

    def choose(self, view: View) -> int:
        """Return 0 to roll, 1 to rest."""
        return 0


KIND = StrategyKind(ToyStrategy, hooks=("choose",), asked=())
OPTIONS = (("roll",), ("rest",))


HERE = (Path(),)  # the working folder, for strategies that a manifest names


def script(body: str, name: str = "Script") -> str:
    """Return the text of a strategy file whose `choose` has this body."""
    seen = "turn, score = view.round, view.score"
    lines = "\n".join(f"        {line}" for line in (seen, *body.splitlines()))
    head = "import os, time\nfrom tests.toy import ToyStrategy\n\n\n"
    return f"{head}class {name}(ToyStrategy):\n    def choose(self, view):\n{lines}\n"


class RaceSeat(Seat):
    """A seat with a strategy: puts the question to it, and refuses what is no answer."""

    def __init__(self, race: Race, number: int, mind: ToyStrategy) -> None:
        self.race, self.number, self.mind = race, number, mind

    def answer(self, question: int) -> int:
        """Return the index of an option."""
        answer = self.mind.choose(self.race.view(self.number))
        if answer not in (0, 1) or isinstance(answer, bool):
            raise Fault("answer", f"answered {answer!r}", self.number)
        return answer


# 3. The engine: asks at the desk, records each event as it happens --------------------------------
E_DEAL, E_ROUND, E_ROLL, E_REST, E_STORM = range(5)
KINDS = {E_DEAL: "deal", E_ROUND: "round", E_ROLL: "roll", E_REST: "rest", E_STORM: "storm"}


class Race:
    """One race; all chance of the table comes from the key of the deal (`dice` is what falls, if given)."""

    def __init__(self, variant: ToyVariant, players: int, deal_key: int, dice: Sequence[int] = ()) -> None:
        self.rules, self.cards = variant.rules.values, variant.cards
        self.desk = Desk([], self.rules["decisions_most"])
        self.events = Events()
        self.round = 0
        self.scores = [0] * players
        self.chance, self.deal_key, self.dice = Random(deal_key), deal_key, list(dice)
        self.hand = [self.chance.randrange(len(self.cards)) for _ in range(players)]
        self.storm: int | None = None

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        return View(self.round, tuple(self.scores), self.scores[seat], self.cards[self.hand[seat]])

    def play(self) -> None:
        """Play from the deal to the end."""
        for seat, card in enumerate(self.hand):
            self.events.add(E_DEAL, seat, card, 0, 0, 0)
        for at in range(self.rules["rounds"]):
            self.play_round(at)
            self.events.end_round()
            self.ended()
        if self.rules["storm"]:
            self.storm = self.rules["storm"] + Random(self.deal_key ^ 1).randrange(10)
            self.events.add(E_STORM, -1, self.storm, 0, 0, 0)
            self.events.end_round()

    def play_round(self, at: int) -> None:
        """Let every player roll or rest (RACE-01)."""
        self.round = at
        self.events.add(E_ROUND, -1, at + 1, 0, 0, 0)
        for seat in range(len(self.scores)):
            self.desk.open(seat, 0, 0, 0)
            for choice in range(len(OPTIONS)):
                self.desk.offer(choice)
            if self.desk.choose(seat, 0):
                kind, gain = E_REST, self.rules["rest_points"]  # RACE-02
            else:
                kind, gain = E_ROLL, self.roll() + (self.cards[self.hand[seat]] == "boots")
            self.scores[seat] += gain
            self.events.add(kind, seat, gain, 0, 0, 0)

    def roll(self) -> int:
        """Return what a die shows."""
        return self.dice.pop(0) if self.dice else self.chance.randrange(6)

    def ended(self) -> None:
        """Hear that a round has ended; a session keeps its rows."""


# 4. The session: one worker's table, and the rows that it keeps -----------------------------------
def tables(variant: ToyVariant, record: str) -> tuple[Table, ...]:
    """Describe what a session keeps; with "events" all that happened, too."""
    game, seat = Column("game", "i64", "game"), Column("seat", "i8", "seat", null=-1)
    boon = Column("boon", "str", "boon", labels=(*CARDS, "x", "y"))
    card = Column("card", "str", "card", labels=variant.cards)
    played = Column("played", "i8", "played", null=-1)
    score, round_ = Column("score", "i16", "score", "points"), Column("round", "i8", "round")
    kept = [
        Table("seats", "", (Column("luck", "i8", "luck"), boon), ()),
        Table("rounds", "Rounds.", (game, round_, seat, score), ("game", "round", "seat")),
        Table("cards", "Cards.", (game, seat, card, played), ("game", "seat")),
    ]
    if record == "events":
        kind = Column("kind", "str", "what happened", labels=tuple(KINDS.values()))
        event, value = Column("event", "i32", "number"), Column("a", "i16", "card, round or points")
        kept.append(Table("events", "Events.", (game, event, kind, seat, value), ("game", "event")))
    return tuple(kept)


def keep(rows: Rows, *row: int) -> None:
    """Add a row to a table."""
    values = rows.room()
    for place, value in enumerate(row, rows.count):
        values[place] = value
    rows.keep()


class ToySession:
    """Plays races and keeps their rows (kernel.game.Session); a strategy's failure makes a void outcome."""

    def __init__(self, variant: ToyVariant, players: int, record: str) -> None:
        self.variant, self.count = variant, players
        self.rows = {table.name: Rows(len(table.columns)) for table in tables(variant, record)}
        self.watcher: Watcher | None = None
        self.race: Race | None = None
        self.game = -1

    def position(self) -> tuple[int, int]:
        """Return (game id, decisions so far)."""
        return self.game, self.race.desk.decisions if self.race else 0

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game."""
        race = self.race = Race(self.variant, self.count, deal_key)
        self.game, before = game_id, {name: rows.count for name, rows in self.rows.items()}
        race.events.watcher = self.watcher
        race.ended = lambda: self.round_ended(race)  # type: ignore[method-assign]
        for seat, (mind, key) in enumerate(zip(strategies, seat_keys, strict=True)):
            assert isinstance(mind, ToyStrategy)
            mind.rng = Random(key)
            race.desk.seats.append(RaceSeat(race, seat, mind))
        try:
            race.play()
        except BaseException as error:
            for name, rows in self.rows.items():
                rows.cut(before[name])
            told = Fault("error", f"{type(error).__name__}: {error}", race.desk.asking)
            fault = error if isinstance(error, Fault) else told
            decisions = race.desk.decisions
            return Outcome(
                (), (), 0, 0, 0, decisions, "", void=fault.reason, fault=fault.message, fault_seat=fault.seat
            )
        self.finished(race)
        return outcome(race)

    def round_ended(self, race: Race) -> None:
        """Keep the scores of a round."""
        for seat, score in enumerate(race.scores):
            keep(self.rows["rounds"], self.game, race.round, seat, score)

    def finished(self, race: Race) -> None:
        """Keep what a finished game leaves."""
        for seat, score in enumerate(race.scores):
            keep(self.rows["seats"], score % 7, seat)
            keep(self.rows["cards"], self.game, seat, race.hand[seat], -1 if seat else 1)
        if "events" in self.rows:
            for number, event in enumerate(events_of(race.events.rows)):
                keep(self.rows["events"], self.game, number, *event[:3])

    def take(self) -> dict[str, Any]:
        """Return and forget the rows."""
        return sessions.taken(self.rows)


def outcome(race: Race) -> Outcome:
    """Return how a race ended: the highest score wins, or all together as many as the Storm has."""
    scores, best = race.scores, max(race.scores)
    winners = sum(1 << seat for seat, score in enumerate(scores) if score == best)
    margin, decided_by = None, "score"
    if race.storm is not None:
        margin = min(scores) - race.storm
        winners = (1 << len(scores)) - 1 if margin >= 0 else 0
        decided_by = "players" if winners else "storm"
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    rounds, asked = race.rules["rounds"], race.desk.decisions
    return Outcome(
        tuple(scores), ranks, winners, rounds, asked, asked, race.events.digest(),
        tuple(race.events.digests), decided_by, opponent=race.storm, margin=margin,
    )  # fmt: skip


# 5. The game's door: what the rest of the program sees --------------------------------------------
class ToyGame:
    """The toy as kernel.game.Game, and its abilities (kernel.showing, kernel.telling)."""

    name = "toy"
    title = "Dice Race"
    watchable = True
    overlay_keys = KEYS[1:]
    kinds = ("cards",)
    kind = KIND

    def variant(self, name: str, preset: str, overlays: Sequence[overlays.Overlay]) -> ToyVariant:
        """Resolve a preset and overlays."""
        return resolve(name, preset, overlays)

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """Describe what sessions keep."""
        return tables(own(variant), record)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Make a session."""
        return ToySession(own(variant), players, record)

    def strategy_class(self, source: StrategySource) -> type:
        """Compile a strategy's file and find its class."""
        return loading.strategy_class(KIND, source)

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """Return what makes a fresh strategy for each game; wrong parameters are told now."""
        for key in parameters:
            if key not in ("bold", "weights"):
                raise StrategyError(f"{cls.__name__}: unknown parameter {key!r}.{nearest(key, ['bold'])}")
        known: Mapping[str, Any] = getattr(cls, "weights", {})
        for name in parameters.get("weights", {}):
            if name not in known:
                raise StrategyError(f"{cls.__name__}: there is no weight {name!r}.{nearest(name, known)}")

        def make() -> object:
            mind = cls()
            for key, value in parameters.items():
                setattr(mind, key, {**known, **value} if key == "weights" else value)
            return mind

        return make

    # abilities: each may be missing, and the verb that needs it says so
    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """Return what tells the games of a session: play, replay, difference."""
        from tests.toy_told import Commentary

        assert isinstance(session, ToySession)
        return Commentary(session, strategies, audience)

    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """Return the cards as rows: components --json."""
        found = [row for row in own(variant).items() if name in ("", row["id"])]
        if not found:
            raise ConfigError(f"there is no card {name!r}.{nearest(name, own(variant).cards)}")
        return found

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """Return the cards for a reader: components."""
        rows = [(row["id"], str(row["cost"])) for row in self.component_rows(variant, kind, name)]
        return [Sheet("Cards", {"Card": "left", "Cost": "right"}, rows)]

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """Return the parameters as rows: rules --json."""
        return [sheets.row(own(variant).rules, known) for known in BOOK.named(name)]

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """Return the parameters for a reader: rules."""
        return sheets.page(own(variant).rules, list(PRESETS.values()), name, changes)

    def profile(self, source: StrategySource) -> Profile:
        """Return what a strategy is made of: strategies FILE."""
        return class_checks.profile(KIND, self.strategy_class(source), ToyStrategy)

    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """Return the weights that a strategy names, in tenths, by turn: tune."""
        named = getattr(self.strategy_class(source), "weights", {})
        turns = own(variant).rules.values["rounds"]
        return tuple(
            Weight(name, by_turn(value, turns), -9.0, 9.0, 1, 1.0, name[0])
            for name, value in {**named, **parameters.get("weights", {})}.items()
        )

    def weighed(self, parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
        """Return parameters with these weights, as lists by turn."""
        weights = {**parameters.get("weights", {}), **{name: list(value) for name, value in values.items()}}
        return {**parameters, "weights": weights}

    def new_strategy(self, name: str) -> tuple[str, str]:
        """Return a file to start from: new strategy."""
        named = loading.named(name)
        return named.file, script("return int(score > 6)  # 0 rolls, 1 rests", named.class_name)

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """Return an overlay to fill in: new overlay."""
        if assumed:
            raise ConfigError("--assumed: no number of the cards of Dice Race can be set; leave it out.")
        mine = own(variant)
        return overlays.rules_overlay(BOOK, "# Rules of Dice Race.\n", mine.preset, mine.rules.values)

    def scenario(self, path: Path, table: Mapping[str, Any]) -> Scenario:
        """Return the scenario of a file: scenario."""
        from marchsim.tabletop.scenarios import file
        from tests.toy_told import Stage

        return file.parse(table, str(path), KEYS, Stage)


def by_turn(value: float | list[float], turns: int) -> tuple[float, ...]:
    """Return a weight of each turn; the last of a list holds for those after it."""
    listed = value if isinstance(value, list) else [value]
    return tuple(listed[min(turn, len(listed) - 1)] for turn in range(turns))


def own(variant: Variant) -> ToyVariant:
    """Return a variant as one of this game."""
    assert isinstance(variant, ToyVariant)
    return variant


TOY = ToyGame()
