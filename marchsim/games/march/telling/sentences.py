"""A sentence for each kind of event, for a reader; `narrate` decides how far it is indented."""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.march import words as w
from marchsim.games.march.naming.names import Names
from marchsim.games.march.table.tables import EVENT_NAMES
from marchsim.tabletop.naming import number

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
SECTION_NAMES = ("head", "thorax", "abdomen")
END_BONUSES = {
    w.MOST_LARVAE: "largest brood: most larvae",
    w.MOST_FOOD: "greatest stores: most food",
    w.MOST_CARDS: "untold potential: most cards",
}
HORDE_DEEDS = ("Invade", "Advance", "Rampage", "Sentry")  # by C_*: what a card of the Horde does
HORDE_REASONS = ("Slumber", "battle won", "the Great Tunnel entered")
NUMBERS = ("no", "one", "two", "three", "four", "five")


def larvae(n: int) -> str:
    """Return a number of larvae."""
    return number(n, "larva", "larvae")


def lose_or_gain(change: int, why: int, what: str, because: str) -> str:
    """Return "gains 2 food (reaction)" or the like; `because` is what it comes of, in words."""
    if change < 0 and why in (w.WHY_PAY, w.WHY_ACTION):
        return f"pays {what}."
    if change < 0 and why == w.WHY_FEED:
        return f"feeds its ants {what}."
    return f"{'gains' if change > 0 else 'loses'} {what}{because}."


class Wording:
    """How players, places and cards of one game are called in a sentence."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def who(self, seat: int) -> str:
        """Return the name of a seat; -1 is nobody: a centipede in a battle, or one that explores."""
        return self.names.players[seat] if seat >= 0 else "centipede"

    def spot(self, hexno: int, slot: int) -> str:
        """Return an ant's place."""
        name = self.names.hexes[hexno]
        if hexno == w.TUNNEL:
            return "the Great Tunnel"
        if slot == w.OUT:
            return f"the outskirts of {name}"
        site = self.names.site(hexno, slot).replace("larvae", "double larvae").replace("-", " ")
        return f"the {'control ' if slot == 0 else ''}site ({site}) of {name}"

    def land(self, hexno: int) -> str:
        """Return a hex."""
        return "the Great Tunnel" if hexno == w.TUNNEL else self.names.hexes[hexno]

    def card(self, card: int) -> str:
        """Return a card."""
        return self.names.cards[card]

    def because(self, reason: str, told: int) -> str:
        """Return what something comes of: a site (" from the site (food) of Soil"), a card, or else a reason.

        `told` is `words.of_site`, `words.of_card` or 0.
        """
        hexno, slot = divmod(told, w.SITES)
        if told > 0 and reason == REASONS[w.WHY_TILE]:
            return f" ({self.land(hexno)})"
        if told > 0:
            return f" from {self.spot(hexno, slot)}"
        reason = self.card(-1 - told) if told < 0 and reason != GOAL else reason
        goal = f" {self.card(-1 - told)}" if told < 0 and reason == GOAL else ""
        return f" ({reason}{goal})" if reason else ""

    def fighter(self, seat: int) -> str:
        """Return who fights: a player or the centipede."""
        return self.names.players[seat] if seat >= 0 else "the centipede"


# A sentence for each kind of event: (wording, seat, a, b, c, d)
def _setup(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    players = "player sits" if a == 1 else "players sit"
    return f"{NUMBERS[a].capitalize()} {players} down; {t.who(seat)} starts."


def _round(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"Round {a}"


def _phase(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{w.PHASES[a]}; {t.who(seat)} holds the marker."


def _action(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} {DOINGS[a]}."


def _reaction(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} reacts to {ACTIONS[a]}."


def _food(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} {lose_or_gain(a, b, f'{abs(a)} food', t.because(REASONS[b], d))}"


def _larvae(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} {lose_or_gain(a, b, larvae(abs(a)), t.because(REASONS[b], d))}"


def _draw(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} draws {t.card(a)}{t.because('', d)}."


def _reveal(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.card(a)} is turned up from the deck."


def _discard(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    whose = "" if seat < 0 else f" from {t.who(seat)}"
    return f"{t.card(a)} goes to the discards{whose}{t.because(REASONS[b], d)}."


def _reshuffle(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The discards are shuffled into a new deck of {number(a, 'card')}."


def _draw_tile(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    who = t.who(seat) if seat >= 0 else "The Horde"
    return f"{who} draws the {'starting hex' if b else 'hex'} {t.land(a)}."


def _return_tile(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    where = "among the unused starting hexes" if b else "on top of the pile"
    return f"{t.who(seat)} puts {t.land(a)} back {where}."


def _tile(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    if a == w.TUNNEL:
        return "The Great Tunnel lies in the middle of the Meadow."
    inner = " in the Inner Meadow" if max(abs(b), abs(c), abs(b + c)) == 1 else ""
    turned = f", turned by {number(d, 'edge')}" if d else ""
    return f"{t.who(seat) if seat >= 0 else 'The Horde'} lays {t.land(a)} at ({b}, {c}){inner}{turned}."


def _emerge(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    what = "begins with an ant" if d else "places a larva"
    return f"{t.who(seat)} {what} in {t.spot(a, b)}."


def _step(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} moves an ant from {t.spot(a, b)} to {t.spot(c, d)}."


def _settle(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"An ant of {t.who(seat)} fills {t.spot(a, b)}."


def _lose(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    verb = "pays" if c == w.WHY_PAY else "loses"
    why = "" if c == w.WHY_PAY else t.because(REASONS[c], d)
    return f"{t.who(seat)} {verb} an ant in {t.spot(a, b)}{why}."


def _return(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"An ant of {t.who(seat)} returns from {t.spot(a, b)} to the Larvae Chamber."


def _exchange(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The ant of {t.who(seat)} in {t.spot(a, b)} changes places with the one in {t.spot(c, d)}."


def _swapped(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The other is an ant of {t.who(a)}."


def _centipede(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"A centipede comes to {t.land(a)}." if b > 0 else f"The centipede leaves {t.land(a)}."


def _wormhole(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"A wormhole opens in {t.land(a)}."


def _evolve(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} lays {t.card(a)} on top of its {SECTION_NAMES[b]}."


def _devolve(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} gives up {t.card(a)}, the top of its {SECTION_NAMES[b]}."


def _goal(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} has the Colony Goal {t.card(a)} in play."


def _drop_goal(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} gives up the Colony Goal {t.card(a)}."


def _points(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    verb = "scores" if a > 0 else "loses"
    source = "battle" if a < 0 and b == w.BY_BATTLE else SOURCES[b]
    if b == w.BY_END:
        return f"{t.who(seat)} {verb} {number(abs(a), 'point')} ({END_BONUSES.get(d, source)})."
    return f"{t.who(seat)} {verb} {number(abs(a), 'point')}{t.because(source, d)}."


def _battle(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"Battle in {t.land(a)}: {t.who(seat)} invades, {t.who(b)} defends."


def _hunt(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"Battle in {t.land(a)}: the centipede attacks {t.who(seat)}."


def _strength(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    ferocity = f" and {b} ferocity, {a + b} together" if b else ""
    return f"{t.fighter(seat).capitalize() if seat < 0 else t.who(seat)} has Army Strength {a}{ferocity}."


def _ferocity(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} lays {t.card(a)} for ferocity."


def _outcome(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    winner = t.fighter(seat) if seat >= 0 else "The centipede"
    losses = [
        f"{t.who(who)} must lose {number(due, 'ant')}" for who, due in ((seat, b), (a, c)) if who >= 0 and due
    ]
    after = f"; {' and '.join(losses)}" if losses else ""
    return f"{winner} beats {t.fighter(a)}{after}."


def _rest(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    what = "for the first time" if a else "again"
    return f"{t.who(seat)} rests {what}: {larvae(b)} and {c} food on its resting area."


def _wake(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} takes {larvae(a)} and {b} food from its resting area."


def _marker(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    turns = "the last turn" if d == 1 else f"the first of the last {NUMBERS[d]} turns"
    return f"The marker goes to {t.who(seat)}{f' for {turns} of the Worker Phase' if d else ''}."


def _feed(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    # cards count too (Thief Abdomen), so that the total is not the number of its ants
    if a == 0:
        return f"{t.who(seat)} has nobody to feed."
    paid = " and ".join([f"{c} food"] * (c > 0 or d == 0) + [larvae(d)] * (d > 0))
    return f"{t.who(seat)} has {a} to feed, {b} for each food: it uses {paid}."


def _starve(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{number(a, 'ant')} of {t.who(seat)} must starve."


def _decree(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The queen of {t.who(seat)} produces {f'{a} food' if a else larvae(b)}."


def _end(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} ends with {number(a, 'point')} and {number(b, 'ant')} in the Meadow."


def _play(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} plays {t.card(a)}{', free' if b else ''}."


def _take(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} takes {t.card(a)} from the discards."


def _species(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} plays the {w.SPECIES_NAMES[a]}."


def _beneath(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.who(seat)} lays {t.card(a)} beneath its {SECTION_NAMES[b]}."


# The Centipede Horde
def _meet(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The Horde turns up {t.card(a)}{f': {HORDE_DEEDS[d - 1]}' if d else ''}."


def _jump(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"A centipede jumps from {t.land(a)} to {t.land(b)}."


def _intrude(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"A centipede enters the Great Tunnel; {a} {'is' if a == 1 else 'are'} there now."


def _horde(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The Horde gains {number(a, 'colony point')} ({HORDE_REASONS[b]})."


def _horde_card(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The centipede draws {t.card(a)} from the Centipede Deck."


def _horde_discard(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"{t.card(a)} goes to the discards of the Centipede Deck."


def _horde_reshuffle(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    return f"The discards of the Horde become a new Centipede Deck of {number(a, 'card')}."


def _horde_end(t: Wording, seat: int, a: int, b: int, c: int, d: int) -> str:
    end = "it wins, and all players lose" if b else "the players win"
    return f"The Horde ends with {number(a, 'point')}: {end}."


SENTENCES: dict[int, Callable[[Wording, int, int, int, int, int], str]] = {
    kind: globals()[f"_{name}"] for kind, name in EVENT_NAMES.items()
}
