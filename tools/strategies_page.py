"""Make the reference of strategies, `docs/reference/strategies.md`, from the code."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import ModuleType

from marchsim.games.antwars.players import pieces as ant_pieces
from marchsim.games.antwars.players import strategy as ant_strategy
from marchsim.games.antwars.words import QUESTIONS as ANT_QUESTIONS
from marchsim.games.march.engine import view as views
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming import contexts, subject
from marchsim.games.march.players import pieces, strategy
from marchsim.games.march.players.heuristic.weights import TABLE
from marchsim.games.march.words import QUESTIONS
from marchsim.tabletop.players import scripts, seats

ROOT = Path(__file__).resolve().parents[1]
GUIDE, PAGE = ROOT / "docs/howto/strategies.md", ROOT / "docs/reference/strategies.md"
HEAD = """# The questions and views of strategies

`make docs` makes this page from the code of both games. [Strategies](../howto/strategies.md) shows how you
write one."""
# what the view's vectors hold and how they are indexed; properties and methods say it themselves
VECTORS = {
    "kit": "numbers of all cards and tiles (`kit.cost[card]`, `kit.ferocity[card]`, `kit.sites[tile]`, ...)",
    "rules": "the numbers of the rules in force (`rules.march_steps`, `rules.rounds`, ...)",
    "mats": "by species: the numbers of its mat",
    "figures": "what follows from the position by the rules, see below",
    "seat": "the own seat, from 0",
    "players": "how many play",
    "food": "by seat: food in the store",
    "larvae": "by seat: larvae in the chamber",
    "supply": "by seat: cubes in the supply",
    "score": "by seat: colony points",
    "rested": "by seat: 1 if resting",
    "acted": "by seat: actions taken in this phase",
    "explored": "by seat: 1 if it has had the food that its thorax gives for exploring in this phase",
    "species": "by seat: its species",
    "muted": "seat * 3 + section: 1 if the topmost evolution has no effect",
    "rest_larvae": "by seat: larvae on the resting area",
    "rest_food": "by seat: food on the resting area",
    "bodies": "by seat: complete bodies",
    "wins": "by seat: battles won this round",
    "hand_n": "by seat: cards in hand",
    "evolution_n": "seat * 3 + section: evolutions in play",
    "topmost": "seat * 3 + section: the evolution on top, or NONE",
    "goal_n": "by seat: Colony Goals in play",
    "placed": "by hex: 1 if it lies in the Meadow",
    "column": "by hex: place on the grid",
    "row": "by hex: place on the grid",
    "rotation": "by hex: by how many edges it is turned clockwise",
    "laid": "the hexes of the Meadow as they were laid, `laid_n` of them",
    "grid": "row * GRID + column: the hex there, or NONE",
    "beside": "hex * 6 + edge: the hex across an edge, or NONE",
    "open": "hex * 6 + edge: 1 if there is a tunnel",
    "joined": "hex * 6 + edge: the hex that a tunnel joins, or NONE",
    "inner": "by hex: 1 in the Inner Meadow",
    "scoring": "by hex: 1 if control of it scores in Slumber (QUE-08, TWO-05)",
    "wormhole": "by hex: 1 with a wormhole",
    "centipede": "by hex: 1 with a centipede",
    "site": "hex * SITES + site: the seat there, or NOBODY",
    "ants": "seat * HEXES + hex: ants",
    "out": "seat * HEXES + hex: of them in the outskirts or the Great Tunnel",
    "army": "by seat: ants in the Meadow",
    "filled": "by hex: sites taken",
    "crowd": "by hex: ants of all players",
    "stirred": "by hex: how often an ant came, left or moved up",
    "roamed": "by seat: how often one of its ants came, left or moved up",
}


def members() -> list[str]:
    """The names of all members of a view, vectors first, in the order of the source."""
    source = "".join(one.partition("def __init__")[2].partition("\n    @property")[0] for one in _sources())
    names = [
        line.partition("self.")[2].split(":")[0].split(" ")[0]
        for line in source.splitlines()
        if line.strip().startswith("self.")
    ]
    shown = [name for name in names if not name.startswith("_")]
    return list(dict.fromkeys([*shown, *(name for name in dir(View) if not name.startswith("_"))]))


def _sources() -> tuple[str, str]:
    """The source of the view, and that of the members that all views share (tabletop.players.seats.Seen)."""
    own = Path(str(views.__file__)).with_name("view.py").read_text(encoding="utf-8")
    base = Path(str(seats.__file__)).with_name("seats.py").read_text(encoding="utf-8")
    return own, base.partition("class Seen")[2].partition("@mypyc_attr")[0]


def text() -> str:
    """The text of the page."""
    lines = [HEAD, "", "## Weights", "", "Defaults are those of a `Heuristic` that sets none.", ""]
    lines += ["| weight | default | meaning |", "|---|---|---|"]
    lines += [f"| `{name}` | {value} | {meaning} |" for name, value, meaning in TABLE]
    lines += ["", "## Every decision", "", "| hook | asks | context | options (`words.O_...`) |"]
    lines.append("|---|---|---|---|")
    for number, (hook, _, options) in enumerate(QUESTIONS):
        about = ", ".join(f"{at}: {meaning}" for at, meaning in enumerate(contexts(number)))
        lines.append(f"| `{hook}` | {subject(number)} | {about} | {options} |")
    lines += ["", "## Members of a script's table", "", "| member | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in shown(strategy, pieces)]
    lines += [
        "",
        "## Every decision of Ant Wars",
        "",
        "| hook | asks | options (`words.O_...`) |",
        "|---|---|---|",
    ]
    lines += [f"| `{hook}` | {asked} | {options} |" for hook, asked, options in ANT_QUESTIONS]
    lines += ["", "## What a script of Ant Wars is shown", "", "| member | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in shown(ant_strategy, ant_pieces)]
    lines += ["", "## Members of a view", "", "| member | meaning |", "|---|---|"]
    for name in members():
        lines.append(f"| `{name}{signature(name)}` | {VECTORS.get(name) or described(name)} |")
    lines += ["", "## Figures of a position", ""]
    lines += ["| member of `view.figures` | meaning |", "|---|---|"]
    whole = Path(str(views.__file__)).with_name("figures.py").read_text(encoding="utf-8")
    for name in re.findall(r"    def ([a-z]\w*)\(self", whole):
        lines.append(f"| `{name}{_arguments(whole, name)}` | {_told(whole, name)} |")
    return "\n".join([*lines, ""])


SHOWN = {
    "Table": "table", "Seated": "player", "Player": "player", "Colony": "colony", "Me": "me", "Hex": "hex",
    "Area": "area", "Card": "card", "Offer": "option", "Choice": "option",
}  # fmt: skip


def shown(strategy: ModuleType, pieces: ModuleType) -> list[tuple[str, str]]:
    """Each member of `table`, `me` and the pieces that a game shows, with its meaning."""
    found = []
    for module, own in ((strategy, "strategy.py"), (pieces, "pieces.py"), (scripts, "scripts.py")):
        tree = ast.parse(Path(str(module.__file__)).with_name(own).read_text(encoding="utf-8"))
        for cls in tree.body:
            if isinstance(cls, ast.ClassDef) and cls.name in SHOWN:
                members = [part for part in cls.body if isinstance(part, ast.FunctionDef)]
                found += [
                    (cls.name, part) for part in members if part.name[0] != "_" and part.name != "value"
                ]
    found.sort(key=lambda one: list(SHOWN).index(one[0]))
    return [(f"{SHOWN[name]}.{part.name}{_given(part)}", _meaning(part)) for name, part in found]


def _given(part: ast.FunctionDef) -> str:
    """The arguments of a method, or '' for a property."""
    names = [one.arg for one in part.args.args[1:]]
    return "" if part.decorator_list else f"({', '.join(names)})"


def _meaning(part: ast.FunctionDef) -> str:
    return (ast.get_docstring(part) or "").removesuffix(".").replace("\n", " ")


def described(name: str) -> str:
    """The docstring of a view's property or method, read from the source since compiled ones have none."""
    return next((told for whole in _sources() if (told := _told(whole, name))), "")


def _told(whole: str, name: str) -> str:
    """The docstring of a method in a source."""
    told = whole.partition(f"def {name}(")[2].partition('"""')[2].partition('"""')[0]
    return " ".join(told.split()).removesuffix(".")


def signature(name: str) -> str:
    """The arguments of a view's method, or '' for any other member."""
    if not callable(getattr(View, name, None)):
        return ""
    return next(
        (found for whole in _sources() if f"def {name}(" in whole for found in [_arguments(whole, name)]), ""
    )


def _arguments(whole: str, name: str) -> str:
    """The arguments of a method in a source."""
    inner = whole.partition(f"def {name}(self")[2].partition(")")[0].removeprefix(", ")
    return f"({', '.join(part.split(':')[0].strip() for part in inner.split(',') if part.strip())})"
