"""A sentence for each kind of event, for a reader. `narrate` decides the indentation."""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.march import words as w
from marchsim.games.march.naming.names import Names
from marchsim.games.march.rules.presets import NUMBERS
from marchsim.tabletop.naming import number
from marchsim.tabletop.telling.narrator import Event

ACTIONS = {
    w.O_EXPLORE: "Explore",
    w.O_MARCH: "March",
    w.O_FORAGE: "Forage",
    w.O_PLAY: "Play a Card",
    w.O_REST: "Rest",
    w.O_DANCE: "Dance of Chaos",
    w.O_JOURNEY: "Journey of 6000 Steps",
    w.O_GENES: "Double Spliced Genes",
    w.O_RAID: "Raiding Party",
}
DOINGS = {
    w.O_EXPLORE: "explores",
    w.O_MARCH: "marches",
    w.O_FORAGE: "forages",
    w.O_PLAY: "plays a card",
    w.O_REST: "rests",
    w.O_DANCE: "begins a Dance of Chaos",
    w.O_JOURNEY: "sets out on a Journey of 6000 Steps",
    w.O_GENES: "splices its genes",
    w.O_RAID: "sends out a Raiding Party",
}
SOURCES = (
    "battle won",
    "centipede beaten",
    "collection site",
    "Inner Meadow",
    "Colony Goal",
    "complete ant body",
    "card",
    "end of the game",
)
REASONS = {
    w.WHY_PAY: "payment",
    w.WHY_BATTLE: "battle",
    w.WHY_CARD: "card",
    w.WHY_STARVED: "starvation",
    w.WHY_HARVEST: "harvest",
    w.WHY_REACTION: "reaction",
    w.WHY_REST: "rest",
    w.WHY_DECREE: "Royal Decree",
    w.WHY_TILE: "hex",
    w.WHY_ACTION: "action",
    w.WHY_FEED: "feeding",
    w.WHY_GOAL: "Colony Goal",
    w.WHY_TRADE: "exchange",
}
GOAL = "Colony Goal"
END_BONUSES = {
    w.MOST_LARVAE: "largest brood: most larvae",
    w.MOST_FOOD: "greatest stores: most food",
    w.MOST_CARDS: "untold potential: most cards",
}
HORDE_DEEDS = ("Invade", "Advance", "Rampage", "Sentry")  # by C_*: what a card of the Horde does
HORDE_REASONS = ("Slumber", "battle won", "the Great Tunnel entered")


def larvae(n: int) -> str:
    """A number of larvae, in words."""
    return number(n, "larva", "larvae")


def lose_or_gain(change: int, why: int, what: str, because: str) -> str:
    """A phrase like "gains 2 food (reaction)". `because` is the cause, in words."""
    if change < 0 and why in (w.WHY_PAY, w.WHY_ACTION):
        return f"pays {what}."
    if change < 0 and why == w.WHY_FEED:
        return f"feeds its ants {what}."
    return f"{'gains' if change > 0 else 'loses'} {what}{because}."


def who(names: Names, seat: int) -> str:
    """The name of a seat. -1 is a centipede in a battle, or one that explores."""
    return names.players[seat] if seat >= 0 else "centipede"


class Told:
    """An event with its values `a` to `d`, and their names for a sentence."""

    def __init__(self, names: Names, event: Event) -> None:
        self.names = names
        _, self.seat, self.a, self.b, self.c, self.d = event

    def who(self, seat: int) -> str:
        """The name of a seat."""
        return who(self.names, seat)

    def place(self, hexno: int, slot: int) -> str:
        """An ant's place, in words."""
        name = self.names.hexes[hexno]
        if hexno == w.TUNNEL:
            return "the Great Tunnel"
        if slot == w.OUT:
            return f"the outskirts of {name}"
        site = self.names.site(hexno, slot).replace("larvae", "double larvae").replace("-", " ")
        return f"the {'control ' if slot == 0 else ''}site ({site}) of {name}"

    def hex(self, hexno: int) -> str:
        """The name of a hex."""
        return "the Great Tunnel" if hexno == w.TUNNEL else self.names.hexes[hexno]

    @property
    def player(self) -> str:
        """The player who acts."""
        return self.who(self.seat)

    @property
    def card(self) -> str:
        """The name of the card in the first value."""
        return self.names.cards[self.a]

    @property
    def land(self) -> str:
        """The name of the hex in the first value."""
        return self.hex(self.a)

    @property
    def spot(self) -> str:
        """The place in the first two values."""
        return self.place(self.a, self.b)

    def because(self, reason: str) -> str:
        """The cause: a site (" from the site (food) of Soil"), a card, or else the reason.

        The event's last value is `words.of_site`, `words.of_card` or 0.
        """
        told = self.d
        if told > 0 and reason == REASONS[w.WHY_TILE]:
            return f" ({self.hex(told // w.SITES)})"
        if told > 0:
            return f" from {self.place(*divmod(told, w.SITES))}"
        card = self.names.cards[-1 - told] if told < 0 else ""
        words = f"{reason} {card}" if card and reason == GOAL else card or reason
        return f" ({words})" if words else ""


# A sentence for each kind of event
def _setup(t: Told) -> str:
    players = "player sits" if t.a == 1 else "players sit"
    return f"{NUMBERS[t.a].capitalize()} {players} down; {t.player} starts."


def _discard(t: Told) -> str:
    whose = "" if t.seat < 0 else f" from {t.player}"
    return f"{t.card} goes to the discards{whose}{t.because(REASONS[t.b])}."


def _draw_tile(t: Told) -> str:
    who = t.player if t.seat >= 0 else "The Horde"
    return f"{who} draws the {'starting hex' if t.b else 'hex'} {t.land}."


def _return_tile(t: Told) -> str:
    where = "among the unused starting hexes" if t.b else "on top of the pile"
    return f"{t.player} puts {t.land} back {where}."


def _tile(t: Told) -> str:
    if t.a == w.TUNNEL:
        return "The Great Tunnel lies in the middle of the Meadow."
    inner = " in the Inner Meadow" if max(abs(t.b), abs(t.c), abs(t.b + t.c)) == 1 else ""
    turned = f", turned by {number(t.d, 'edge')}" if t.d else ""
    return f"{t.player if t.seat >= 0 else 'The Horde'} lays {t.land} at ({t.b}, {t.c}){inner}{turned}."


def _emerge(t: Told) -> str:
    what = "begins with an ant" if t.d else "places a larva"
    return f"{t.player} {what} in {t.spot}."


def _lose(t: Told) -> str:
    verb = "pays" if t.c == w.WHY_PAY else "loses"
    why = "" if t.c == w.WHY_PAY else t.because(REASONS[t.c])
    return f"{t.player} {verb} an ant in {t.spot}{why}."


def _points(t: Told) -> str:
    verb = "scores" if t.a > 0 else "loses"
    source = "battle" if t.a < 0 and t.b == w.BY_BATTLE else SOURCES[t.b]
    if t.b == w.BY_END:
        return f"{t.player} {verb} {number(abs(t.a), 'point')} ({END_BONUSES.get(t.d, source)})."
    return f"{t.player} {verb} {number(abs(t.a), 'point')}{t.because(source)}."


def _strength(t: Told) -> str:
    ferocity = f" and {t.b} ferocity, {t.a + t.b} together" if t.b else ""
    return f"{'The centipede' if t.seat < 0 else t.player} has Army Strength {t.a}{ferocity}."


def _outcome(t: Told) -> str:
    winner = t.player if t.seat >= 0 else "The centipede"
    losses = [
        f"{t.who(who)} must lose {number(due, 'ant')}"
        for who, due in ((t.seat, t.b), (t.a, t.c))
        if who >= 0 and due
    ]
    after = f"; {' and '.join(losses)}" if losses else ""
    loser = t.who(t.a) if t.a >= 0 else "the centipede"
    return f"{winner} beats {loser}{after}."


def _rest(t: Told) -> str:
    what = "for the first time" if t.a else "again"
    return f"{t.player} rests {what}: {larvae(t.b)} and {t.c} food on its resting area."


def _marker(t: Told) -> str:
    turns = "the last turn" if t.d == 1 else f"the first of the last {NUMBERS[t.d]} turns"
    return f"The marker goes to {t.player}{f' for {turns} of the Worker Phase' if t.d else ''}."


def _feed(t: Told) -> str:
    # cards count too (Thief Abdomen), so that the total is not the number of its ants
    if t.a == 0:
        return f"{t.player} has nobody to feed."
    paid = " and ".join([f"{t.c} food"] * (t.c > 0 or t.d == 0) + [larvae(t.d)] * (t.d > 0))
    return f"{t.player} has {t.a} to feed, {t.b} for each food: it uses {paid}."


def _horde_end(t: Told) -> str:
    end = "it wins, and all players lose" if t.b else "the players win"
    return f"The Horde ends with {number(t.a, 'point')}: {end}."


SENTENCES: dict[int, Callable[[Told], str]] = {
    w.E_SETUP: _setup,
    w.E_ROUND: lambda t: f"Round {t.a}",
    w.E_PHASE: lambda t: f"{w.PHASES[t.a]}; {t.player} holds the marker.",
    w.E_ACTION: lambda t: f"{t.player} {DOINGS[t.a]}.",
    w.E_REACTION: lambda t: f"{t.player} reacts to {ACTIONS[t.a]}.",
    w.E_FOOD: lambda t: f"{t.player} {lose_or_gain(t.a, t.b, f'{abs(t.a)} food', t.because(REASONS[t.b]))}",
    w.E_LARVAE: lambda t: f"{t.player} {lose_or_gain(t.a, t.b, larvae(abs(t.a)), t.because(REASONS[t.b]))}",
    w.E_DRAW: lambda t: f"{t.player} draws {t.card}{t.because('')}.",
    w.E_REVEAL: lambda t: f"{t.card} is turned up from the deck.",
    w.E_DISCARD: _discard,
    w.E_RESHUFFLE: lambda t: f"The discards are shuffled into a new deck of {number(t.a, 'card')}.",
    w.E_DRAW_TILE: _draw_tile,
    w.E_RETURN_TILE: _return_tile,
    w.E_TILE: _tile,
    w.E_EMERGE: _emerge,
    w.E_STEP: lambda t: f"{t.player} moves an ant from {t.spot} to {t.place(t.c, t.d)}.",
    w.E_SETTLE: lambda t: f"An ant of {t.player} fills {t.spot}.",
    w.E_LOSE: _lose,
    w.E_RETURN: lambda t: f"An ant of {t.player} returns from {t.spot} to the Larvae Chamber.",
    w.E_EXCHANGE: lambda t: (
        f"The ant of {t.player} in {t.spot} changes places with the one in {t.place(t.c, t.d)}."
    ),
    w.E_SWAPPED: lambda t: f"The other is an ant of {t.who(t.a)}.",
    w.E_CENTIPEDE: lambda t: (
        f"A centipede comes to {t.land}." if t.b > 0 else f"The centipede leaves {t.land}."
    ),
    w.E_WORMHOLE: lambda t: f"A wormhole opens in {t.land}.",
    w.E_EVOLVE: lambda t: f"{t.player} lays {t.card} on top of its {w.SECTIONS[t.b]}.",
    w.E_DEVOLVE: lambda t: f"{t.player} gives up {t.card}, the top of its {w.SECTIONS[t.b]}.",
    w.E_GOAL: lambda t: f"{t.player} has the Colony Goal {t.card} in play.",
    w.E_DROP_GOAL: lambda t: f"{t.player} gives up the Colony Goal {t.card}.",
    w.E_POINTS: _points,
    w.E_BATTLE: lambda t: f"Battle in {t.land}: {t.player} invades, {t.who(t.b)} defends.",
    w.E_HUNT: lambda t: f"Battle in {t.land}: the centipede attacks {t.player}.",
    w.E_STRENGTH: _strength,
    w.E_FEROCITY: lambda t: f"{t.player} lays {t.card} for ferocity.",
    w.E_OUTCOME: _outcome,
    w.E_REST: _rest,
    w.E_WAKE: lambda t: f"{t.player} takes {larvae(t.a)} and {t.b} food from its resting area.",
    w.E_MARKER: _marker,
    w.E_FEED: _feed,
    w.E_STARVE: lambda t: f"{number(t.a, 'ant')} of {t.player} must starve.",
    w.E_DECREE: lambda t: f"The queen of {t.player} produces {f'{t.a} food' if t.a else larvae(t.b)}.",
    w.E_END: lambda t: f"{t.player} ends with {number(t.a, 'point')} and {number(t.b, 'ant')} in the Meadow.",
    w.E_PLAY: lambda t: f"{t.player} plays {t.card}{', free' if t.b else ''}.",
    w.E_TAKE: lambda t: f"{t.player} takes {t.card} from the discards.",
    w.E_SPECIES: lambda t: f"{t.player} plays the {w.SPECIES_NAMES[t.a]}.",
    w.E_BENEATH: lambda t: f"{t.player} lays {t.card} beneath its {w.SECTIONS[t.b]}.",
    w.E_MEET: lambda t: f"The Horde turns up {t.card}{f': {HORDE_DEEDS[t.d - 1]}' if t.d else ''}.",
    w.E_JUMP: lambda t: f"A centipede jumps from {t.land} to {t.hex(t.b)}.",
    w.E_INTRUDE: lambda t: (
        f"A centipede enters the Great Tunnel; {t.a} {'is' if t.a == 1 else 'are'} there now."
    ),
    w.E_HORDE: lambda t: f"The Horde gains {number(t.a, 'colony point')} ({HORDE_REASONS[t.b]}).",
    w.E_HORDE_CARD: lambda t: f"The centipede draws {t.card} from the Centipede Deck.",
    w.E_HORDE_DISCARD: lambda t: f"{t.card} goes to the discards of the Centipede Deck.",
    w.E_HORDE_RESHUFFLE: lambda t: (
        f"The discards of the Horde become a new Centipede Deck of {number(t.a, 'card')}."
    ),
    w.E_HORDE_END: _horde_end,
}
