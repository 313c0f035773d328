"""The pieces that a script of March sees, in the rulebook's words, and the wording of its options.

The pieces show the current state of the view, and are read-only. They have the same short names as in
scenarios, and options have the same words as there (`naming`).
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.components.data import Components
from marchsim.games.march.engine.card import Kit
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming import COLOURS, SITE_WORDS, SYNONYMS, Ground, Names, texts
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.naming import Unknown, find, words
from marchsim.tabletop.options import codes_in
from marchsim.tabletop.players.scripts import Lexicon, ScriptView, Seated, Thing, named

# question -> the codes of its options; code of an option -> what its values are
OPTIONS, VALUES = codes_in([told for _, _, told in w.QUESTIONS], vars(w))
BARE: Final = Ground(Kit(), vec[i64](), 0)
HEX: Final = ("hex", "tile")  # the values that are a hex


class Words(Lexicon):
    """The words of March's options."""

    def __init__(self, components: Components) -> None:
        super().__init__(SYNONYMS)
        self.components = components
        self.names = Names(components, COLOURS)

    def texts(self, view: View, option: i64) -> tuple[str, ...]:
        """All ways to write an option, the canonical one first."""
        ground = Ground(view.kit, view.grid, view.context(0))
        return texts(ground, self.names, view.question, option)

    def lasting(self, option: i64) -> bool:
        """Return whether the words of an option are the same in every position."""
        return w.code_of(option) not in (w.O_SPOT, w.O_TURN)

    def learnt(self, question: i64) -> set[str]:
        """All words that the options of a question can have, computed at each call."""
        names = self.names
        found = set()
        for code in OPTIONS[question]:
            values = VALUES[code]
            if code == w.O_SPOT or code == w.O_TURN:
                found |= {"at", "of", "turn", "tunnels", *words(" ".join(w.EDGES))}
                found |= {str(at) for at in range(-w.CENTRE, w.GRID)}
                for hexno in names.hexes:
                    found |= set(words(names.hex(hexno)))
            elif code == w.O_TWO:
                found |= {"food", "larvae", "cards", "and"}
            elif values and values[0] in HEX:
                found |= self.of_hexes(question, code, values)
            else:
                count = len(names.ids) if values == ["card"] or code == w.O_EVOLVE else w.SEATS
                if code == w.O_SECTION:
                    count = len(w.SECTIONS)
                for value in range(count if values else 1):
                    for second in (0, 1):
                        found |= self.heard(question, w.option(code, value, second, 0, 0))
        return found

    def of_hexes(self, question: i64, code: i64, values: list[str]) -> set[str]:
        """The words of all options with this code, whose first value is a hex."""
        found = set()
        for hexno in self.names.hexes:
            sites = len(self.names.sites[hexno])
            for second in range(max(w.SIDES, w.OUT + 1)):
                if "slot" in values and sites <= second < w.OUT:
                    continue
                if "site" in values and second >= sites:
                    continue
                if code in (w.O_PLACE, w.O_VICTIM, w.O_SHIFT) and second >= (
                    w.SIDES if code == w.O_PLACE else w.SEATS
                ):
                    continue
                for third in range(w.SEATS if "owner" in values else 1):
                    found |= self.heard(question, w.option(code, hexno, second, third, 0))
        return found

    def heard(self, question: i64, option: i64) -> set[str]:
        """The words of an option whose words do not depend on the position."""
        found = set()
        for text in texts(BARE, self.names, question, option):
            found |= set(words(text))
        return found


class Bookshelf:
    """Keeps the last `Words`, so that all games of a variant share them."""

    def __init__(self) -> None:
        self.last: Words | None = None

    def of(self, components: Components) -> Words:
        """The words for these components. A call with the same object as the call before reuses them."""
        last = self.last
        if last is None or last.components is not components:
            last = Words(components)
            self.last = last
        return last


SHELF: Final = Bookshelf()


# Cards, hexes and players
KINDS: Final = ("event", "evolution", "goal")
KINDS_OF_CARDS: Final = ("event", "goal", *w.SECTIONS)
YIELDS: Final = tuple(SITE_WORDS.values())
TRAITS: Final = ("kind", "card", "hex", "to", "player")


class Card(Thing):
    """A card with its printed numbers. Equal cards are the same object."""

    def __init__(self, pieces: Pieces, number: i64) -> None:
        super().__init__(number)
        self._pieces = pieces

    @property
    def number(self) -> int:
        """The number of the card in the kit."""
        return self._number

    @property
    def name(self) -> str:
        """The short name of the card, such as royal-jelly."""
        return self._pieces.words.names.ids[self._number]

    @property
    def kind(self) -> str:
        """The kind of the card: event, goal, head, thorax or abdomen."""
        kit = self._pieces.march.kit
        section = kit.section[self._number]
        return w.SECTIONS[section] if section >= 0 else KINDS[kit.kind[self._number]]

    @property
    def cost(self) -> int:
        """The number of larvae or ants that the card costs."""
        return self._pieces.march.kit.cost[self._number]

    @property
    def ferocity(self) -> int:
        """The ferocity of the card in a battle."""
        return self._pieces.march.kit.ferocity[self._number]


class Hex(Thing):
    """A hex, whether in the Meadow or not."""

    def __init__(self, pieces: Pieces, number: i64) -> None:
        super().__init__(number)
        self._pieces = pieces

    @property
    def number(self) -> int:
        """The printed number of the hex. 0 for the Great Tunnel."""
        return self._number

    @property
    def name(self) -> str:
        """The short name of the hex, such as soil or great-tunnel."""
        return self._pieces.words.names.hex(self._number)

    @property
    def laid(self) -> bool:
        """Whether the hex is in the Meadow."""
        return self._pieces.march.placed[self._number] > 0

    @property
    def inner(self) -> bool:
        """Whether the hex is in the Inner Meadow."""
        return self._pieces.march.inner[self._number] > 0

    @property
    def scoring(self) -> bool:
        """Whether control of the hex scores in Slumber."""
        return self._pieces.march.scoring[self._number] > 0

    @property
    def controller(self) -> Player | None:
        """The player on the control site. None if the site is empty."""
        seat = self._pieces.march.controller(self._number)
        return self._pieces.players[seat] if seat >= 0 else None

    @property
    def crowd(self) -> int:
        """The number of ants in the hex, of all players."""
        return self._pieces.march.crowd[self._number]

    @property
    def sites(self) -> int:
        """The number of collection sites of the hex."""
        return self._pieces.march.kit.sites[self._number]

    @property
    def empty(self) -> int:
        """The number of collection sites of the hex without an ant."""
        return self._pieces.march.kit.sites[self._number] - self._pieces.march.filled[self._number]

    @property
    def centipede(self) -> bool:
        """Whether there is a centipede in the hex."""
        return self._pieces.march.centipede[self._number] > 0

    @property
    def wormhole(self) -> bool:
        """Whether there is a wormhole in the hex."""
        return self._pieces.march.wormhole[self._number] > 0

    @property
    def contested(self) -> bool:
        """Whether a battle between ants is due in the hex."""
        return self._pieces.march.figures.contested(self._number)

    @property
    def exits(self) -> int:
        """The number of tunnels of the hex that lead to an empty place."""
        return self._pieces.march.figures.open_tunnels(self._number)

    @property
    def neighbours(self) -> tuple[Hex, ...]:
        """The hexes to which tunnels lead from this one."""
        view = self._pieces.march
        others = [view.joined[self._number * w.SIDES + edge] for edge in range(w.SIDES)]
        return tuple([self._pieces.hex(other) for other in others if other >= 0])

    def yields(self, what: str) -> int:
        """The number of sites of a resource in the hex: food, larva, larvae (two at once), card or point."""
        named(what, YIELDS, "resource")
        sites = self._pieces.words.names.sites[self._number]
        return len([site for site in sites if site.partition("-")[0] == what])


class Player(Seated):
    """A player, as all others see it."""

    def __init__(self, pieces: Pieces, seat: i64) -> None:
        super().__init__(seat)
        self._pieces = pieces

    @property
    def name(self) -> str:
        """The colour of the player. Options name the player by it."""
        return COLOURS[self._number]

    @property
    def food(self) -> int:
        """The food in the player's store."""
        return self._pieces.march.food[self._number]

    @property
    def larvae(self) -> int:
        """The larvae in the player's chamber."""
        return self._pieces.march.larvae[self._number]

    @property
    def supply(self) -> int:
        """The cubes in the player's supply."""
        return self._pieces.march.supply[self._number]

    @property
    def points(self) -> int:
        """The colony points of the player."""
        return self._pieces.march.score[self._number]

    @property
    def resting(self) -> bool:
        """Whether the player is resting."""
        return self._pieces.march.rested[self._number] > 0

    @property
    def acted(self) -> int:
        """The number of actions that the player has taken in this Worker Phase."""
        return self._pieces.march.acted[self._number]

    @property
    def army(self) -> int:
        """The number of the player's ants in the Meadow."""
        return self._pieces.march.army[self._number]

    @property
    def bodies(self) -> int:
        """The number of the player's complete ant bodies."""
        return self._pieces.march.bodies[self._number]

    @property
    def wins(self) -> int:
        """The number of battles that the player has won in this round."""
        return self._pieces.march.wins[self._number]

    @property
    def cards(self) -> int:
        """The number of cards in the player's hand."""
        return self._pieces.march.hand_n[self._number]

    @property
    def species(self) -> str:
        """The species of the player."""
        return w.SPECIES_IDS[self._pieces.march.species[self._number]]

    @property
    def goals(self) -> tuple[Card, ...]:
        """The Colony Goals that the player has in play."""
        view = self._pieces.march
        return tuple(
            [self._pieces.card(view.goal(self._number, at)) for at in range(view.goal_n[self._number])]
        )

    @property
    def evolutions(self) -> int:
        """The number of evolutions that the player has in play."""
        return self._pieces.march.evolutions(self._number)

    @property
    def inner(self) -> int:
        """The number of Inner Meadow hexes that the player controls."""
        return self._pieces.march.figures.inner_controlled(self._number)

    @property
    def mouths(self) -> int:
        """The number of ants that the player has to feed."""
        return self._pieces.march.figures.mouths(self._number, True)

    @property
    def food_due(self) -> int:
        """The food that the player needs to feed all ants."""
        return self._pieces.march.figures.food_due(self._number, True)

    @property
    def hungry(self) -> bool:
        """Whether the player has too little food to feed all ants."""
        return self._pieces.march.food[self._number] < self.food_due

    @property
    def march_steps(self) -> int:
        """The number of steps of the player's March."""
        return self._pieces.march.figures.march_steps(self._number, True)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes in which the player has ants."""
        return tuple([at for at in self._pieces.laid() if self.ants(at) > 0])

    def ants(self, where: Hex | str) -> int:
        """The number of the player's ants in a hex."""
        return self._pieces.march.ants[self._number * w.HEXES + self._pieces.hex_number(where)]

    def holds(self, where: Hex | str) -> int:
        """The number of collection sites of a hex that the player inhabits."""
        return self._pieces.march.holds(self._number, self._pieces.hex_number(where))

    def evolved(self, section: str) -> int:
        """The number of the player's evolutions in a section: head, thorax or abdomen."""
        at = w.SECTIONS.index(named(section, w.SECTIONS, "section"))
        return self._pieces.march.evolution_n[self._number * 3 + at]


class Me(Player):
    """The player whose script this is. Unlike the others, it shows the hand."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the hand."""
        view = self._pieces.march
        return tuple([self._pieces.card(view.card(at)) for at in range(view.hand_n[self._number])])

    def has(self, kind: str) -> bool:
        """Whether the hand has a card of this kind."""
        return named(kind, KINDS_OF_CARDS, "kind of card") in [card.kind for card in self.hand]


class Pieces(ScriptView):
    """The hexes, cards and players of a view. Each object is made when it is first used."""

    def __init__(self, view: View, lexicon: Words) -> None:
        self.march = view
        self.words = lexicon
        self.board: dict[int, Hex] = {}
        self.book: dict[int, Card] = {}
        me = Me(self, view.seat)
        self.players: list[Player] = []
        for seat in range(view.players):
            self.players.append(me if seat == view.seat else Player(self, seat))
        self.rivals = [self.players[(view.seat + step) % view.players] for step in range(1, view.players)]
        super().__init__(view, me, lexicon, TRAITS)

    def card(self, number: i64) -> Card:
        """The card with this number, which is its index in the kit."""
        card = self.book.get(number)
        if card is None:
            card = Card(self, number)
            self.book[number] = card
        return card

    def hex(self, number: i64) -> Hex:
        """The hex with this printed number."""
        at = self.board.get(number)
        if at is None:
            at = Hex(self, number)
            self.board[number] = at
        return at

    def laid(self) -> list[Hex]:
        """The hexes of the Meadow, in the order in which they were laid."""
        view = self.march
        return [self.hex(view.laid[at]) for at in range(view.laid_n)]

    def hex_number(self, where: Hex | str) -> int:
        """The number of a hex. Raises KeyError if its name is unknown."""
        if isinstance(where, Hex):
            return where._number
        try:
            return self.words.names.find_hex(where)
        except Unknown as error:
            raise KeyError(str(error)) from None

    def trait(self, trait: str, wanted: object) -> object:
        """The value of a trait of options, which a script may give by name.

        Any value other than a text is returned as it is. Raises ValueError if the name is unknown.
        """
        if not isinstance(wanted, str):
            return wanted
        if trait == "kind":
            return named(wanted, KINDS_OF_CARDS, "kind of card")
        names = self.words.names
        try:
            if trait == "card":
                return self.card(names.find_card(wanted))
            if trait == "player":
                return self.players[named_seat(wanted, self.players)]
            return self.hex(names.find_hex(wanted))
        except Unknown as error:
            raise ValueError(str(error)) from None


def named_seat(name: str, players: list[Player]) -> int:
    """The seat of the player with this name. Raises Unknown if no player has it."""
    return find(name, {player.name: player.seat for player in players}, "player")
