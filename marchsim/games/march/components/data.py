"""Cards, tiles and the Great Tunnel as plain data: their numbers, texts and sources.

`loader` reads them from the package's files and applies overlays. A text is a template, which names the
amounts of its card or tile. `{larvae}` shows the number, `{larvae:larva|larvae}` chooses a word for one or
for several, and `{digs?words}` shows words unless the amount is 0. A template contains no digits, and nothing
in it is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from marchsim.games.march.amounts import BASE

_FIELD = re.compile(r"\{([a-z_]+)(?::([^{}|]*)\|([^{}|]*)|\?([^{}]*))?\}")

Mark = Callable[[str, str], str]


def fill(template: str, amounts: Mapping[str, int], mark: Mark | None = None) -> str:
    """Put the amounts into a template. `mark(name, digits)`, if given, decorates each number."""

    def one(found: re.Match[str]) -> str:
        name, single, several, words = found.groups()
        value = amounts.get(name, 0)
        if words is not None:
            return words if value else ""
        if single is not None:
            return single if value == 1 else several
        return mark(name, str(value)) if mark else str(value)

    return re.sub(r"  +", " ", _FIELD.sub(one, template)).strip()


def named(template: str) -> list[str]:
    """The amounts that a template mentions, in order of appearance."""
    return list(dict.fromkeys(found.group(1) for found in _FIELD.finditer(template)))


def whole(template: str, amounts: Mapping[str, int], kind: str) -> str:
    """Add to a template the clause of each nonzero base amount that it does not mention."""
    clauses = BASE.get(kind, {})
    spoken = named(template)
    added = [
        clauses[name].clause for name in amounts if amounts[name] and name in clauses and name not in spoken
    ]
    return " ".join(part for part in (template, *added) if part)


def render(template: str, amounts: Mapping[str, int], kind: str, mark: Mark | None = None) -> str:
    """The complete text of a card or tile, with its numbers. `kind` selects the base amounts."""
    return fill(whole(template, amounts, kind), amounts, mark)


def flaw(template: str, amounts: Mapping[str, int]) -> str:
    """The fault in a template with these amounts, or '' if there is none."""
    for name in named(template):
        if name not in amounts:
            return f"it speaks of {{{name}}}, which is not among its amounts ({', '.join(amounts) or 'none'})"
    rest = _FIELD.sub("", template)
    if "{" in rest or "}" in rest:
        return "a brace opens or closes no amount: write {name}, {name:one|several} or {name?words}"
    if any(letter.isdigit() for letter in rest) or any(c.isdigit() for c in _words(template)):
        return "it holds a digit: name the number as an amount, say larvae = 3, and write {larvae}"
    return ""


def _words(template: str) -> str:
    """All words in the fields of a template, whether the text shows them or not."""
    groups = (found.groups()[1:] for found in _FIELD.finditer(template))
    return " ".join(part for group in groups for part in group if part)


# Cards, tiles and the Great Tunnel
TYPES = ("event", "evolution", "goal")
SECTIONS = ("head", "thorax", "abdomen")
PAYMENTS = ("any", "larvae", "ants")
GROUPS = ("starting", "standard", "beyond")
ICONS = ("", "wormhole", "centipede")
SITES = {"F": "food", "L": "larva", "D": "double larvae", "C": "card", "P": "colony point"}


@dataclass(frozen=True)
class CardData:
    """One card. `provenance` gives the source of each field, and of each amount as `amounts.NAME`.

    The effect of a `coded` card is in code, which also determines its amounts. Any other card may have any of
    the base amounts of its kind (see `amounts`). A disabled card is not in the deck.
    """

    id: str
    name: str
    type: str
    section: str
    cost: int
    payment: str
    ferocity: int
    centipede: bool
    amounts: Mapping[str, int]
    text: str
    stand_in: bool = False
    coded: bool = False
    enabled: bool = True
    provenance: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """The section of an evolution (head, thorax, abdomen), or the type of another card (event, goal)."""
        return self.section or self.type

    @property
    def rendered(self) -> str:
        """The text with its numbers filled in, and with a clause for each base amount that it leaves out."""
        return render(self.text, self.amounts, self.kind)

    def facts(self) -> list[str]:
        """The provenance of each number: cost, payment, ferocity, centipede icon and amounts."""
        numbers = ("cost", "payment", "ferocity", "centipede")
        return [self.provenance[key] for key in (*numbers, *(f"amounts.{name}" for name in self.amounts))]


@dataclass(frozen=True)
class TileData:
    """One tile. `sites` are letters of SITES, control site first. `tunnels` are edges, 0 (NE) to 5 (NW)."""

    number: int
    name: str
    group: str
    sites: tuple[str, ...]
    tunnels: tuple[int, ...]
    icon: str
    amounts: Mapping[str, int]
    text: str
    stand_in: bool = False
    enabled: bool = True
    provenance: Mapping[str, str] = field(default_factory=dict)

    @property
    def rendered(self) -> str:
        """The text with the numbers filled in, or '' if the tile has no effect."""
        return render(self.text, self.amounts, "tile")

    def facts(self) -> list[str]:
        """The provenance of each number: sites, tunnels, icon and amounts."""
        numbers = ("sites", "tunnels", "icon")
        return [self.provenance[key] for key in (*numbers, *(f"amounts.{name}" for name in self.amounts))]


@dataclass(frozen=True)
class Components:
    """All components of a variant: cards by id, tiles by number, and both sides of the Great Tunnel."""

    cards: tuple[CardData, ...]
    tiles: tuple[TileData, ...]
    tunnel_front: tuple[int, ...]
    tunnel_back: tuple[int, ...]
    tunnel_provenance: Mapping[str, str]

    @property
    def deck(self) -> tuple[CardData, ...]:
        """The enabled cards, by id."""
        return tuple(card for card in self.cards if card.enabled)

    def pile(self, group: str) -> tuple[TileData, ...]:
        """The enabled tiles of a group (starting, standard or beyond), by number."""
        return tuple(tile for tile in self.tiles if tile.enabled and tile.group == group)
