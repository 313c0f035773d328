"""Names for everything that the engine knows by a number, and how the words that people write are matched.

Each thing has a *name* (Water's Edge, Royal Jelly) and a *short form* without blanks (water's-edge,
royal-jelly). A place of an ant is written HEX.SITE: `soil.food`, `soil.outskirts`, `great-tunnel`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from marchsim.errors import nearest
from marchsim.games.march.components.data import Components
from marchsim.games.march.words import OUT, TUNNEL

COLOURS = ("red", "yellow", "black", "blue", "purple")
SITE_WORDS = {"F": "food", "L": "larva", "D": "larvae", "C": "card", "P": "point"}
OUTSKIRTS = "outskirts"
CONTROL = "control"
GREAT_TUNNEL = "Great Tunnel"

_WORD = re.compile(r"[^\W\d_]+(?:-\d+\b)?|-?\d+")


class Unknown(Exception):
    """A name that nothing bears; the text says what it should have been."""


def letters(name: str) -> str:
    """Return a name as people compare names: letters and digits only, in one case."""
    return "".join(char for char in name.casefold() if char.isalnum())


def short(name: str) -> str:
    """Return the short form of a name: small letters, hyphens for blanks."""
    return "-".join(name.casefold().split())


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in small letters; apostrophes and punctuation do not count."""
    found = _WORD.findall(text.casefold().replace("'", ""))
    return [OUTSKIRTS if word == "out" else word for word in found]


def fit(wanted: str, texts: Iterable[str]) -> int:
    """Return how well some words fit a text: 2 word for word, 1 all of them in this order, 0 not at all.

    Words that begin with `=` fit word for word or not at all.
    """
    exactly = wanted.lstrip().startswith("=")
    wanted_words = words(wanted)
    best = 0
    for text in texts:
        have = words(text)
        if have == wanted_words:
            return 2
        rest = iter(have)
        if not exactly and all(word in rest for word in wanted_words):
            best = 1
    return best if wanted_words else 0


def pick(wanted: str, choices: Sequence[Sequence[str]]) -> list[int]:
    """Return which choices (each with all its texts) some words fit best: one if they are clear."""
    fits = [fit(wanted, texts) for texts in choices]
    best = max(fits, default=0)
    return [index for index, value in enumerate(fits) if value == best] if best else []


class Names:
    """The names of the players, cards, hexes and sites of one variant, both ways."""

    def __init__(self, components: Components, players: Sequence[str] = COLOURS) -> None:
        self.players = tuple(players)
        self.cards = tuple(card.name for card in components.cards)
        self.ids = tuple(card.id for card in components.cards)
        self.hexes = {TUNNEL: GREAT_TUNNEL, **{tile.number: tile.name for tile in components.tiles}}
        self.sites = {TUNNEL: (), **{tile.number: site_names(tile.sites) for tile in components.tiles}}

    # numbers to words
    def hex(self, hexno: int) -> str:
        """Return the short form of a hex."""
        return short(self.hexes[hexno])

    def site(self, hexno: int, slot: int) -> str:
        """Return the name of a site within its hex, or of the outskirts."""
        return OUTSKIRTS if slot == OUT else self.sites[hexno][slot]

    def place(self, hexno: int, slot: int) -> str:
        """Return the short form of an ant's place."""
        return self.hex(hexno) if hexno == TUNNEL else f"{self.hex(hexno)}.{self.site(hexno, slot)}"

    def places(self, hexno: int, slot: int) -> tuple[str, ...]:
        """Return every way to write an ant's place: the control site has two."""
        place = self.place(hexno, slot)
        return (place, f"{self.hex(hexno)}.{CONTROL}") if slot == 0 and hexno != TUNNEL else (place,)

    # words to numbers
    def find_seat(self, name: str) -> int:
        """Return the seat of a player's name; raises Unknown."""
        return _find(name, {player: seat for seat, player in enumerate(self.players)}, "player")

    def find_card(self, name: str, section: str = "") -> int:
        """Return the number of a card's id or name (in a section also without that word); raises Unknown."""
        known = {key: index for keys in (self.cards, self.ids) for index, key in enumerate(keys)}
        if section and letters(name + section) in map(letters, self.ids):
            name += section
        return _find(name, known, "card")

    def find_hex(self, name: str) -> int:
        """Return the number of a hex's name or printed number; raises Unknown."""
        known = {full: number for number, full in self.hexes.items()}
        known |= {str(number): number for number in self.hexes if number != TUNNEL}
        return _find(name, {**known, "tunnel": TUNNEL}, "hex")

    def find_slot(self, hexno: int, name: str) -> list[int]:
        """Return the slots that a site's name may mean (several may yield food); raises Unknown."""
        if letters(name) in (OUTSKIRTS, "out"):
            return [OUT]
        sites = self.sites[hexno]
        if letters(name) == CONTROL and sites:
            return [0]
        found = [
            slot for slot, site in enumerate(sites) if letters(name) in (letters(site), site.split("-")[0])
        ]
        if not found:
            known = ", ".join([*sites, CONTROL, OUTSKIRTS] if sites else [OUTSKIRTS])
            message = f"{self.hexes[hexno]} has no site {name!r}; there are {known}.{nearest(name, sites)}"
            raise Unknown(message)
        return found


def site_names(letters_of_sites: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a tile's sites: what they yield, numbered from 1 where several yield the same."""
    kinds = [SITE_WORDS[letter] for letter in letters_of_sites]
    return tuple(
        f"{kind}-{kinds[: index + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        for index, kind in enumerate(kinds)
    )


def _find(name: str, known: dict[str, int], what: str) -> int:
    """Return the number of a name; raises Unknown with the nearest ones."""
    for full, number in known.items():
        if letters(full) == letters(name):
            return number
    close = nearest(name.casefold(), {full.casefold(): full for full in known})
    shown = name if name.isprintable() and len(name) <= 60 else ascii(name)[1:60]
    message = f"there is no {what} '{shown}'.{close}"
    raise Unknown(message)
