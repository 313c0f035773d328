"""The options of every question in words, for people to read and type, and for answers in scenarios."""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming.names import Names

COUNTED = {
    w.Q_MINORS: ("Minor", "Minors"), w.Q_MAJORS: ("Major", "Majors"), w.Q_QUEENS: ("Queen", "Queens"),
    w.Q_HATCH: ("ant", "ants"),
}  # fmt: skip
GROUP_OF = ("Minors", "Majors", "Queens", "major pupae", "minor pupae")
ANIMALS = ("Gloomy", "spider")


def offered(g: Play, names: Names) -> list[tuple[str, ...]]:
    """The options on the table in words, each with all its names."""
    question = int(g.table.question)
    return [called(names, question, int(g.table.options[index])) for index in range(g.table.n)]


def called(names: Names, question: int, option: int) -> tuple[str, ...]:
    """All names of an option, the canonical words first."""
    words = told(names, option)
    if question not in COUNTED:
        return (words,)
    return f"{words} {COUNTED[question][words != '1']}", words


def told(names: Names, option: int) -> str:
    """An option in words."""
    code, first, second = w.code_of(option), w.part(option, 0), w.part(option, 1)
    area = names.area(first)
    if code == w.O_TRANSFORM:
        what = "turn over" if second == w.ENTRANCE else f"into {w.TILE_NAMES[second]}"
        return f"transform {area} {what}"
    if code == w.O_GROUP:
        return _group(names, first, second)
    simple = {
        w.O_STOP: "stop",
        w.O_ALL: "all",
        w.O_FORAGE: "forage" if first == w.ALL_AREAS else f"forage {area}",
        w.O_HATCH: f"hatch {area}",
        w.O_DIG: f"dig {area}",
        w.O_DEMOLISH: f"demolish {area}",
        w.O_EXPLORE: f"explore {area} to {names.area(second)}",
        w.O_MOBILIZE: f"mobilize {area}",
        w.O_AREA: area,
        w.O_COUNT: str(first),
        w.O_TYPE: w.PIECES[first] if first < len(w.PIECES) else "",
        w.O_SPECIES: names.titles[first] if first < len(names.titles) else "",
        w.O_QUEEN: f"Queen {first + 1}",
    }
    words = simple[code]
    return f"{words}, {second} rolled" if code == w.O_TYPE and second else words


def _group(names: Names, seat: int, group: int) -> str:
    """A target of dice in words."""
    if seat * w.GROUPS + group >= w.GLOOMYS:
        return ANIMALS[seat * w.GROUPS + group - w.GLOOMYS]
    return f"{names.who(seat)}'s {GROUP_OF[group]}"


def about(g: Play, names: Names, question: int) -> str:
    """A short phrase for the context of a question, such as `3 left` ('' if it has none)."""
    table = g.table
    if question == w.Q_ACTION:
        return f"{table.a} left"
    if question in (w.Q_MINORS, w.Q_MAJORS, w.Q_QUEENS, w.Q_QUEEN, w.Q_LOAD):
        return f"{names.area(table.a)} to {names.area(table.b)}"
    if question == w.Q_NEST:
        return str(w.TILE_NAMES[table.a])
    if question == w.Q_PAY:
        return f"{table.a} due"
    if question == w.Q_AIM:
        return f"a {table.b} in {names.area(table.a)}, {table.c} dice left"
    if question in (w.Q_SPECIES, w.Q_APHIDS):
        return ""
    return names.area(table.a)


def subject(question: int) -> str:
    """The subject of a question without its context."""
    return w.QUESTIONS[question][1].split(" (context")[0]
