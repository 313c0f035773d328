"""Dice Race for a reader: its words for what happens, a person at a terminal, and scenarios (see `toy`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from marchsim.errors import ConfigError, RecordError, ScenarioError
from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment, Terminal
from marchsim.tabletop.checking import Place
from marchsim.tabletop.drawing import Circle, Paint
from marchsim.tabletop.naming import fit, player_names
from marchsim.tabletop.scenarios import answers, file
from marchsim.tabletop.scenarios.answers import Question, Script, ScriptSeat
from marchsim.tabletop.telling.asker import Asker, numbered
from marchsim.tabletop.telling.narrator import Chronicle, Event, Language, Narrator, events_of
from marchsim.tabletop.watching import scene
from tests.toy import (
    COLOURS,
    E_DEAL,
    E_REST,
    E_ROLL,
    E_ROUND,
    E_STORM,
    KINDS,
    OPTIONS,
    Race,
    ToySession,
    ToyStrategy,
    View,
    resolve,
)

PAINT, INK = "#eeeeee", "#000000"


# 6. Telling: the words for what happens -----------------------------------------------------------
def narrator(players: Sequence[str], cards: Sequence[str]) -> Narrator:
    """Return what tells the events of a race between these players."""
    sentences: dict[int, Callable[[str, int], str]] = {
        E_DEAL: lambda who, card: f"{who} is dealt {cards[card]}",
        E_ROUND: lambda who, number: f"Round {number}",
        E_ROLL: lambda who, gain: f"{who} rolls and gains {gain}",
        E_REST: lambda who, gain: f"{who} rests and gains {gain}",
        E_STORM: lambda who, points: f"The Storm has {points}",
    }
    return Narrator(Language(
        KINDS, {E_DEAL: "c", E_ROUND: "n", E_ROLL: "n", E_REST: "n", E_STORM: "n"},
        who=lambda seat: players[seat] if seat >= 0 else "",
        say=lambda letter, values: cards[values[0]] if letter == "c" else str(values[0]),
        sentence=lambda event: sentences[event[0]](players[event[1]], event[2]),
        vocabulary=lambda: (*players, *cards),
        constant={"c": lambda card: cards[card]},
        levels={E_ROUND: 0, E_DEAL: 1, E_STORM: 0}, opening=(E_ROUND,),
    ))  # fmt: skip


class Person(ToyStrategy):
    """Answers by what a person types."""

    def __init__(self, asker: Asker) -> None:
        super().__init__()
        self.asker = asker

    def choose(self, view: View) -> int:
        """Show what is asked, and take an answer."""
        self.asker.tell([f"{self.asker.player}, you have {view.score} and {view.card}:", *numbered(OPTIONS)])
        return self.asker.answer(OPTIONS, {})


class Commentary(Watcher):
    """Tells the races of a session (kernel.telling.Teller)."""

    def __init__(self, session: ToySession, strategies: Sequence[str], audience: Audience) -> None:
        self.session, self.audience = session, audience
        self.players = player_names(strategies, COLOURS)
        self.chronicle = self.fresh()
        session.watcher = self

    def fresh(self) -> Chronicle:
        """Return what words the events of one game."""
        told = narrator(self.players, self.session.variant.cards)
        return Chronicle(told, ("race",), E_ROUND, secret=(E_DEAL,))

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Tell an event; a round begins with how the last one left everybody."""
        if kind == E_ROUND:
            self.round_over()
        self.audience.happened(self.chronicle.moment((kind, seat, a, b, c, d)))

    def round_over(self) -> None:
        """Tell how everybody stands."""
        assert self.session.race is not None
        scores = zip(self.players, self.session.race.scores, strict=True)
        told = ", ".join(f"{player} {score}" for player, score in scores)
        self.audience.round_over(self.chronicle.round, [f"  {told}", ""] if self.chronicle.round else [""])

    def over(self, outcome: Outcome) -> list[str]:
        """Return how the game ended."""
        if outcome.void:
            return [f"The race is void ({outcome.void}): {outcome.fault}"]
        self.round_over()
        winners = [name for seat, name in enumerate(self.players) if outcome.winners >> seat & 1]
        return [f"{' and '.join(winners) or 'The Storm'} won.", f"Digest {outcome.digest}."]

    def explain(self, seats: Sequence[int]) -> None:
        """Refuse: these strategies do not rate their options."""
        raise ConfigError("--explain: the strategies of Dice Race give no reasons; leave it out.")

    def person(self, seat: int, terminal: Terminal) -> object:
        """Return a strategy by which a person plays a seat."""
        return Person(Asker(terminal, seat, self.players[seat]))

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """Return what happened in a recorded game."""
        numbers, chronicle = {name: kind for kind, name in KINDS.items()}, self.fresh()
        try:
            return [chronicle.moment((
                numbers[row["kind"]], -1 if row["seat"] is None else row["seat"], row["a"], 0, 0, 0,
            )) for row in events]  # fmt: skip
        except (KeyError, IndexError, TypeError):
            raise RecordError("an event of a recorded game makes no sense; it is damaged.") from None

    def scenery(self) -> scene.Scenery:
        """Return what stays the same for whoever watches (tabletop.watching): the card is secret."""
        paints = zip("RYKBP", ("#cc3311", "#ccbb44", "#bbbbbb", "#4477aa", "#aa3377"), strict=True)
        tones = [scene.Tone(letter, paint, "#000000", paint, paint) for letter, paint in paints]
        storms = scene.Landmark("storm", "storms", "s", (KINDS[E_STORM],))
        lists = (scene.Listing("card", secret=True),)
        return scene.Scenery((), lists, tones, landmarks=(storms,), opponent=self.session.variant.opponent)

    def look(self) -> scene.Look:
        """Return how the race stands: a stone for each player, as far as its points take it."""
        race = self.session.race
        assert race is not None
        stones = {}
        for seat, (name, score) in enumerate(zip(self.players, race.scores, strict=True)):
            stone = scene.Piece("stone", f"{score} points", (Circle((0.0, 0.0), 8, Paint(PAINT, INK)),))
            stones[str(seat)] = scene.Area(name, (20.0 * score, 20.0 * seat), (stone,))
        held = [
            scene.Holding(score, (), ((race.cards[card],),))
            for score, card in zip(race.scores, race.hand, strict=True)
        ]
        return scene.Look(stones, tuple(held), opponent=(race.storm or 0) if race.rules["storm"] else None)


# 7. Scenarios: a position, what is played in it, and what must hold -------------------------------
class Stage:
    """A race that stands as a position says: `players`, `dice` that fall, each player's card and score."""

    def __init__(self, scenario: file.Scenario) -> None:
        variant = resolve("scenario", "", [(scenario.source, scenario.overlay)])
        self.place = Place(scenario.source, "position", ScenarioError)
        players = scenario.position.get("players", ["red", "yellow"])
        self.script = Script(players, [])
        passing = [self.script.seat_of(self.place, "pass", name) for name in scenario.passing]
        self.script.passing = frozenset(passing)
        self.race = Race(variant, len(players), 0, scenario.position.get("dice", ()))
        for key, value in scenario.position.items():
            if key not in ("players", "dice"):
                seat = self.script.seat_of(self.place, key, key)
                self.race.hand[seat] = variant.cards.index(self.place.word(key, value, variant.cards))
        ask = Question("choose", OPTIONS)
        for seat in range(len(players)):
            self.race.desk.seats.append(ScriptSeat(self.script, seat, lambda question: ask))
        self.narrator = narrator(players, variant.cards)

    def perform(self, run: str) -> None:
        """Play a round, or the whole race."""
        word = self.place.word("run", run, ("round", "race"))
        self.race.play() if word == "race" else self.race.play_round(self.race.round)

    def expect(self, wanted: Mapping[str, Any]) -> None:
        """Compare scores by player, and `events` by their short forms."""
        for key, value in wanted.items():
            if key == "events":
                known = self.narrator.vocabulary()
                answers.events(self.happened, known, self.place, key, value)
            else:
                seat = self.script.seat_of(self.place, key, key)
                answers.same(key, "score", value, self.race.scores[seat])

    def happened(self, text: str) -> int:
        """Return how many events there were with some words in their short form."""
        return sum(fit(text, [self.narrator.brief(event)]) > 0 for event in self.events())

    def events(self) -> list[Event]:
        """Return every event so far."""
        return list(events_of(self.race.events.rows))

    def lines(self) -> Sequence[str]:
        """Return what has happened, in sentences."""
        return [self.narrator.line(event) for event in self.events()]

    def rows(self) -> list[dict[str, Any]]:
        """Return what has happened as plain data."""
        return [self.narrator.row(event) for event in self.events()]
