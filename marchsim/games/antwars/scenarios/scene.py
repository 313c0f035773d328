"""A scene: a position, given in words, from which parts of the game are played with listed answers.

Scenario files and the rule tests both play their positions here. Unmet is raised for a decision without an
answer, and for an answer left over.

    s = Scene("red nest: red 5 minors, red queen 20, red queen 10", rules={"breach": 0})
    s.action("explore red nest to red hall", by="red", answers=["5", "protein"],
             dice="protein protein seed gloomy")
    s.expect("red hall: red 5 minors, 2 protein; red nest: red queen 20, red queen 10")

Players are `players: red, blue` (default: two). Areas are `hex 3`, `red 12`, and by name `red nest` (12),
`red hall` (7), `red pantry` (6), `red gate` (2), `red exit`. Each anthill has Entrance, hall, Pantry and nest
without pupae unless `tiles: none`. A player is `species lasius, open`. A position can also set `round: 4`,
`first: blue`, `fell: red 3` and `supply: sugar 4, gallery 0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from marchsim.errors import ScenarioError, nearest
from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine import battle, movement, rounds, turns
from marchsim.games.antwars.engine.dice import BY_NAME, Dice
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.state import State
from marchsim.games.antwars.naming import Names, offered
from marchsim.games.antwars.rules.variant import OVERLAY_KEYS, resolve
from marchsim.games.antwars.scenarios.position_text import TILES, AreaSketch, look, numbers, read_area
from marchsim.games.antwars.table.assembly import assemble
from marchsim.games.antwars.telling.events import narrator_of
from marchsim.kernel.table import Table
from marchsim.tabletop.checking import Place
from marchsim.tabletop.naming import fit
from marchsim.tabletop.recording import RoundEnd
from marchsim.tabletop.scenarios import answers, file
from marchsim.tabletop.scenarios.answers import (
    Question,
    Script,
    ScriptSeat,
    Unmet,
    read_answers,
    split_items,
    split_text,
)
from marchsim.tabletop.telling.narrator import Event, events_of

NAMED = {"nest": 12, "hall": w.HALL, "pantry": w.STORE, "gate": w.GATE}
SUPPLY = {**{piece: piece for piece in w.PIECES}, **TILES}
FACES = {name: number for number, name in enumerate(w.FACE_NAMES)}


class Scene:
    """A position, its game and the remaining answers."""

    def __init__(
        self,
        position: str | Mapping[str, str] = "",
        rules: Mapping[str, Any] | None = None,
        source: str = "scene",
        **overlay: Any,
    ) -> None:
        parts = dict(split_text(position, source) if isinstance(position, str) else position)
        self.place = Place(source, "position", ScenarioError)
        self.players = split_items(parts.pop("players", "red, blue"))
        whole = {"rules": {"species_choice": "dealt", "nest_place": "fixed", **(rules or {})}, **overlay}
        self.assembly = assemble(resolve("scene", "", [(source, whole)]))
        variant = self.assembly.variant
        if not self.assembly.variant.refusal(len(self.players)):
            self.board = self.assembly.board(len(self.players))
        else:
            raise self.place.wrong("players", variant.refusal(len(self.players)))
        self.script = Script(self.players)
        self.by_step = False  # answers and dice are for all that is played until `finish`
        self.rounds = 0  # that were played whole
        table = Table([], self.assembly.rules.decisions_most)
        state, out = State(len(self.players), self.board.foraging), self.assembly
        self.g = Play(state, self.board, out.panels, out.animals, out.rules, table, Dice(0))
        self.g.dice.fixed = True
        self.names = Names(variant.components.titles, self.board, self.players)
        self.narrator = narrator_of(self.names)
        for seat in range(len(self.players)):
            table.seats.append(ScriptSeat(self.script, seat, self.question))
        self.areas = self.area_names()
        self.lay_out(parts)

    def question(self, number: int) -> Question:
        """The question on the table, in words."""
        return Question(w.QUESTIONS[number][0], offered(self.g, self.names, number))

    def area_names(self) -> dict[str, int]:
        """All names of areas with their numbers."""
        found = {name: area for area, name in enumerate(self.names.areas)}
        for seat, player in enumerate(self.players):
            for name, place in NAMED.items():
                found[f"{player} {name}"] = self.board.place(seat, place)
            found[f"{player} exit"] = self.board.exit[seat]
            found |= {f"{player} {at}": self.board.place(seat, at) for at in range(w.PLACES)}
        return found

    # laying out ---------------------------------------------------------------
    def lay_out(self, parts: dict[str, str]) -> None:
        """Set up the position that the parts of a text describe."""
        g = self.g
        g.open_box()
        g.fill_tiles()
        self.species(parts)
        if parts.pop("tiles", "") != "none":
            for seat in range(len(self.players)):
                for place, tile in ((w.GATE, w.ENTRANCE), (w.HALL, w.GALLERY), (w.STORE, w.PANTRY)):
                    g.lay_tile(seat, self.board.place(seat, place), tile, w.WHY_PLACE)
                g.lay_tile(seat, self.board.place(seat, 12), w.PUPAE_MINOR, w.WHY_PLACE)
        supply, number = parts.pop("supply", ""), int(parts.pop("round", "1"))
        first = self.seat(parts.pop("first", self.players[0]))
        fell = parts.pop("fell", "")
        for key, text in parts.items():
            if key not in self.players:
                self.lay_area(key, read_area(self.place, key, text, self.players))
        for item in split_items(supply):
            self.stock(item)
        g.begin_round(number, first)
        g.begin_phase(w.TURNS)
        for item in split_items(fell):
            player, when = item.split()
            g.s.fell[self.seat(player)] = int(when)
        g.events.clear()

    def species(self, parts: dict[str, str]) -> None:
        """Give each player its species, and open the gates that the text lists as open."""
        left = list(range(len(self.names.species)))
        said = {player: split_items(parts.pop(player, "")) for player in self.players}
        chosen: dict[str, int] = {}
        for player, items in said.items():
            for item in items:
                if item.startswith("species "):
                    name = item.removeprefix("species ")
                    self.place.known(name, self.names.species, "species")
                    chosen[player] = self.names.species.index(name)
                    left.remove(chosen[player])
                elif item != "open":
                    raise self.place.wrong(player, f"{item!r}: a player has `species NAME` and `open`.")
        plain = [
            number for number in (4, 2, 5, 3, 1, 0) if number in left
        ]  # those without much of their own first
        for seat, player in enumerate(self.players):
            self.g.lead(seat, chosen[player] if player in chosen else plain.pop(0))
            self.g.s.open[seat] = int("open" in said[player])

    def lay_area(self, key: str, sketch: AreaSketch) -> None:
        """Set up the described contents of an area."""
        g, area = self.g, self.area(key)
        home = self.board.home[area]
        if sketch.tile and sketch.tile != "field":
            if g.s.tile[area] == w.FIELD:
                raise self.place.wrong(key, "an area of a foraging board has no tile.")
            g.lay_tile(home, area, TILES[sketch.tile], w.WHY_PLACE)
        for (player, kind), n in sketch.ants.items():
            g.place_ants(self.seat(player), area, w.MINOR if kind == "minor" else w.MAJOR, n, w.WHY_PLACE)
        for player, lives in sketch.queens.items():
            for life in lives:
                seat = self.seat(player)
                g.place_queen(seat, g.s.queen_n[seat], area, life, w.WHY_PLACE)
        for piece, n in sketch.loose.items():
            g.find(w.NOBODY, area, w.PIECES.index(piece), n, w.WHY_PLACE)
        for piece, n in sketch.stored.items():
            g.stock(home, area, w.PIECES.index(piece), n, w.WHY_PLACE)
        for (player, piece), n in sketch.loads.items():
            g.find(w.NOBODY, area, w.PIECES.index(piece), n, w.WHY_PLACE)
            g.take(self.seat(player), area, w.PIECES.index(piece), n)
        if sketch.pupae:
            g.set_pupae(area, sketch.pupae, w.WHY_PLACE)
        for animal, count in ((w.GLOOMY, sketch.gloomys), (w.SPIDER, sketch.spiders)):
            for _ in range(count):
                g.set_animal(area, animal, 1, w.WHY_PLACE)
        for player in sketch.scents:
            g.set_scent(self.seat(player), area, True)

    def stock(self, item: str) -> None:
        """Set the number of some item in the supply, given as in `sugar 4`, `gallery 0` or `gloomys 1`."""
        name, _, n = item.partition(" ")
        if name in w.PIECES:
            self.g.s.pieces[w.PIECES.index(name)] = int(n)
        elif name in TILES:
            self.g.s.tiles[TILES[name]] = int(n)
        elif name == "gloomys":
            self.g.s.gloomys = int(n)
        elif name == "spiders":
            self.g.s.spiders = int(n)
        else:
            raise self.place.wrong("supply", f"{name!r} is none.{nearest(name, SUPPLY)}")

    def area(self, name: str) -> int:
        """The number of a named area. Raises ScenarioError with the nearest name if there is none."""
        if name not in self.areas:
            raise self.place.wrong(name, f"there is no such area.{nearest(name, self.areas)}")
        return self.areas[name]

    def seat(self, player: str) -> int:
        """The seat of a player, given the player's colour."""
        return self.script.seat_of(self.place, "players", player)

    # playing ------------------------------------------------------------------
    def prepare(self, answers: Iterable[str], dice: str) -> None:
        """Set the next answers and dice. Dice are points (1 to 6), indexes, or names of faces."""
        for text in answers:
            self.script.left.extend(read_answers(text, self.players))
        faces = [int(face) for face in self.assembly.rules.dice_faces]
        for word in dice.split():
            self.g.dice.give(int(word) if word.isdecimal() else BY_NAME + faces.index(FACES[word]))

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of an Ant Wars die under these rules."""
        return tuple(dict.fromkeys(w.FACE_NAMES[int(face)] for face in self.assembly.rules.dice_faces))

    def finish(self) -> None:
        """Raise Unmet if answers or dice are left over."""
        self.script.used_up()
        if self.g.dice.left():
            raise Unmet("at the end", "every die to be used", f"{self.g.dice.left()} left over")

    def done(self) -> None:
        """End a part of the scenario. All answers and dice must be used, unless a `Stage` plays the scene."""
        if not self.by_step:
            self.finish()

    def options(self, by: str) -> list[str]:
        """The actions offered to a player."""
        from marchsim.games.antwars.engine.legal import offer_actions

        self.g.table.open(0, 0, 0, 0)
        offer_actions(self.g, self.seat(by))
        return [texts[0] for texts in offered(self.g, self.names, int(self.g.table.question))]

    def action(self, text: str, by: str, answers: Iterable[str] = (), dice: str = "") -> None:
        """Take an offered action for a player. All answers and dice must be used."""
        seat = self.seat(by)
        wanted = self.named_text(text)
        texts = self.options(by)
        found = [at for at, told in enumerate(texts) if told == wanted] or [
            at for at, told in enumerate(texts) if fit(wanted, [told])
        ]
        if len(found) != 1:
            raise Unmet(f"{by}: {text}", "one such action among the options", ", ".join(texts))
        choice = self.g.table.options[found[0]]
        self.g.s.active, self.g.s.left = seat, max(1, self.g.s.left)
        self.prepare(answers, dice)
        turns.perform(self.g, seat, w.code_of(choice), w.part(choice, 0), w.part(choice, 1))
        self.done()

    def named_text(self, text: str) -> str:
        """The text with each name of an area replaced by the name that options use."""
        for name, area in self.areas.items():
            if name in text and self.names.areas[area] != name and not name[-1].isdigit():
                text = text.replace(name, self.names.areas[area])
        return text

    def turn(self, by: str, answers: Iterable[str] = (), dice: str = "") -> None:
        """Take a whole turn for a player."""
        self.run(lambda: turns.take_turn(self.g, self.seat(by)), answers, dice)

    def start(self, by: str, answers: Iterable[str] = ()) -> None:
        """Play the start of a player's turn."""
        self.run(lambda: turns.start_turn(self.g, self.seat(by)), answers, "")

    def search(self, area: str, by: str, answers: Iterable[str] = (), dice: str = "") -> None:
        """Search an area for a player."""
        self.run(lambda: movement.search(self.g, self.seat(by), self.area(area)), answers, dice)

    def battles(self, answers: Iterable[str] = (), dice: str = "") -> None:
        """Resolve all threats."""
        self.run(lambda: battle.resolve_threats(self.g), answers, dice)

    def end_of_round(self, answers: Iterable[str] = (), dice: str = "") -> bool:
        """Resolve threats, and end the round. Returns whether the game is over."""
        over: list[bool] = []
        self.run(lambda: over.append(rounds.end_round(self.g, RoundEnd())), answers, dice)
        return over[0]

    def round(self, answers: Iterable[str] = (), dice: str = "") -> None:
        """Play a whole round: the turns of all players, then the battles and the end of the round."""

        def play() -> None:
            if self.rounds:
                rounds.begin_round(self.g)
            turns.play_turns(self.g)
            rounds.end_round(self.g, RoundEnd())
            self.rounds += 1

        self.run(play, answers, dice)

    def settle(self, answers: Iterable[str] = ()) -> None:
        """Store the loads for which no Foraging is needed, and renew waiting tiles."""
        self.run(lambda: movement.settle(self.g), answers, "")

    def set_up(self, answers: Iterable[str] = ()) -> None:
        """Set up a game on empty boards."""
        self.run(lambda: rounds.set_up(self.g), answers, "")

    def run(self, play: Any, answers: Iterable[str], dice: str) -> None:
        """Call a function that plays a part of the game. All answers and dice must be used."""
        self.prepare(map(self.named_text, answers), dice)
        play()
        self.done()

    @property
    def decided(self) -> str:
        """The criterion that decided the game."""
        return w.DECIDED[rounds.decided_by(self.g)]

    def winners(self) -> list[str]:
        """The colours of the winners, in order of seats."""
        return [name for seat, name in enumerate(self.names.players) if rounds.wins(self.g, seat)]

    def ranks(self) -> list[int]:
        """The rank of each player."""
        return [int(rounds.rank(self.g, seat)) for seat in range(len(self.players))]

    # looking --------------------------------------------------------------------
    def expect(self, wanted: str | Mapping[str, str]) -> None:
        """Raise Unmet unless the named areas and players are as `wanted` describes.

        For an area, list everything in it. You may leave out its tile, and any number of a player.
        """
        parts = split_text(wanted, "expect") if isinstance(wanted, str) else wanted
        for key, text in parts.items():
            if key in self.players:
                self.expect_player(key, text)
            else:
                self.expect_area(key, text)

    def expect_area(self, key: str, text: str) -> None:
        """Raise Unmet unless an area has the expected contents."""
        wanted = read_area(self.place, key, text, self.players)
        found = look(self.g, self.area(key), self.players)
        if not wanted.tile:
            found.tile = ""
        if wanted.words() != found.words():
            told = ", ".join(found.words()) or "nothing"
            raise Unmet(key, ", ".join(wanted.words()) or "nothing", told)

    def expect_player(self, key: str, text: str) -> None:
        """Raise Unmet unless a player's numbers are those expected."""
        known = numbers(self.g, self.seat(key))
        for item in split_items(text):
            name, _, value = item.partition(" ")
            self.place.known(name, known, "number of a player")
            if known[name] != int(value or 1):
                raise Unmet(f"{key}: {name}", value or "1", str(known[name]))

    def events(self) -> list[Event]:
        """All events since the position was set up."""
        return list(events_of(self.g.events.rows))

    def happened(self, text: str) -> int:
        """The number of events whose short form contains all words of `text`."""
        return sum(fit(text, [self.narrator.brief(event)]) > 0 for event in self.events())


# Scenario files (tabletop.scenarios.file)
class Stage:
    """A scenario during play."""

    def __init__(self, scenario: file.Scenario) -> None:
        self.place = Place(scenario.source, "position", ScenarioError)
        parts = {key: self.place.line(key, value, 400) for key, value in scenario.position.items()}
        dice = parts.pop("dice", "")
        overlay = dict(scenario.overlay)
        rules = overlay.pop("rules", {})
        self.scene = Scene(parts, rules, scenario.source, **overlay)
        self.script = self.scene.script
        self.scene.by_step = True
        self.roll(dice)
        if scenario.passing:
            raise self.place.wrong(
                "pass", "players of Ant Wars cannot pass; answer `stop` where it is offered."
            )

    def perform(self, run: str) -> None:
        """Play a step given as text."""
        scene = self.scene
        player, colon, what = (part.strip() for part in run.partition(":"))
        if not colon:
            runs = {"battles": scene.battles, "end of round": scene.end_of_round, "round": scene.round}
            runs[self.place.word("run", run, tuple(runs))]()
        elif what in ("turn", "start"):
            (scene.turn if what == "turn" else scene.start)(player)
        else:
            scene.action(what, player)

    def roll(self, dice: str) -> None:
        """Set the next dice: points from 1 to 6, or faces of a search by name (or by number from 0)."""
        for word in dice.split():
            if not re.fullmatch("[0-6]", word):
                self.place.known(word, self.scene.faces, "face of a die (or points from 1 to 6)")
        self.scene.prepare((), dice)

    def expect(self, wanted: Mapping[str, Any]) -> None:
        """Raise Unmet unless areas, players, events and the deciding criterion are as `wanted`.

        All answers and dice must be used.
        """
        self.scene.finish()
        for key, value in wanted.items():
            if key in ("events", "never"):
                known = self.scene.narrator.vocabulary()
                answers.events(self.scene.happened, known, self.place, key, value)
            elif key == "decided":
                answers.same(key, "decided by", value, self.scene.decided)
            elif key == "winners":
                answers.same(key, "won by", value, ", ".join(self.scene.winners()) or "nobody")
            else:
                self.scene.expect({key: self.place.line(key, value, 400)})

    def lines(self) -> Sequence[str]:
        """The lines of the events so far."""
        narrator = self.scene.narrator
        narrator.depth = 2
        return [narrator.line(event) for event in self.scene.events()]

    def rows(self) -> list[dict[str, Any]]:
        """The events so far as plain data."""
        return [self.scene.narrator.row(event) for event in self.scene.events()]


def parse(table: Mapping[str, Any], source: str) -> file.Scenario:
    """The scenario in a mapping. Raises ScenarioError if it is invalid."""
    return file.parse(table, source, [key for key in OVERLAY_KEYS if key != "preset"], Stage)
