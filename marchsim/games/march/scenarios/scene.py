"""A scene: a position by names, in which parts of a game are played with answers from a list.

Scenario files and the tests of the rules play their positions here. Each decision needs an answer. If one is
missing or left over, Unmet is raised.

    s = Scene("players: red, black, blue; soil: red control, black food; red: food 1, larvae 3")
    s.action("march", by="red",
             answers=["2 x larva > soil", "soil.control > great-tunnel", "pass", "black: pass"])
    s.expect("soil: red control, red out, black food; great tunnel: red; red: food 0, larvae 1")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.errors import ScenarioError, nearest
from marchsim.games.march import words as w
from marchsim.games.march.engine import battle, horde, queen_phase, rounds, workers
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, settle
from marchsim.games.march.naming import (
    PLAIN,
    SYNONYMS,
    HexLook,
    Names,
    SeatLook,
    TableLook,
    hex_look,
    offered,
    question_name,
    seat_look,
    table_look,
)
from marchsim.games.march.rules.variant import OVERLAY_KEYS, TOGETHER, resolve
from marchsim.games.march.scenarios.expectations import check
from marchsim.games.march.scenarios.position import constants, flaws, lay_out, read, set_marker, set_phase
from marchsim.games.march.scenarios.reading import Sketch
from marchsim.games.march.table.assembly import Assembly, assemble
from marchsim.games.march.telling.events import narrator_of
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.tabletop.checking import Place, shown
from marchsim.tabletop.naming import fit, letters
from marchsim.tabletop.recording import RoundEnd
from marchsim.tabletop.scenarios import file
from marchsim.tabletop.scenarios.answers import (
    YES,
    Answer,
    Decision,
    Question,
    Script,
    ScriptSeat,
    Unmet,
    named,
    read_answers,
    split_text,
)
from marchsim.tabletop.scenarios.file import Scenario
from marchsim.tabletop.telling.narrator import Event, events_of

Answers = Iterable[str | Answer]
PLAIN_ACTIONS = (w.O_EXPLORE, w.O_MARCH, w.O_FORAGE, w.O_REST, w.O_DANCE, w.O_JOURNEY, w.O_GENES, w.O_RAID)
ACTION_CODES = {"play": w.O_PLAY, **{PLAIN[code]: code for code in PLAIN_ACTIONS}}
HORDE: Mapping[str, Any] = {"rules": {"horde": True}}  # what a position with horde = true lays over the rules
_STANDARD: dict[bool, Assembly] = {}


def standard(horde: bool = False) -> Assembly:
    """The shared parts of the standard game, with or without a Horde. Each is made once."""
    if horde not in _STANDARD:
        _STANDARD[horde] = assemble(resolve("standard", "", [("position", HORDE)] if horde else []))
    return _STANDARD[horde]


class Scene:
    """A game in a given position. `g` is the engine's own object, and everything else uses names.

    `overlay` may set preset, rules, cards and tiles. The players in `passing` decline everything that they
    may decline.
    """

    def __init__(
        self,
        position: str | Mapping[str, Any] = "",
        overlay: Mapping[str, Any] | None = None,
        passing: Iterable[str] = (),
        source: str = "scene",
    ) -> None:
        table = split_text(position, source) if isinstance(position, str) else position
        against_horde = table.get("horde") in (True, *YES)
        if overlay:
            before = [("position", HORDE)] if against_horde else []
            self.assembly = assemble(resolve("scene", "", [*before, (source, overlay)]))
        else:
            self.assembly = standard(against_horde)
        self.sketch: Sketch = read(table, self.assembly.variant.components, source)
        self.names: Names = self.sketch.names
        if refusal := self.assembly.variant.refusal(len(self.names.players)):
            raise ScenarioError(f"{source}: [position] players: {refusal}")
        self.script = Script(self.names.players, [self.names.find_seat(name) for name in passing], SYNONYMS)
        seats = [ScriptSeat(self.script, seat, self.ask) for seat in range(len(self.names.players))]
        self.g: Play = lay_out(self.assembly, self.sketch, seats, source)
        self.source = source
        self.kept = constants(self.g)
        self.asks_for_all = True  # all answers must be used up in what they were given for
        self.script.onlooker = self.expect
        self.narrator = narrator_of(self.names)

    # what is played: each returns the decisions that were taken in it ------------------
    def turn(self, by: str = "", answers: Answers = ()) -> list[Decision]:
        """Play the turn of a player, by default the marker's holder.

        If the Horde plays, one of its cards is turned up. Then the marker is passed on, unless the phase
        ends.
        """
        seat = self.active(by)

        def play() -> None:
            workers.whole_turn(self.g, seat)
            if self.g.phase_over:
                for other in range(self.g.s.players):
                    self.g.wake(other)
            else:
                self.g.pass_marker(clockwise(self.g, seat, 1))

        return self.run(w.WORKER, play, answers)

    def action(self, what: str, by: str = "", answers: Answers = ()) -> list[Decision]:
        """Let a player take an action, such as "march" or "play swarm", with its reactions."""
        seat, script = self.active(by), self.script
        first = len(self.g.events.rows) // EVENT_WIDTH
        script.forced, script.unasked = what, lambda wanted: self.taken(wanted, first)

        def play() -> None:
            self.g.begin_turn(seat)
            workers.take_action(self.g, seat, w.NONE)
            script.let_be()

        return self.run(w.WORKER, play, answers)

    def play(self, card: str, by: str = "", answers: Answers = ()) -> list[Decision]:
        """Let a player play a card from its hand as its action."""
        return self.action(f"play {card}", by, answers)

    def opening(self, answers: Answers = ()) -> list[Decision]:
        """Let each player draw starting hexes and place one with its ants, as in the set-up (TWO-02)."""

        def play() -> None:
            rounds.open_meadow(self.g)
            self.kept = (self.kept[0], constants(self.g)[1], self.kept[2])  # hexes from beside the table

        return self.run(w.SETUP, play, answers)

    def worker_phase(self, answers: Answers = ()) -> list[Decision]:
        """Play a Worker Phase. If a player has already acted or is resting, only the remainder is played."""
        s = self.g.s
        under_way = self.sketch.phase in (None, w.WORKER) and not self.g.phase_over
        begun = under_way and any(
            s.acted[seat] or s.rested[seat] or s.explored[seat] for seat in range(s.players)
        )
        play = workers.go_on if begun else workers.worker_phase
        return self.run(w.WORKER, lambda: play(self.g), answers)

    def centipede_card(self, answers: Answers = ()) -> list[Decision]:
        """Turn up and resolve a card of the Centipede Deck, and any that follow it (HOR-02)."""
        return self.run(w.WORKER, lambda: horde.horde_turn(self.g), answers)

    def battle(self, where: str, answers: Answers = ()) -> list[Decision]:
        """Fight the battles of a hex as in the Soldier Phase, first those of its centipede."""
        return self.run(w.SOLDIER, lambda: battle.resolve_hex(self.g, self.names.find_hex(where)), answers)

    def soldier_phase(self, answers: Answers = ()) -> list[Decision]:
        """Play a whole Soldier Phase."""
        return self.run(w.SOLDIER, lambda: battle.soldier_phase(self.g), answers)

    def queen_phase(self, answers: Answers = ()) -> list[Decision]:
        """Play a whole Queen Phase, including Slumber."""
        return self.run(w.QUEEN, lambda: queen_phase.queen_phase(self.g), answers)

    def abdomens(self, answers: Answers = ()) -> list[Decision]:
        """Let all players' abdomens act at the start of the Queen Phase."""
        return self.run(w.QUEEN, lambda: self.everybody(queen_phase.abdomen_begins), answers)

    def harvest(self, answers: Answers = ()) -> list[Decision]:
        """Let all players harvest."""
        return self.run(w.QUEEN, lambda: queen_phase.harvest(self.g), answers)

    def feed(self, answers: Answers = ()) -> list[Decision]:
        """Let all players feed their ants, then fill sites."""

        def play() -> None:
            self.everybody(queen_phase.feed)
            settle(self.g, self.g.s.marker)

        return self.run(w.QUEEN, play, answers)

    def decree(self, answers: Answers = ()) -> list[Decision]:
        """Let all players take their Royal Decree."""
        return self.run(w.QUEEN, lambda: self.everybody(queen_phase.decree), answers)

    def slumber(self, answers: Answers = ()) -> list[Decision]:
        """Score the Slumber of the Queen Phase."""
        return self.run(w.QUEEN, lambda: queen_phase.slumber(self.g), answers)

    def end_of_game(self, answers: Answers = ()) -> list[Decision]:
        """Award the bonuses at the end of the game."""
        return self.run(w.QUEEN, lambda: rounds.end_bonuses(self.g), answers)

    def rest_of_game(self, answers: Answers = ()) -> list[Decision]:
        """Play to the end of the game, from a turn of the Worker Phase or the start of another phase."""
        return self.run(w.WORKER, lambda: rounds.play_from(self.g, RoundEnd()), answers)

    def run(self, phase: int, play: Any, answers: Answers) -> list[Decision]:
        """Call `play` in this phase, unless the position names another. Return the decisions taken.

        Raises Unmet if an answer is missing or, while `asks_for_all` is set, left over.
        """
        if self.sketch.phase is None:
            set_phase(self.g, phase)
        first = len(self.script.decisions)
        self.add(answers)
        play()
        if self.asks_for_all:
            self.script.used_up()
        wrong = flaws(self.g)
        assert not wrong, wrong
        assert constants(self.g) == self.kept, "a card, tile or token is lost or new"
        return self.script.decisions[first:]

    def ask(self, question: int) -> Question:
        """The question on the table, with its options in words."""
        options = offered(self.g, self.names, question)
        return Question(question_name(question), options, question == w.Q_ACTION)

    def add(self, answers: Answers) -> None:
        """Append answers to those that are still to be used."""
        for answer in answers:
            given = [answer] if isinstance(answer, Answer) else read_answers(answer, self.names.players)
            self.script.left.extend(given)

    def everybody(self, what: Any) -> None:
        """Call `what` with each player's seat, clockwise from the marker."""
        for index in range(self.g.s.players):
            what(self.g, clockwise(self.g, self.g.s.marker, index))

    def active(self, by: str) -> int:
        """The seat of player `by` or, if that is '', of the marker's holder.

        If the position does not say who holds the marker, player `by` gets it.
        """
        if not by:
            return self.g.s.marker
        seat = self.names.find_seat(by)
        if self.sketch.marker is None:
            set_marker(self.g, seat)
            self.sketch.marker = seat
        return seat

    def taken(self, wanted: str, first: int) -> None:
        """Raise Unmet if the player's only action, taken without a question, is not the wanted one."""
        done = next(event for event in events_of(self.g.events.rows, first) if event[0] == w.E_ACTION)
        word = next(word for word, code in ACTION_CODES.items() if code == done[2])
        found = f"{word} {self.names.ids[done[3]]}" if done[3] >= 0 else word
        if not fit(wanted, [found], SYNONYMS):
            where = f"action of {self.names.players[done[1]]}"
            raise Unmet(where, f"{wanted!r} to be possible", f"only {found!r}")

    # what there is to see --------------------------------------------------------------
    @property
    def decisions(self) -> list[Decision]:
        """All decisions so far, with the options that were offered."""
        return self.script.decisions

    @property
    def events(self) -> list[Event]:
        """All events so far."""
        return list(events_of(self.g.events.rows))

    def seat(self, name: str) -> SeatLook:
        """The holdings of the player with this name."""
        return seat_look(self.g, self.names, self.names.find_seat(name))

    def hex(self, name: str) -> HexLook:
        """The contents of the hex with this name."""
        return hex_look(self.g, self.names, self.names.find_hex(name))

    @property
    def table(self) -> TableLook:
        """The common parts of the table: round, phase, marker, deck, discards, pile and tokens."""
        return table_look(self.g, self.names)

    def card(self, name: str) -> int:
        """The number of the card with this name."""
        return self.names.find_card(name)

    def number(self, name: str) -> int:
        """The number of the hex with this name."""
        return self.names.find_hex(name)

    def options(self, question: str = "", by: str = "") -> tuple[str, ...]:
        """The options of the last decision or, if `question` or `by` are given, the last one that matches."""
        for decision in reversed(self.decisions):
            if question in ("", decision.question) and by in ("", decision.by):
                return decision.options
        raise AssertionError(f"{by or 'nobody'} was asked {question or 'nothing'}")

    def laid(self) -> list[int]:
        """The numbers of the hexes in the Meadow."""
        return [self.g.s.laid[index] for index in range(self.g.s.laid_n)]

    def happened(self, *wanted: str) -> int:
        """The number of events whose short forms contain these words in this order."""
        text = " ".join(wanted)
        return sum(1 for event in self.events if fit(text, [self.narrator.brief(event)], SYNONYMS))

    def expect(self, wanted: str | Mapping[str, Any]) -> None:
        """Raise Unmet unless the game agrees with an expectation, written like a position."""
        check(self, split_text(wanted, self.source) if isinstance(wanted, str) else wanted, self.source)

    def story(self) -> str:
        """All events, in sentences."""
        teller = narrator_of(self.names)
        return "\n".join(teller.line(event) for event in self.events)


# Scenario files (tabletop.scenarios.file; docs/howto/scenarios.md): a turn, an action, a phase, a battle
PHASES: dict[str, Callable[[Scene], object]] = {
    "opening": lambda scene: scene.opening(),
    "turn": lambda scene: scene.turn(),
    "centipede card": lambda scene: scene.centipede_card(),
    "worker phase": lambda scene: scene.worker_phase(),
    "soldier phase": lambda scene: scene.soldier_phase(),
    "abdomens": lambda scene: scene.abdomens(),
    "harvest": lambda scene: scene.harvest(),
    "feed": lambda scene: scene.feed(),
    "decree": lambda scene: scene.decree(),
    "slumber": lambda scene: scene.slumber(),
    "queen phase": lambda scene: scene.queen_phase(),
    "end of game": lambda scene: scene.end_of_game(),
    "rest of game": lambda scene: scene.rest_of_game(),
}
ACTIONS = (*ACTION_CODES, "turn")


class Stage:
    """A scene in which a scenario is played (implements tabletop.scenarios.file.Stage)."""

    def __init__(self, scenario: Scenario) -> None:
        self.scene = Scene(scenario.position, scenario.overlay or None, (), scenario.source)
        self.place = Place(scenario.source, "", ScenarioError)
        names = [named(self.place, "pass", name, self.scene.names.find_seat) for name in scenario.passing]
        self.scene.script.passing = frozenset(names)
        self.scene.asks_for_all = False
        self.script = self.scene.script

    def perform(self, run: str) -> None:
        """Play the part of a game that `run` names."""
        perform(self.place, self.scene, run)

    def roll(self, dice: str) -> None:
        """Raise ScenarioError, since this game has no dice."""
        raise self.place.wrong("dice", "March of the Ants has no dice.")

    def expect(self, wanted: Mapping[str, Any]) -> None:
        """Raise Unmet for the first expectation that fails."""
        self.scene.expect(wanted)

    def lines(self) -> Sequence[str]:
        """The notes, if any, and the events in sentences."""
        return [*self.notes(), *self.scene.story().splitlines()]

    def notes(self) -> list[str]:
        """A note on the rules that the presets solo and coop set but `horde = true` does not.

        There is none if the position already has these rules, or no Horde.
        """
        rules = self.scene.assembly.variant.rules
        missing = [name for name, value in TOGETHER.items() if rules[name] != value]
        if not self.scene.sketch.horde.plays or not missing:
            return []
        told = ", ".join(f"{name} = {str(TOGETHER[name]).lower()}" for name in missing)
        return [f'note: horde = true changes no other rule; the presets "solo" and "coop" also set {told}.']

    def rows(self) -> list[dict[str, Any]]:
        """The events as plain data."""
        return [self.scene.narrator.row(event) for event in self.scene.events]


def load(path: Path) -> Scenario:
    """Read the scenario in a file. Raises ScenarioError if the file is unreadable or wrong."""
    return parse(tomlfile.read(path, "scenario", ScenarioError)[1], str(path))


def parse(table: Mapping[str, Any], source: str) -> Scenario:
    """Read the scenario in a mapping. Raises ScenarioError if it is wrong."""
    return file.parse(table, source, OVERLAY_KEYS, Stage)


def perform(place: Place, scene: Scene, run: str) -> None:
    """Play the part that `run` names: a phase or a part of one, "battle HEX", or "PLAYER: ACTION"."""
    who, colon, what = run.partition(":")
    if colon:
        player = scene.names.players[named(place, "run", who.strip(), scene.names.find_seat)]
        word, _, card = what.strip().partition(" ")
        if letters(what) not in map(letters, ACTION_CODES):
            place.word("run", word, ACTIONS)
        if word == "play":
            named(place, "run", card, scene.names.find_card)
        if word == "turn":
            scene.turn(player)
        else:
            scene.action(what.strip(), player)
        return
    word, _, rest = run.strip().partition(" ")
    if word == "battle":
        scene.battle(scene.names.hexes[named(place, "run", rest, scene.names.find_hex)])
        return
    known = {letters(name): procedure for name, procedure in PHASES.items()}
    if letters(run) not in known:
        hint = nearest(run, PHASES) or f" There are {', '.join(PHASES)}, battle HEX, and PLAYER: ACTION."
        raise place.wrong("run", f"{shown(run)} is nothing that can be played.{hint}")
    known[letters(run)](scene)
