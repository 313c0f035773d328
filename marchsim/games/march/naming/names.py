"""The names of everything that has a number in the engine, and the numbers behind names.

The place of an ant is written HEX.SITE: `soil.food`, `soil.outskirts`, `great-tunnel`.
"""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.errors import nearest
from marchsim.games.march.components.data import Components
from marchsim.games.march.words import OUT, TUNNEL
from marchsim.tabletop.naming import Unknown, find, letters, short

COLOURS = ("red", "yellow", "black", "blue", "purple")
SITE_WORDS = {"F": "food", "L": "larva", "D": "larvae", "C": "card", "P": "point"}
OUTSKIRTS = "outskirts"
CONTROL = "control"
GREAT_TUNNEL = "Great Tunnel"
SYNONYMS = {"out": OUTSKIRTS}  # what people write -> the word of a short form


class Names:
    """The names of the players, cards, hexes and sites of one variant, with the numbers behind them."""

    def __init__(self, components: Components, players: Sequence[str] = COLOURS) -> None:
        self.players = tuple(players)
        self.cards = tuple(card.name for card in components.cards)
        self.ids = tuple(card.id for card in components.cards)
        self.hexes = {TUNNEL: GREAT_TUNNEL, **{tile.number: tile.name for tile in components.tiles}}
        self.sites = {TUNNEL: (), **{tile.number: site_names(tile.sites) for tile in components.tiles}}

    # numbers to words
    def hex(self, hexno: int) -> str:
        """The short form of a hex."""
        return short(self.hexes[hexno])

    def site(self, hexno: int, slot: int) -> str:
        """The name of a site within its hex, or of the outskirts."""
        return OUTSKIRTS if slot == OUT else self.sites[hexno][slot]

    def place(self, hexno: int, slot: int) -> str:
        """The short form of an ant's place."""
        return self.hex(hexno) if hexno == TUNNEL else f"{self.hex(hexno)}.{self.site(hexno, slot)}"

    def places(self, hexno: int, slot: int) -> tuple[str, ...]:
        """Every way to write an ant's place. The control site has two."""
        place = self.place(hexno, slot)
        return (place, f"{self.hex(hexno)}.{CONTROL}") if slot == 0 and hexno != TUNNEL else (place,)

    # words to numbers
    def find_seat(self, name: str) -> int:
        """The seat of the player with this name. Raises Unknown."""
        return find(name, {player: seat for seat, player in enumerate(self.players)}, "player")

    def find_card(self, name: str, section: str = "") -> int:
        """The number of a card by id or name. In a `section` its last word is optional. Raises Unknown."""
        known = {key: index for keys in (self.cards, self.ids) for index, key in enumerate(keys)}
        if section and letters(name + section) in map(letters, self.ids):
            name += section
        return find(name, known, "card")

    def find_hex(self, name: str) -> int:
        """The number of a hex by name or printed number. Raises Unknown."""
        known = {full: number for number, full in self.hexes.items()}
        known |= {str(number): number for number in self.hexes if number != TUNNEL}
        return find(name, {**known, "tunnel": TUNNEL}, "hex")

    def find_slot(self, hexno: int, name: str) -> list[int]:
        """The slots that a site's name may mean, since several may yield food. Raises Unknown."""
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
    """The names of a tile's sites: their yields, numbered from 1 if several are the same."""
    kinds = [SITE_WORDS[letter] for letter in letters_of_sites]
    return tuple(
        f"{kind}-{kinds[: index + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        for index, kind in enumerate(kinds)
    )
