"""The kinds of event in a game, each declared once: meaning, owner, values and sentence.

`docs/reference/data.md`, stories, short forms and recorded events follow from `KINDS`. A test compares games
of all presets with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from marchsim.games.march import words as w
from marchsim.games.march.naming import OUTSKIRTS, Names
from marchsim.games.march.rules.variant import NUMBERS
from marchsim.games.march.table.record import EVENT_NAMES
from marchsim.games.march.telling.values import (
    ACTIONS,
    DOINGS,
    END_BONUSES,
    HORDE_DEEDS,
    HORDE_REASONS,
    MEASURES,
    REASONS,
    SOURCES,
    NamedEvent,
    larvae,
    lose_or_gain,
    who,
)
from marchsim.kernel.telling import EventValue
from marchsim.tabletop.naming import number, short
from marchsim.tabletop.telling.narrator import Language, Narrator

# The letter of a measure in short forms (see `say`). A hex and a place in it are one letter, p.
LETTERS = {
    "card": "c", "card or -1": "c", "hex": "h", "axis": "n", "turn": "n", "seat": "s", "seat or -1": "s",
    "count": "n", "change": "n", "yes": "n", "sign": "n", "reason": "y", "action": "o", "phase": "f",
    "section": "x", "source": "u", "Horde source": "v", "species": "a",
}  # fmt: skip
WHY = {number: name[4:].lower() for name, number in vars(w).items() if name.startswith("WHY_")}
TABLES: dict[str, dict[int, str]] = {
    "y": WHY,
    "o": ACTIONS,
    "f": dict(enumerate(w.PHASES)),
    "x": dict(enumerate(w.SECTIONS)),
    "u": dict(enumerate(w.POINT_SOURCES)),
    "v": dict(enumerate(w.HORDE_SOURCES)),
    "a": dict(enumerate(w.SPECIES_IDS)),
}


class Value(NamedTuple):
    """One of the four values of an event: its meaning, and its measure, a name in MEASURES.

    If `said` is false, the value does not appear in the short form.
    """

    meaning: str
    measure: str
    said: bool = True


class EventKind(NamedTuple):
    """A kind of event: its meaning, its owner (`seat`, '' for nobody), its values, and its sentence.

    `text` lists the values as `MEANING: MEASURE`, or as the measure alone if that is enough. A `~` before a
    value keeps it out of the short form. Values that are not listed are 0. A story indents the event by its
    `level`, or like the event before if that is None. If the event `opens`, later events are indented below
    it.
    """

    meaning: str
    seat: str
    text: str
    sentence: Callable[[NamedEvent], str]
    level: int | None = None
    opens: bool = False

    @property
    def values(self) -> tuple[Value, ...]:
        """The values that an event of this kind has."""
        found = []
        for item in self.text.split("; ") if self.text else ():
            meaning, _, measure = item.removeprefix("~").rpartition(": ")
            found.append(Value(meaning or measure, measure, not item.startswith("~")))
        return tuple(found)

    @property
    def form(self) -> str:
        """A letter for each value in the short form, up to the first value that has none."""
        letters = ""
        for value in self.values:
            if value.measure == "slot":
                letters = letters.removesuffix("h") + "p"
            elif value.said and value.measure in LETTERS:
                letters += LETTERS[value.measure]
            else:
                break
        return letters

    @property
    def explained(self) -> bool:
        """Whether the fourth value only explains the other three."""
        return len(self.values) == 4 and len(self.form.replace("p", "pp")) < 4


# A sentence for each kind of event
def _setup(t: NamedEvent) -> str:
    players = "player sits" if t.a == 1 else "players sit"
    return f"{NUMBERS[t.a].capitalize()} {players} down; {t.player} starts."


def _discard(t: NamedEvent) -> str:
    whose = "" if t.seat < 0 else f" from {t.player}"
    return f"{t.card} goes to the discards{whose}{t.because(REASONS[t.b])}."


def _draw_tile(t: NamedEvent) -> str:
    who = t.player if t.seat >= 0 else "The Horde"
    return f"{who} draws the {'starting hex' if t.b else 'hex'} {t.land}."


def _return_tile(t: NamedEvent) -> str:
    where = "among the unused starting hexes" if t.b else "on top of the pile"
    return f"{t.player} puts {t.land} back {where}."


def _tile(t: NamedEvent) -> str:
    if t.a == w.TUNNEL:
        return "The Great Tunnel lies in the middle of the Meadow."
    inner = " in the Inner Meadow" if max(abs(t.b), abs(t.c), abs(t.b + t.c)) == 1 else ""
    turned = f", turned by {number(t.d, 'edge')}" if t.d else ""
    return f"{t.player if t.seat >= 0 else 'The Horde'} lays {t.land} at ({t.b}, {t.c}){inner}{turned}."


def _emerge(t: NamedEvent) -> str:
    what = "begins with an ant" if t.d else "places a larva"
    return f"{t.player} {what} in {t.spot}."


def _lose(t: NamedEvent) -> str:
    verb = "pays" if t.c == w.WHY_PAY else "loses"
    why = "" if t.c == w.WHY_PAY else t.because(REASONS[t.c])
    return f"{t.player} {verb} an ant in {t.spot}{why}."


def _points(t: NamedEvent) -> str:
    verb = "scores" if t.a > 0 else "loses"
    source = "battle" if t.a < 0 and t.b == w.BY_BATTLE else SOURCES[t.b]
    if t.b == w.BY_END:
        return f"{t.player} {verb} {number(abs(t.a), 'point')} ({END_BONUSES.get(t.d, source)})."
    return f"{t.player} {verb} {number(abs(t.a), 'point')}{t.because(source)}."


def _strength(t: NamedEvent) -> str:
    ferocity = f" and {t.b} ferocity, {t.a + t.b} together" if t.b else ""
    return f"{'The centipede' if t.seat < 0 else t.player} has Army Strength {t.a}{ferocity}."


def _outcome(t: NamedEvent) -> str:
    winner = t.player if t.seat >= 0 else "The centipede"
    losses = [
        f"{t.who(who)} must lose {number(due, 'ant')}"
        for who, due in ((t.seat, t.b), (t.a, t.c))
        if who >= 0 and due
    ]
    after = f"; {' and '.join(losses)}" if losses else ""
    loser = t.who(t.a) if t.a >= 0 else "the centipede"
    return f"{winner} beats {loser}{after}."


def _rest(t: NamedEvent) -> str:
    what = "for the first time" if t.a else "again"
    return f"{t.player} rests {what}: {larvae(t.b)} and {t.c} food on its resting area."


def _marker(t: NamedEvent) -> str:
    turns = "the last turn" if t.d == 1 else f"the first of the last {NUMBERS[t.d]} turns"
    return f"The marker goes to {t.player}{f' for {turns} of the Worker Phase' if t.d else ''}."


def _feed(t: NamedEvent) -> str:
    # cards count too (Thief Abdomen), so that the total is not the number of its ants
    if t.a == 0:
        return f"{t.player} has nobody to feed."
    paid = " and ".join([f"{t.c} food"] * (t.c > 0 or t.d == 0) + [larvae(t.d)] * (t.d > 0))
    return f"{t.player} has {t.a} to feed, {t.b} for each food: it uses {paid}."


def _horde_end(t: NamedEvent) -> str:
    end = "it wins, and all players lose" if t.b else "the players win"
    return f"The Horde ends with {number(t.a, 'point')}: {end}."


KINDS: dict[int, EventKind] = {
    w.E_SETUP: EventKind("the game is set up", "starting player", "players: count", _setup, 0),
    w.E_ROUND: EventKind("a round begins", "", "round: count", lambda t: f"Round {t.a}", 0),
    w.E_PHASE: EventKind(
        "a phase begins", "holder of the marker", "phase",
        lambda t: f"{w.PHASES[t.a]}; {t.player} holds the marker.", 1, opens=True,
    ),
    w.E_ACTION: EventKind(
        "an action is taken", "player", "action; card that grants it: card or -1",
        lambda t: f"{t.player} {DOINGS[t.a]}.", 2, opens=True,
    ),
    w.E_REACTION: EventKind(
        "a reaction to an action of another", "who reacts", "action",
        lambda t: f"{t.player} reacts to {ACTIONS[t.a]}.", 3, opens=True,
    ),
    w.E_FOOD: EventKind(
        "food comes or goes", "player",
        "change of its food: change; reason; nothing; what it comes of: origin",
        lambda t: f"{t.player} {lose_or_gain(t.a, t.b, f'{abs(t.a)} food', t.because(REASONS[t.b]))}",
    ),
    w.E_LARVAE: EventKind(
        "larvae come to the chamber from the supply, or go back", "player",
        "change of its larvae: change; reason; nothing; what it comes of: origin",
        lambda t: f"{t.player} {lose_or_gain(t.a, t.b, larvae(abs(t.a)), t.because(REASONS[t.b]))}",
    ),
    w.E_DRAW: EventKind(
        "a card is drawn", "player", "card; nothing; nothing; what it comes of: origin",
        lambda t: f"{t.player} draws {t.card}{t.because('')}.",
    ),
    w.E_REVEAL: EventKind(
        "a card is turned up from the deck", "", "card", lambda t: f"{t.card} is turned up from the deck.",
    ),
    w.E_DISCARD: EventKind(
        "a card goes to the discards", "whose it was, null from the deck",
        "card; reason; nothing; what it comes of: origin", _discard,
    ),
    w.E_RESHUFFLE: EventKind(
        "the discards become a new deck", "", "cards in it: count",
        lambda t: f"The discards are shuffled into a new deck of {number(t.a, 'card')}.",
    ),
    w.E_DRAW_TILE: EventKind(
        "a hex is drawn", "player, null for the Horde",
        "hex; ~of the unused starting hexes (else of the pile): yes", _draw_tile,
    ),
    w.E_RETURN_TILE: EventKind(
        "a drawn hex is put back", "player",
        "hex; ~among the unused starting hexes (else on top of the pile): yes", _return_tile,
    ),
    w.E_TILE: EventKind(
        "a hex is laid", "player, null in the set-up and for the Horde",
        "hex; column: axis; row: axis; rotation: turn", _tile,
    ),
    w.E_EMERGE: EventKind(
        "a larva becomes an ant", "player", "hex; place: slot; nothing; in the set-up: yes", _emerge,
    ),
    w.E_STEP: EventKind(
        "an ant moves", "whose ant", "from hex: hex; from place: slot; to hex: hex; to place: slot",
        lambda t: f"{t.player} moves an ant from {t.spot} to {t.place(t.c, t.d)}.",
    ),
    w.E_SETTLE: EventKind(
        "an ant of the outskirts fills a vacant site", "whose ant", "hex; site: slot",
        lambda t: f"An ant of {t.player} fills {t.spot}.",
    ),
    w.E_LOSE: EventKind(
        "an ant is lost, or paid", "whose ant", "hex; place: slot; reason; what it comes of: origin",
        _lose,
    ),
    w.E_RETURN: EventKind(
        "an ant goes back to the chamber", "whose ant", "hex; place: slot",
        lambda t: f"An ant of {t.player} returns from {t.spot} to the Larvae Chamber.",
    ),
    w.E_EXCHANGE: EventKind(
        "two ants change places (the other's owner is in the `swapped` that follows)",
        "whose ant the first is", "hex; place: slot; hex of the other: hex; place of the other: slot",
        lambda t: f"The ant of {t.player} in {t.spot} changes places with the one in {t.place(t.c, t.d)}.",
    ),
    w.E_SWAPPED: EventKind(
        "whose ants have changed places", "whose ant the first is", "whose the other is: seat",
        lambda t: f"The other is an ant of {t.who(t.a)}.",
    ),
    w.E_CENTIPEDE: EventKind(
        "a centipede comes to a hex, or leaves it", "", "hex; comes or goes: sign",
        lambda t: (f"A centipede comes to {t.land}." if t.b > 0 else f"The centipede leaves {t.land}."),
    ),
    w.E_WORMHOLE: EventKind("a wormhole opens", "", "hex", lambda t: f"A wormhole opens in {t.land}."),
    w.E_EVOLVE: EventKind(
        "an evolution is laid on top of a body section", "player", "card; section",
        lambda t: f"{t.player} lays {t.card} on top of its {w.SECTIONS[t.b]}.",
    ),
    w.E_DEVOLVE: EventKind(
        "an evolution is given up", "player", "card; section",
        lambda t: f"{t.player} gives up {t.card}, the top of its {w.SECTIONS[t.b]}.",
    ),
    w.E_GOAL: EventKind(
        "a Colony Goal comes into play", "player", "card",
        lambda t: f"{t.player} has the Colony Goal {t.card} in play.",
    ),
    w.E_DROP_GOAL: EventKind(
        "a Colony Goal is given up", "player", "card",
        lambda t: f"{t.player} gives up the Colony Goal {t.card}.",
    ),
    w.E_POINTS: EventKind(
        "colony points are scored or lost", "player", "change; source; nothing; what they come of: bonus",
        _points,
    ),
    w.E_BATTLE: EventKind(
        "a battle begins", "invader", "hex; defender: seat",
        lambda t: f"Battle in {t.land}: {t.player} invades, {t.who(t.b)} defends.", 2, opens=True,
    ),
    w.E_HUNT: EventKind(
        "a battle with a centipede begins", "whose ants", "hex",
        lambda t: f"Battle in {t.land}: the centipede attacks {t.player}.", 2, opens=True,
    ),
    w.E_STRENGTH: EventKind(
        "how strong a side of a battle is", "player, null for a centipede",
        "Army Strength: count; ferocity: count", _strength,
    ),
    w.E_FEROCITY: EventKind(
        "a card is laid for ferocity", "player", "card", lambda t: f"{t.player} lays {t.card} for ferocity.",
    ),
    w.E_OUTCOME: EventKind(
        "a battle ends", "winner, null for a centipede",
        "loser: seat or -1; ants the winner must lose: count; ants the loser must lose: count",
        _outcome,
    ),
    w.E_REST: EventKind(
        "a player rests", "player",
        "its first rest of the round: yes; larvae on its resting area: count; "
        "food on its resting area: count",
        _rest,
    ),
    w.E_WAKE: EventKind(
        "what lies on a resting area is taken", "player", "larvae: count; food: count",
        lambda t: f"{t.player} takes {larvae(t.a)} and {t.b} food from its resting area.", 2,
    ),
    w.E_MARKER: EventKind(
        "the marker goes on", "who has it now",
        "nothing; nothing; nothing; final turns left, 0 before them: count", _marker, 2,
    ),
    w.E_FEED: EventKind(
        "a player feeds its ants", "player",
        "to feed: ants, and what cards change: count; ants for each food: count; food used: count; "
        "larvae used: count",
        _feed, 2, opens=True,
    ),
    w.E_STARVE: EventKind(
        "ants starve", "player", "ants to be destroyed: count",
        lambda t: f"{number(t.a, 'ant')} of {t.player} must starve.",
    ),
    w.E_DECREE: EventKind(
        "what a queen produces, before supplies run out", "player", "food: count; larvae: count",
        lambda t: f"The queen of {t.player} produces {f'{t.a} food' if t.a else larvae(t.b)}.", 2, opens=True,
    ),
    w.E_END: EventKind(
        "the game ends", "player", "score: change; ants in the Meadow: count",
        lambda t: f"{t.player} ends with {number(t.a, 'point')} and {number(t.b, 'ant')} in the Meadow.", 2,
    ),
    w.E_PLAY: EventKind(
        "a card is played", "player", "card; free: yes",
        lambda t: f"{t.player} plays {t.card}{', free' if t.b else ''}.",
    ),
    w.E_TAKE: EventKind(
        "a card is taken from the discards", "player", "card",
        lambda t: f"{t.player} takes {t.card} from the discards.",
    ),
    w.E_SPECIES: EventKind(
        "a player takes its species", "player", "species",
        lambda t: f"{t.player} plays the {w.SPECIES_NAMES[t.a]}.",
    ),
    w.E_MEET: EventKind(
        "a card of the Centipede Deck is turned up and carried out", "first of the card's players",
        "card; nothing; nothing; what it does: deed",
        lambda t: f"The Horde turns up {t.card}{f': {HORDE_DEEDS[t.d - 1]}' if t.d else ''}.", 2, opens=True,
    ),
    w.E_JUMP: EventKind(
        "a centipede moves", "", "from hex: hex; to hex: hex",
        lambda t: f"A centipede jumps from {t.land} to {t.hex(t.b)}.",
    ),
    w.E_INTRUDE: EventKind(
        "a centipede enters the Great Tunnel", "", "centipedes there now: count",
        lambda t: f"A centipede enters the Great Tunnel; {t.a} {'is' if t.a == 1 else 'are'} there now.",
    ),
    w.E_HORDE: EventKind(
        "the Horde scores", "", "change; source: Horde source",
        lambda t: f"The Horde gains {number(t.a, 'colony point')} ({HORDE_REASONS[t.b]}).",
    ),
    w.E_HORDE_CARD: EventKind(
        "a centipede draws a card of the Centipede Deck for strength", "", "card",
        lambda t: f"The centipede draws {t.card} from the Centipede Deck.",
    ),
    w.E_HORDE_DISCARD: EventKind(
        "a card goes to the discards of the Centipede Deck", "", "card",
        lambda t: f"{t.card} goes to the discards of the Centipede Deck.",
    ),
    w.E_HORDE_RESHUFFLE: EventKind(
        "the Horde's discards become a new Centipede Deck", "", "cards in it: count",
        lambda t: f"The discards of the Horde become a new Centipede Deck of {number(t.a, 'card')}.",
    ),
    w.E_HORDE_END: EventKind(
        "the Horde's end", "", "its score: change; it wins: yes", _horde_end, 2,
    ),
    w.E_BENEATH: EventKind(
        "an evolution is laid beneath those in play", "player", "card; section",
        lambda t: f"{t.player} lays {t.card} beneath its {w.SECTIONS[t.b]}.",
    ),
}  # fmt: skip

FORMS = {number: kind.form for number, kind in KINDS.items()}
# Points (kind, source) that belong to a phase, not to the events before them.
OF_A_PHASE = (
    (w.E_POINTS, w.BY_INNER), (w.E_POINTS, w.BY_GOALS), (w.E_POINTS, w.BY_END), (w.E_HORDE, w.H_SLUMBER),
)  # fmt: skip


def event_values(items: Sequence[Mapping[str, Any]]) -> dict[str, tuple[EventValue, ...]]:
    """The values of each kind of event, by the kind's name. `items` have the names of cards and tiles."""
    cards = {row["item"]: row["name"] for row in items if row["kind"] == "card"}
    hexes = {0: "Great Tunnel"} | {int(row["id"]): row["name"] for row in items if row["kind"] == "tile"}
    called = {"card": cards, "card or -1": cards, "hex": hexes}

    def value(one: Value) -> EventValue:
        empty = one.measure == "nothing"
        return EventValue("" if empty else one.meaning, called.get(one.measure, MEASURES[one.measure].names))

    return {EVENT_NAMES[kind]: tuple(map(value, one.values)) for kind, one in KINDS.items()}


def say(names: Names, letter: str, values: Sequence[int]) -> str:
    """The short form of a value with this letter. A place consists of two values."""
    value = values[0]
    if letter == "p":
        return names.place(value, values[1])
    if letter == "h":
        return names.hex(value)
    if letter == "c":
        return names.ids[value] if value >= 0 else ""
    if letter == "s":
        return who(names, value)
    if letter == "n":
        return str(value)
    return short(TABLES[letter][value])


def vocabulary(names: Names) -> tuple[str, ...]:
    """All short forms that values and players can have with these names."""
    sites = (site for tile in names.sites.values() for site in tile)
    values = (value for table in TABLES.values() for value in table.values())
    return (*names.players, *names.ids, *sites, OUTSKIRTS, *map(short, (*names.hexes.values(), *values)))


def narrator_of(names: Names) -> Narrator:
    """Create a narrator of events, with the names of one variant and its players."""
    kinds = KINDS.items()
    return Narrator(
        Language(
            kinds=EVENT_NAMES,
            forms=FORMS,
            who=lambda seat: who(names, seat),
            say=lambda letter, values: say(names, letter, values),
            sentence=lambda event: KINDS[event[0]].sentence(NamedEvent(names, event)),
            vocabulary=lambda: vocabulary(names),
            nobodys=[number for number, kind in kinds if not kind.seat or number == w.E_MEET],
            pairs="p",
            constant={"c": lambda card: names.ids[card] if card >= 0 else card},
            explained=[number for number, kind in kinds if kind.explained],
            levels={number: kind.level for number, kind in kinds if kind.level is not None},
            opening=[number for number, kind in kinds if kind.opens],
            of_a_phase=OF_A_PHASE,
        )
    )
