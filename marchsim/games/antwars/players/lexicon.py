"""The wording of the options of Ant Wars in scripts, which is the same as in scenarios (`naming.options`)."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.board import Board
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming.names import COLOURS, Names
from marchsim.games.antwars.naming.options import ANIMALS, called
from marchsim.kernel.compat import i64
from marchsim.tabletop.naming import NO_SYNONYMS, words
from marchsim.tabletop.options import codes_in
from marchsim.tabletop.players.scripts import Lexicon

# question -> the codes of its options; code of an option -> what its values are
OPTIONS, VALUES = codes_in([told for _, _, told in w.QUESTIONS], vars(w))
# how many values of each kind there are; areas and species are counted on the board and in the box
COUNTS: Final[dict[str, int]] = {
    "tile": int(w.TILES), "number": int(w.CROWD), "queen": int(w.QUEENS), "piece": int(w.TYPES),
    "rolled": int(w.CROWD),
}  # fmt: skip


class Words(Lexicon):
    """The wording of the options of Ant Wars on one board."""

    def __init__(self, names: Names) -> None:
        super().__init__(NO_SYNONYMS)
        self.names = names
        self.numbers = {name: at for at, name in enumerate(names.areas)}
        self.known: dict[int, set[str]] = {}

    def texts(self, view: View, option: i64) -> tuple[str, ...]:
        """All wordings of an option, the canonical one first."""
        return called(self.names, view.question, option)

    def vocabulary(self, question: i64) -> set[str]:
        """All words that options of a question may contain."""
        known = self.known.get(question)
        if known is None:
            known = set()
            for code in OPTIONS[question]:
                known |= self.of_code(question, code)
            self.known[question] = known
        return known

    def of_code(self, question: i64, code: int) -> set[str]:
        """All words of the options with a code."""
        found: set[str] = set()
        for option in self.samples(code):
            for text in called(self.names, question, option):
                found |= set(words(text))
        return found

    def samples(self, code: int) -> list[int]:
        """Sample options of a code: each part takes all its values in turn, and attacks take all targets."""
        if code == w.O_GROUP:  # animals have no groups of their own
            targets = int(w.GLOOMYS) + len(ANIMALS)
            return [w.option(code, at // w.GROUPS, at % w.GROUPS, 0, 0) for at in range(targets)]
        found = [w.option(code, w.ALL_AREAS, 0, 0, 0)]
        for at, kind in enumerate(VALUES[code]):
            values = range(self.count(kind))
            found += [w.option(code, 0 if at else value, value if at else 0, 0, 0) for value in values]
        return found

    def count(self, kind: str) -> int:
        """The number of values of a kind of part, such as areas or species."""
        if kind == "area" or kind == "to":
            return len(self.names.areas)
        return len(self.names.titles) if kind == "species" else COUNTS[kind]


class Bookshelf:
    """A cache of the last board's words, which are therefore made once per board, not once per game."""

    def __init__(self) -> None:
        self.last: Words | None = None
        self.board: Board | None = None

    def of(self, view: View) -> Words:
        """The words of a view's board."""
        last = self.last
        if last is None or self.board is not view.board:
            titles = [panel.name for panel in view.panels]
            last = Words(Names({title: title for title in titles}, view.board, COLOURS))
            self.last = last
            self.board = view.board
        return last


SHELF: Final = Bookshelf()
