"""Make docs/reference/rules.md and rules-antwars.md: every rule with its code and its tests.

docs/rules.toml and docs/rules-antwars.toml have the rules and their texts. A rule belongs to each engine file
that names it. A test names the rules that it checks by `@pytest.mark.rule("BAT-07")`, and a scenario by
`rules = ["BAT-15"]`.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))
BOOKS = {"march": "docs/rules.toml", "antwars": "docs/rules-antwars.toml"}  # a game's rules
NUMBER = re.compile(r"\b([A-Z]{3}-\d\d)(?: to (?:[A-Z]{3}-)?(\d\d))?\b")
CHAPTER = re.compile(r"(?:Holds?|Implements?) ([^.]*)")
DECIDED = re.compile(r"^## (D-\d+) .+\n\n.+\n\n.*?Rules: ([^.]*)\.", re.MULTILINE)
MARK = re.compile(r"pytest\.mark\.rule\(([^)]*)\)")


def rules(game: str = "march") -> dict[str, dict[str, object]]:
    """The text of each rule by number, and whether it is a ruling, in the order of the rulebook."""
    table = tomllib.loads((ROOT / BOOKS[game]).read_text(encoding="utf-8"))
    return dict(table["rules"])


def chapters(game: str = "march") -> dict[str, str]:
    """The title of each chapter by its three letters."""
    table = tomllib.loads((ROOT / BOOKS[game]).read_text(encoding="utf-8"))
    return {letters: chapter["title"] for letters, chapter in table["chapters"].items()}


def numbers(text: str) -> set[str]:
    """The rule numbers in a text. `EXP-02 to EXP-06` includes all numbers between."""
    found = set()
    for first, last in NUMBER.findall(text):
        found.add(first)
        found.update(f"{first[:3]}-{n:02d}" for n in range(int(first[4:]), int(last or first[4:]) + 1))
    return found


def homes(game: str = "march") -> dict[str, list[str]]:
    """The engine files that name each rule, as paths inside the game's folder."""
    found: dict[str, list[str]] = defaultdict(list)
    engine = ROOT / "marchsim" / "games" / game
    for path in sorted(engine.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        named = numbers(text)
        for holds in CHAPTER.findall(text.split('"""')[1] if text.startswith('"""') else ""):
            for letters in re.findall(r"\b([A-Z]{3})\b(?!-)", holds):
                named.update(number for number in rules(game) if number.startswith(letters))
        for number in named:
            found[number].append(path.relative_to(engine).as_posix())
    return found


def holders() -> dict[str, list[str]]:
    """The tests and scenarios that check each rule, as paths inside tests/."""
    found: dict[str, list[str]] = defaultdict(list)
    tests = ROOT / "tests"
    for path in sorted(tests.rglob("test_*.py")):
        marked: set[str] = set()
        for arguments in MARK.findall(path.read_text(encoding="utf-8")):
            marked |= numbers(arguments)
        for number in marked:
            found[number].append(path.relative_to(tests).as_posix())
    for path in sorted(tests.rglob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        named = table.get("rules", [])
        for number in named if isinstance(named, list) else []:
            found[str(number)].append(path.relative_to(tests).as_posix())
    return found


def decided() -> dict[str, list[str]]:
    """Links from docs/reference to the decisions about each rule."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in DECISIONS:
        for decision, named in DECIDED.findall(path.read_text(encoding="utf-8")):
            for number in numbers(named):
                found[number].append(f"[{decision}](../decisions/{path.name})")
    return found


def anchor(letters: str, name: str) -> str:
    """The address of a chapter within its page, as GitHub and the site make it."""
    return re.sub(r"[^\w -]", "", f"{letters} {name}".lower()).replace(" ", "-")


def text(game: str = "march") -> str:
    """The text of the page."""
    lived, held, choices = homes(game), holders(), decided()
    home = f"marchsim/games/{game}/"
    title = (
        "# The rules and where they are held"
        if game == "march"
        else "# Ant Wars: the rules and where they are held"
    )
    lines = [
        title,
        "",
        f"Made by `make docs` from {BOOKS[game]}, the engine's sources and the tests. Files of the engine",
        f"are those of `{home}`, tests those of `tests/`. *Ruling*: the rulebook is silent or",
        "ambiguous there, and the text, or its last part, is our decision.",
        "",
        " · ".join(f"[{name}](#{anchor(letters, name)})" for letters, name in chapters(game).items()),
    ]
    for letters, name in chapters(game).items():
        lines += ["", f"## {letters} {name}", "", "| rule | text | lives in | held by |"]
        lines.append("|---|---|---|---|")
        for number, rule in rules(game).items():
            if number.startswith(letters):
                words = " ".join([str(rule["text"]).replace("|", "\\|"), *choices.get(number, [])])
                ruling = "*Ruling.* " if rule.get("ruling") else ""
                where = "<br>".join(lived.get(number, []))
                tests = "<br>".join(held.get(number, []))
                lines.append(f"| {number} | {ruling}{words} | {where} | {tests} |")
    return "\n".join(lines) + "\n"


def antwars() -> str:
    """The text of the page for Ant Wars."""
    return text("antwars")
