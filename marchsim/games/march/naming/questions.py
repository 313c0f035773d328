"""Questions in words: the question, and its subject from the context on the table."""

from __future__ import annotations

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import Names
from marchsim.games.march.words import QUESTIONS, TILE_CONTEXT

QUIET = ("column", "row", "slot", "why")  # numbers of the board that say nothing to a reader


def subject(question: int) -> str:
    """The question without its context."""
    return str(QUESTIONS[question][1]).partition(" (context")[0]


def contexts(question: int) -> list[str]:
    """The meaning of each value of a question's context, in order."""
    _, found, text = str(QUESTIONS[question][1]).partition("(context: ")
    return text.removesuffix(")").split(", ") if found else []


def about(g: Play, names: Names, question: int) -> str:
    """The subject of the question on the table: the card, hex and numbers of its context."""
    values = (g.table.a, g.table.b, g.table.c, g.table.d)
    told = [
        _said(names, meaning, value)
        for meaning, value in zip(contexts(question), values, strict=False)
        if not meaning.startswith(QUIET)
    ]
    return ", ".join(words for words in told if words)


def _said(names: Names, meaning: str, value: int) -> str:
    """One value of a context in words, or '' if it means nothing to a reader."""
    label = meaning.partition(" or ")[0]
    if meaning.startswith("1 if "):
        return meaning.removeprefix("1 if ") if value else ""
    if value < 0:
        return "a centipede" if meaning.startswith("opponent") else ""
    if meaning.startswith(("opponent", "first ant's owner")):
        return names.players[value]
    if meaning.startswith(("card", "new card")):
        return names.hexes[value - TILE_CONTEXT] if value >= TILE_CONTEXT else names.cards[value]
    if meaning.startswith(("hex", "destination", "tile")):
        return names.hexes[value]
    return f"{label}: {value}"
