"""Cards, tiles and the Great Tunnel as plain data: their numbers, texts and sources.

`loader` reads them from the package's files and applies overlays. A text is a template, which names the
amounts of its card or tile. `{larvae}` shows the number, `{larvae:larva|larvae}` chooses a word for one or
for several, and `{digs?words}` shows words unless the amount is 0. A template contains no digits, and nothing
in it is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from marchsim.games.march.amounts import BASE
from marchsim.kernel.numbers import CHOICE, DEALT, EDGES, NUMBER
from marchsim.tabletop.checking import Place, shown

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
COST_MOST = 20
FEROCITY_MOST = 20
SITES_MOST = 6
NAME_MOST = 60
TEXT_MOST = 600


@dataclass(frozen=True)
class Stated:
    """A field that files and overlays may state: the check of its value, and its part in a study of guesses.

    A field with a `form` is a number or other fact about the component, which may be assumed. The other
    values are those of kernel.numbers.ComponentNumber, with `{0}` for the component.
    """

    check: Callable[[Place, str, Any], Any]
    form: str = ""
    factor: str = ""
    pool: str = ""
    low: int = 0
    high: int = 0
    options: tuple[str, ...] = ()


def _line(most: int, least: int = 0) -> Stated:
    return Stated(lambda place, key, value: place.line(key, value, most, least))


def _number(high: int, factor: str) -> Stated:
    return Stated(lambda place, key, value: place.number(key, value, 0, high), NUMBER, factor, high=high)


def _word(words: tuple[str, ...], form: str = "", factor: str = "", pool: str = "") -> Stated:
    options = words if form == CHOICE else ()
    return Stated(
        lambda place, key, value: place.word(key, value, words), form, factor, pool, options=options
    )


def _flag(form: str = "", factor: str = "", pool: str = "") -> Stated:
    return Stated(lambda place, key, value: place.flag(key, value), form, factor, pool)


def _any() -> Stated:
    return Stated(lambda place, key, value: value)  # checked with other fields


def stated(what: Stated, **default: Any) -> Any:
    """A field of a component that files may state. Without a default, an entry must have it."""
    return field(metadata={"stated": what}, **default)


def stated_in(kind: type[CardData] | type[TileData]) -> dict[str, Stated]:
    """The fields of cards or tiles that files may state, in order."""
    return {one.name: one.metadata["stated"] for one in fields(kind) if one.metadata}


def edges(place: Place, key: str, value: object) -> tuple[int, ...]:
    """Check a list of edges with tunnels, numbered clockwise from 0 (NE) to 5 (NW). Return it sorted.

    It must have one to six edges, all different.
    """
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 6:
        raise place.wrong(key, f"must be a list of 1 to 6 edges, 0 (NE) to 5 (NW), not {shown(value)}.")
    edges = [place.number(key, edge, 0, 5) for edge in value]
    if len(set(edges)) < len(edges):
        raise place.wrong(key, f"names an edge twice: {shown(value)}.")
    return tuple(sorted(edges))


def sites(place: Place, key: str, value: object) -> tuple[str, ...]:
    """Check collection sites, given as "D F" or ["D", "F"] with the control site first."""
    letters = value.split() if isinstance(value, str) else value
    if not isinstance(letters, list | tuple) or not 1 <= len(letters) <= SITES_MOST:
        raise place.wrong(key, f'must be 1 to {SITES_MOST} sites such as "D F", not {shown(value)}.')
    for letter in letters:
        if not isinstance(letter, str) or letter not in SITES:
            meaning = ", ".join(f"{key} {name}" for key, name in SITES.items())
            raise place.wrong(key, f"{shown(letter)} is no site; the letters are {meaning}.")
    return tuple(letters)


@dataclass(frozen=True, kw_only=True)
class CardData:
    """One card. `provenance` gives the source of each field, and of each amount as `amounts.NAME`.

    The effect of a `coded` card is in code, which also determines its amounts. Any other card may have any of
    the base amounts of its kind (see `amounts`). A disabled card is not in the deck.
    """

    id: str
    name: str = stated(_line(NAME_MOST, 1))
    type: str = stated(_word(TYPES))
    section: str = stated(_any(), default="")
    cost: int = stated(_number(COST_MOST, "cost.{0.kind}"))
    payment: str = stated(_word(PAYMENTS, CHOICE, "payment"), default="any")
    ferocity: int = stated(_number(FEROCITY_MOST, "ferocity"))
    centipede: bool = stated(_flag(DEALT, "icons.card", "{0.type}"), default=False)
    amounts: Mapping[str, int] = stated(_any(), default_factory=dict)
    text: str = stated(_line(TEXT_MOST), default="")
    stand_in: bool = stated(_flag(), default=False)
    coded: bool = False
    enabled: bool = stated(_flag(), default=True)
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
        return [self.provenance[key] for key in facts_of(self)]


@dataclass(frozen=True, kw_only=True)
class TileData:
    """One tile. `sites` are letters of SITES, control site first. `tunnels` are edges, 0 (NE) to 5 (NW)."""

    number: int
    name: str = stated(_line(NAME_MOST, 1))
    group: str = stated(_word(GROUPS))
    sites: tuple[str, ...] = stated(Stated(sites, DEALT, "sites", "tile {0.group}"))
    tunnels: tuple[int, ...] = stated(Stated(edges, EDGES, "tunnels", low=1, high=6))
    icon: str = stated(_word(ICONS, DEALT, "icons.tile", "tile {0.group}"), default="")
    amounts: Mapping[str, int] = stated(_any(), default_factory=dict)
    text: str = stated(_line(TEXT_MOST), default="")
    stand_in: bool = stated(_flag(), default=False)
    enabled: bool = stated(_flag(), default=True)
    provenance: Mapping[str, str] = field(default_factory=dict)

    @property
    def rendered(self) -> str:
        """The text with the numbers filled in, or '' if the tile has no effect."""
        return render(self.text, self.amounts, "tile")

    def facts(self) -> list[str]:
        """The provenance of each number: sites, tunnels, icon and amounts."""
        return [self.provenance[key] for key in facts_of(self)]


def facts_of(part: CardData | TileData) -> dict[str, Any]:
    """The numbers and other facts about a card or tile, by the key of their provenance."""
    own = {name: getattr(part, name) for name, one in stated_in(type(part)).items() if one.form}
    return own | {f"amounts.{name}": value for name, value in part.amounts.items()}


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
