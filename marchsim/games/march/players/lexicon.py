"""The words of the options of March, for scripts. They are the words of scenarios (`naming.options`)."""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.components.data import Components
from marchsim.games.march.engine.cards_and_tiles import Kit
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming.names import COLOURS, SYNONYMS, Names
from marchsim.games.march.naming.options import Ground, texts
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.naming import words
from marchsim.tabletop.options import codes_in
from marchsim.tabletop.players.scripts import Lexicon

# question -> the codes of its options; code of an option -> what its values are
OPTIONS, VALUES = codes_in([told for _, _, told in w.QUESTIONS], vars(w))
BARE: Final = Ground(Kit(), vec[i64](), 0)
HEX: Final = ("hex", "tile")  # the values that are a hex


class Words(Lexicon):
    """The words of the options of March."""

    def __init__(self, components: Components) -> None:
        super().__init__(SYNONYMS)
        self.components = components
        self.names = Names(components, COLOURS)
        self.known: dict[int, set[str]] = {}

    def texts(self, view: View, option: i64) -> tuple[str, ...]:
        """Return every way to write an option, the canonical one first."""
        ground = Ground(view.kit, view.grid, view.context(0))
        return texts(ground, self.names, view.question, option)

    def lasting(self, option: i64) -> bool:
        """Return whether the words of an option are the same in every position."""
        return w.code_of(option) not in (w.O_SPOT, w.O_TURN)

    def vocabulary(self, question: i64) -> set[str]:
        """All words that the options of a question may have."""
        known = self.known.get(question)
        if known is None:
            known = self.learnt(question)
            self.known[question] = known
        return known

    def learnt(self, question: i64) -> set[str]:
        """The vocabulary of a question, computed from scratch."""
        names = self.names
        found = set()
        for code in OPTIONS[question]:
            values = VALUES[code]
            if code == w.O_SPOT or code == w.O_TURN:
                found |= {"at", "of", "turn", "tunnels", *words(" ".join(w.EDGES))}
                found |= {str(at) for at in range(-w.CENTRE, w.GRID)}
                for hexno in names.hexes:
                    found |= set(words(names.hex(hexno)))
            elif code == w.O_TWO:
                found |= {"food", "larvae", "cards", "and"}
            elif values and values[0] in HEX:
                found |= self.of_hexes(question, code, values)
            else:
                count = len(names.ids) if values == ["card"] or code == w.O_EVOLVE else w.SEATS
                if code == w.O_SECTION:
                    count = len(w.SECTIONS)
                for value in range(count if values else 1):
                    for second in (0, 1):
                        found |= self.heard(question, w.option(code, value, second, 0, 0))
        return found

    def of_hexes(self, question: i64, code: i64, values: list[str]) -> set[str]:
        """The words of all options with this code, whose first value is a hex."""
        found = set()
        for hexno in self.names.hexes:
            sites = len(self.names.sites[hexno])
            for second in range(max(w.SIDES, w.OUT + 1)):
                if "slot" in values and sites <= second < w.OUT:
                    continue
                if "site" in values and second >= sites:
                    continue
                if code in (w.O_PLACE, w.O_VICTIM, w.O_SHIFT) and second >= (
                    w.SIDES if code == w.O_PLACE else w.SEATS
                ):
                    continue
                for third in range(w.SEATS if "owner" in values else 1):
                    found |= self.heard(question, w.option(code, hexno, second, third, 0))
        return found

    def heard(self, question: i64, option: i64) -> set[str]:
        """The words of an option that is the same in every position."""
        found = set()
        for text in texts(BARE, self.names, question, option):
            found |= set(words(text))
        return found


class Bookshelf:
    """Keeps the last `Words`, so that they are made once per variant, not once per game."""

    def __init__(self) -> None:
        self.last: Words | None = None

    def of(self, components: Components) -> Words:
        """The words for these components. Reuses the last result if the components are the same object."""
        last = self.last
        if last is None or last.components is not components:
            last = Words(components)
            self.last = last
        return last


SHELF: Final = Bookshelf()
