"""Change every number of Ant Wars' rules and components by one, and report changes that nobody notices.

It works like `mutants` for March of the Ants. A mutant is noticed if a game of policies that know no numbers
ends in another way: a plain game or, for rare things, a rich one. Exit code 3 means that a mutant is neither
noticed nor excused, or is both. Arguments select the mutants whose names have all of these words: `python -m
tools.antmutants atta cost`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from marchsim.games.antwars.components import data, loader
from marchsim.games.antwars.rules import variant
from marchsim.games.antwars.rules.parameters import PARAMETERS
from marchsim.games.antwars.table.assembly import assemble
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.words import PIECES
from tools import antgames
from tools.mutants import merged, steps

End = tuple[str, tuple[int, ...], str]

COUNT = 400
SECOND = 200
WAYS = tuple((preset, players) for players in antgames.PLAYERS for preset in ("standard", "dealt"))
MIXES = (["marauder"], ["rover", "marauder"], ["last", "rover"], list(antgames.FROZEN))
# Games with plenty of everything, for what plain games see once in ten thousand.
RICH = {
    "start_pieces": 10,
    "pieces": 99,
    "pantry_room": 99,
    "payment": "any",
    "pupae_minor_per_area": 9,
    "pupae_major_per_area": 9,
    "search_dice": 8,
    "breach": 3,
}
# Numbers that matter under another rule only.
UNDER: dict[str, dict[str, Any]] = {
    "famine": {"famine": 6},
    "famine_life": {"famine": 3},
    "queen_heals": {"famine": 3, "famine_life": 1},
    "supply_gallery": {"supply_gallery": 9},
    "supply_pantry": {"supply_pantry": 7},
    "supply_pupae_minor": {"supply_pupae_minor": 7},
    "supply_pupa_major": {"supply_pupa_major": 3},
    "supply_mushroom": {"supply_mushroom": 2},
    "supply_gloomy": {"supply_gloomy": 2},
    "supply_spider": {"supply_spider": 1},
    "minors": {"minors": 9},
    "majors": {"majors": 3},
    "pantry_room": {"pantry_room": 5},
    "dice_most": {"dice_most": 3},
    "upkeep": {"upkeep": 4},
    "breach": {"breach": 2},
    "pieces": {"pieces": 9},
    "mushroom": {"dice_face_6": "mushroom"},
    "pupa-major": {"supply_pupae_minor": 7, "payment": "any", "start_pieces": 10, "pupae_major_per_area": 5},
}
EXCUSED = {
    "rules.decisions_most *": "no rule of the game; tests/antwars/test_mutants.py plays up to the limit",
    "rules.loot *": "who knows no numbers hardly forages in a rival's Pantry; test_rules_loads.py does",
}


@dataclass(frozen=True)
class Mutant:
    """A changed number: its name, the overlay that changes it, and the rules under which both sides play."""

    name: str
    overlay: dict[str, Any]
    under: str = ""  # a parameter of UNDER


def of_rules() -> Iterator[Mutant]:
    """Yield the mutants of each rule parameter: one more, one less, or each other choice.

    If a parameter matters only under another rule, or at a small value, it is changed from there.
    """
    plain = antgames.standard().variant.rules.values
    for name, parameter in PARAMETERS.items():
        now = UNDER.get(name, {}).get(name, plain[name])
        if parameter.type == "int":
            moves = [*steps(now, parameter.low, parameter.high)]
        else:
            values = range(parameter.low, parameter.high + 1)
            moves = [(str(parameter.human(v)), v) for v in values if v != now]
        for sign, value in moves:
            under = name if name in UNDER else ""
            yield Mutant(f"rules.{name} {sign}", {"rules": {name: parameter.human(value)}}, under)


def of_species() -> Iterator[Mutant]:
    """Yield the mutants of each species: its numbers, its food and stores, and its traits."""
    for key, one in loader.load().species.items():

        def mutant(what: str, field: str, value: Any, under: str = "", key: str = key) -> Mutant:
            return Mutant(f"species.{key}.{what}", {"species": {key: {field: value}}}, under)

        for name, (low, high) in data.NUMBERS.items():
            if name == "mushroom_leaves" and "mushroom-harvesters" not in one.traits:
                continue
            for sign, value in steps(one.numbers[name], low, high):
                yield mutant(f"{name} {sign}", name, value)
        for piece in PIECES:
            diet = [other for other in PIECES if (other in one.diet) != (other == piece)]
            if diet:
                yield mutant(f"diet {piece}", "diet", diet, piece if piece in UNDER else "")
            if piece != one.stored:
                yield mutant(f"stored {piece}", "stored", piece)


def of_animals() -> Iterator[Mutant]:
    """Yield the mutants of each animal's numbers. Only the spider's dice are changed."""
    for key, one in loader.load().animals.items():
        for name, (low, high) in data.ANIMAL_NUMBERS.items():
            if name != "dice" or key == "spider":
                for sign, value in steps(one.numbers[name], low, high):
                    overlay = {"animals": {key: {name: value}}}
                    yield Mutant(f"animals.{key}.{name} {sign}", overlay, key if key in UNDER else "")


def mutants() -> list[Mutant]:
    """All mutants of the game."""
    return [*of_rules(), *of_species(), *of_animals()]


class Field:
    """Games without a mutant under some rules, and how they end, to compare mutants with."""

    def __init__(self, base: Mapping[str, Any] | None = None) -> None:
        self.base = base or {}
        self.ends: dict[int, End | None] = {}
        self.sessions = self.tables(self.base)

    def tables(self, overlay: Mapping[str, Any]) -> list[AntWarsSession | None]:
        """A session for each way of playing, or None if the boards are for other numbers of players."""
        found: list[AntWarsSession | None] = []
        for preset, players in WAYS:
            made = variant.resolve("test", "", [("test", {**overlay, "preset": preset})])
            found.append(None if made.refusal(players) else AntWarsSession(assemble(made), players, ""))
        return found

    def end(self, sessions: Sequence[AntWarsSession | None], number: int) -> End | None:
        """Play game number `number`. Return its digest, its ranks and whether it is void."""
        group, way = divmod(number, len(sessions))
        session = sessions[way]
        if session is None:
            return None
        names = antgames.line_up(MIXES[group % len(MIXES)], session.players, group // len(MIXES))
        outcome = antgames.play(session, number, names)
        return outcome.digest, outcome.ranks, outcome.void

    def before(self, number: int) -> End | None:
        """The end of a game without a mutant."""
        if number not in self.ends:
            self.ends[number] = self.end(self.sessions, number)
        return self.ends[number]

    def noticed(self, mutant: Mutant, most: int) -> int:
        """The number of games after which a mutant is noticed, or 0 if `most` games are not enough."""
        sessions = self.tables(merged(self.base, mutant.overlay))
        for number in range(most):
            now = self.end(sessions, number)
            if now is not None and now != self.before(number):
                return number + 1
        return 0


@cache
def field(under: str = "", rich: bool = False) -> Field:
    """The games in which a parameter of UNDER matters, with plenty of everything if `rich`."""
    rules = {**(RICH if rich else {}), **UNDER.get(under, {})}
    return Field({"rules": rules} if rules else {})


def reason(mutant: Mutant) -> str:
    """The reason why games need not notice a mutant, or '' if they must."""
    return next((why for pattern, why in EXCUSED.items() if fnmatchcase(mutant.name, pattern)), "")


def tried(mutant: Mutant) -> int:
    """The number of games, first plain and then rich ones, after which a mutant is noticed, or 0."""
    found = field(mutant.under).noticed(mutant, COUNT)
    rich = {name for name in mutant.overlay.get("rules", {}) if name in RICH}
    if found or rich:
        return found
    found = field(mutant.under, True).noticed(mutant, SECOND)
    return COUNT + found if found else 0


def main(arguments: Sequence[str]) -> int:
    """Compare games with every mutant to games without."""
    begun = time.perf_counter()
    wanted = [mutant for mutant in mutants() if all(part in mutant.name for part in arguments)]
    ends: Counter[str] = Counter()
    most = 0
    for mutant in wanted:
        games, why = tried(mutant), reason(mutant)
        most = max(most, games)
        if why:
            verdict = "EXCUSED, BUT NOTICED" if games else "excused"
        else:
            verdict = "noticed" if games else "NOT NOTICED"
        ends[verdict] += 1
        if verdict not in ("noticed", "excused"):
            print(f"{verdict}: {mutant.name}", flush=True)
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in ends.most_common())
    seconds = time.perf_counter() - begun
    print(f"{len(wanted)} mutants in {seconds:.0f} s: {verdicts}; the last was noticed after {most} games.")
    return 3 if set(ends) - {"noticed", "excused"} else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
