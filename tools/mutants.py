"""Change every number of the rules and components by one, and report changes that nobody notices.

A mutant differs in one number. It is noticed if a game of policies that know no numbers ends in another way.
The game is of the kind (KINDS) to which the number belongs or, for rare things, a rich one (RICH) in which
the mutant's card is free. EXCUSED lists the mutants that no such game can notice, each with the reason and a
test that notices it. Exit code 3 means that a mutant is neither noticed nor excused, or is both. Arguments
select the mutants whose names have all of these words: `python -m tools.mutants swarm cost`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from marchsim.games.march import words as w
from marchsim.games.march.amounts import amount_range
from marchsim.games.march.components import loader
from marchsim.games.march.components.data import COST_MOST, FEROCITY_MOST, ICONS, PAYMENTS, CardData, TileData
from marchsim.games.march.rules.parameters import HORDE, PARAMETERS, SPECIES
from marchsim.games.march.table import record
from marchsim.games.march.table.session import MarchSession
from tools import games
from tools.excused import EXCUSED

End = tuple[str, tuple[int, ...], str]

LETTERS = "FLDCP"
MIXES = (
    ["random"],
    ["eager"],
    ["eager", "random"],
    list(games.FROZEN),
    ["last", "eager"],
    ["first", "eager"],
)
COUNT = 3600
OTHERS = 900  # games of each other kind
SECOND = 300
# Long games with plenty of everything, for what the standard game sees once in ten thousand.
RICH = {
    "rounds": 6,
    "starting_food": 30,
    "starting_larvae": 20,
    "starting_ants": 6,
    "starting_cards": 6,
    "feed_rate": 20,
    "march_steps": 10,
    "resting_players": 5,
    "resting_players_five": 5,
}


# Presets and players of the games that notice a mutant, by its kind.
KINDS: dict[str, tuple[tuple[str, int], ...]] = {
    "standard": tuple(("standard", players) for players in games.PLAYERS),
    "two": (("standard", 2),),
    "five": (("primitive", 5),),
    "species": (("primitive", 4), ("primitive", 3)),
    "coop": (("coop", 3), ("coop", 2)),
    "solo": (("solo", 1),),
}
# Numbers that matter under another rule only.
UNDER = {"easy_larvae": {"difficulty": "easy"}, "hard_fewer_cards": {"difficulty": "hard"}}


@dataclass(frozen=True)
class Mutant:
    """A changed number: its name, the overlay that changes it, its owner, and the kind of games to play."""

    name: str
    overlay: dict[str, Any]
    card: str = ""
    tile: int = 0
    kind: str = "standard"


def kind_of(parameter: str) -> str:
    """The kind of games to which a parameter belongs."""
    if parameter.endswith("_solo"):
        return "solo"
    if parameter.endswith("_two"):
        return "two"
    if parameter.endswith("_seat_4"):
        return "five"
    if parameter in {entry.name for entry in SPECIES}:
        return "species"
    return "coop" if parameter in {entry.name for entry in HORDE} else "standard"


def steps(value: int, low: int, high: int) -> Iterator[tuple[str, int]]:
    """Yield the neighbours of a value that are within its range."""
    for sign, other in (("+1", value + 1), ("-1", value - 1)):
        if low <= other <= high:
            yield sign, other


def of_rules() -> Iterator[Mutant]:
    """Yield the mutants of each rule parameter: one more, one less, or each other choice."""
    for name, parameter in PARAMETERS.items():
        kind = kind_of(name)
        now = games.standard(KINDS[kind][0][0]).variant.rules[name]
        if parameter.type == "int":
            moves = [*steps(now, parameter.low, parameter.high)]
        else:
            values = range(parameter.low, parameter.high + 1)
            moves = [(str(parameter.human(v)), v) for v in values if v != now]
        for sign, value in moves:
            rules = {**UNDER.get(name, {}), name: parameter.human(value)}
            yield Mutant(f"rules.{name} {sign}", {"rules": rules}, kind=kind)


def of_card(card: CardData) -> Iterator[Mutant]:
    """Yield the mutants of a card: cost, payment, ferocity, icon, each amount, and the card left out."""

    def mutant(what: str, entry: dict[str, Any]) -> Mutant:
        kind = "coop" if what == "centipede" else "standard"  # the Horde's deck alone asks for the icon
        return Mutant(f"cards.{card.id}.{what}", {"cards": {card.id: entry}}, card=card.id, kind=kind)

    for sign, value in steps(card.cost, 0, COST_MOST):
        yield mutant(f"cost {sign}", {"cost": value})
    for sign, value in steps(card.ferocity, 0, FEROCITY_MOST):
        yield mutant(f"ferocity {sign}", {"ferocity": value})
    for payment in PAYMENTS:
        if payment != card.payment:
            yield mutant(f"payment {payment}", {"payment": payment})
    for name, amount in card.amounts.items():
        for sign, value in steps(amount, *amount_range(card.id, card.kind, name)):
            yield mutant(f"{name} {sign}", {"amounts": {name: value}})
    yield mutant("centipede", {"centipede": not card.centipede})
    yield mutant("enabled", {"enabled": False})


def of_tile(tile: TileData) -> Iterator[Mutant]:
    """Yield the mutants of a tile: each site, each tunnel, the icon, each amount, and the tile left out."""
    number = str(tile.number)

    def mutant(what: str, entry: dict[str, Any]) -> Mutant:
        return Mutant(f"tiles.{number}.{what}", {"tiles": {number: entry}}, tile=tile.number)

    for site, letter in enumerate(tile.sites):
        sites = list(tile.sites)
        sites[site] = LETTERS[(LETTERS.index(letter) + 1) % len(LETTERS)]
        yield mutant(f"site {site}", {"sites": sites})
    for edge, tunnels in toggled(tile.tunnels):
        yield mutant(f"tunnel {edge}", {"tunnels": tunnels})
    for icon in ICONS:
        if icon != tile.icon:
            yield mutant(f"icon {icon or 'none'}", {"icon": icon})
    for name, amount in tile.amounts.items():
        for sign, value in steps(amount, *amount_range(number, "tile", name)):
            yield mutant(f"{name} {sign}", {"amounts": {name: value}})
    yield mutant("enabled", {"enabled": False})


def toggled(tunnels: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield the tunnels with each edge in turn opened or closed."""
    for edge in range(6):
        changed = sorted(set(tunnels) ^ {edge})
        if changed:
            yield edge, changed


def mutants() -> list[Mutant]:
    """All mutants of the standard game."""
    parts = loader.load()
    found = [*of_rules()]
    for card in parts.cards:
        found += of_card(card)
    for tile in parts.tiles:
        found += of_tile(tile)
    for side, tunnels in (("front", parts.tunnel_front), ("back", parts.tunnel_back)):
        for edge, changed in toggled(tunnels):
            kind = "two" if side == "back" else "standard"
            found.append(Mutant(f"great-tunnel.{side} {edge}", {"great-tunnel": {side: changed}}, kind=kind))
    return found


class Field:
    """Games without a mutant, to compare mutants with: how they end, and where each card and tile occurs."""

    def __init__(self, count: int, base: Mapping[str, Any] | None = None, kind: str = "standard") -> None:
        self.base = base or {}
        self.ways = KINDS[kind]
        self.ends: list[End] = []
        self.played: dict[int, list[int]] = {}
        self.met: dict[int, list[int]] = {}
        self.laid: dict[int, list[int]] = {}
        sessions = [self.table(self.base, way, "events") for way in self.ways]
        for number in range(count):
            session = sessions[number % len(sessions)]
            self.ends.append(self.end(session, number))
            self.note(number, session.take())
        self.ids = games.card_ids()

    def table(self, overlay: Mapping[str, Any], way: tuple[str, int], record: str = "") -> MarchSession:
        """A session for games of one way of playing."""
        return games.table({**overlay, "preset": way[0]}, way[1], record)

    def end(self, session: MarchSession, number: int) -> End:
        """Play game number `number` of the field. Return its digest, its ranks and whether it is void."""
        mix = MIXES[number // len(self.ways) % len(MIXES)]
        names = games.line_up(mix, session.players, number // len(self.ways) // len(MIXES))
        outcome = games.play(session, number, names)
        return outcome.digest, outcome.ranks, outcome.void

    def note(self, number: int, rows: dict[str, Any]) -> None:
        """Record the cards and tiles that occurred in a game."""
        card, fate = games.column("cards", "card"), games.column("cards", "fate")
        for row in rows["cards"]:
            came = self.played if record.spelled_fate(int(row[fate])).startswith("played") else self.met
            came.setdefault(int(row[card]), []).append(number)
        kind, tile = games.column("events", "event"), games.column("events", "a")
        for row in rows["events"]:
            if row[kind] == w.E_TILE:
                self.laid.setdefault(int(row[tile]), []).append(number)

    def order(self, mutant: Mutant) -> list[int]:
        """The games in the order in which they are likely to notice a mutant, without repetitions."""
        first: list[int] = []
        if mutant.card:
            card = self.ids.index(mutant.card)
            first = self.played.get(card, []) + self.met.get(card, [])
        elif mutant.tile:
            first = self.laid.get(mutant.tile, [])
        return [*dict.fromkeys([*first, *range(len(self.ends))])]

    def noticed(self, mutant: Mutant, most: int = sys.maxsize) -> int:
        """The number of games after which a mutant is noticed, or 0 if `most` games are not enough."""
        overlay = merged(self.base, mutant.overlay)
        sessions = [self.table(overlay, way) for way in self.ways]
        for tried, number in enumerate(self.order(mutant)[:most], 1):
            if self.end(sessions[number % len(sessions)], number) != self.ends[number]:
                return tried
        return 0


def merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two overlays merged into one, in which the second one's values take precedence."""
    both = dict(one)
    for key, value in other.items():
        both[key] = merged(both.get(key, {}), value) if isinstance(value, Mapping) else value
    return both


def second_chance(mutant: Mutant) -> int:
    """The number of rich games after which a mutant is noticed, or 0 if it is not."""
    moved = mutant.overlay.get("rules", {})
    under = {name: value for key in moved for name, value in UNDER.get(key, {}).items()}
    base: dict[str, Any] = {"rules": {k: v for k, v in RICH.items() if k not in moved} | under}
    if mutant.card:
        base["cards"] = {mutant.card: {"cost": 0}}
    return Field(SECOND, base, mutant.kind).noticed(mutant)


def coverage(field: Field) -> str:
    """A sentence on how often the rarest card is played and the rarest tile laid."""
    cards = {card: len(field.played.get(index, [])) for index, card in enumerate(field.ids)}
    tiles = {tile.number: len(field.laid.get(tile.number, [])) for tile in loader.load().tiles}
    card, tile = min(cards, key=lambda key: cards[key]), min(tiles, key=lambda key: tiles[key])
    return (
        f"{len(field.ends)} games: every card is played in {cards[card]} of them or more ({card} least), "
        f"every tile laid in {tiles[tile]} or more ({tile} least)"
    )


def reason(mutant: Mutant) -> str:
    """The reason why games need not notice a mutant, or '' if they must."""
    return next((why for pattern, why in EXCUSED.items() if fnmatchcase(mutant.name, pattern)), "")


def main(arguments: Sequence[str]) -> int:
    """Compare the field's games with every mutant to those without."""
    begun = time.perf_counter()
    wanted = [mutant for mutant in mutants() if all(part in mutant.name for part in arguments)]
    fields = {kind: Field(COUNT if kind == "standard" else OTHERS, kind=kind) for kind in KINDS}
    print(coverage(fields["standard"]))
    ends: Counter[str] = Counter()
    most = 0
    for mutant in wanted:
        why = reason(mutant)
        tried = fields[mutant.kind].noticed(mutant, SECOND if why else COUNT)
        most = max(most, tried)
        if why:
            verdict = "EXCUSED, BUT NOTICED" if tried else "excused"
        else:
            verdict = "noticed" if tried or second_chance(mutant) else "NOT NOTICED"
        ends[verdict] += 1
        if verdict not in ("noticed", "excused"):
            print(f"{verdict}: {mutant.name}")
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in ends.most_common())
    seconds = time.perf_counter() - begun
    print(f"{len(wanted)} mutants in {seconds:.0f} s: {verdicts}; the last was noticed after {most} games.")
    return 3 if set(ends) - {"noticed", "excused"} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
