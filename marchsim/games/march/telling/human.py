"""A strategy for a person at a terminal. It shows the seat's view of the game and asks for each decision.

The person answers with the number or the words of an option. Hidden cards of other players are never shown.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming import SYNONYMS, HexLook, Names, about, hex_look, offered, seat_look, subject
from marchsim.games.march.players.strategy import Strategy
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.words import EVENT, EVOLUTION, PHASES, Q_ACTION, SIDES
from marchsim.kernel.telling import Terminal
from marchsim.tabletop.telling.asker import Asker, Page, numbered

HELP = (
    "  hand     your cards, with what they say",
    "  meadow   the hexes: who is where",
    "  players  what everybody has",
    "  all      the whole position",
)


class Person(Strategy):
    """A strategy that answers every question with the words that a person types."""

    def __init__(self, session: MarchSession, names: Names, seat: int, terminal: Terminal) -> None:
        super().__init__()
        self.session = session
        self.names = names
        self.seat = seat
        self.asker = Asker(terminal, seat, names.players[seat], HELP, SYNONYMS)
        self.seen = (-1, -1)
        self.texts = {card.id: card.rendered for card in session.assembly.variant.components.cards}

    def otherwise(self, view: View) -> int:
        """Show the question and the options, and read an answer."""
        g = self.session.game
        now = (int(g.s.round), int(g.s.phase))
        if view.question == Q_ACTION or now != self.seen:
            self.asker.tell(self.position(g))
        self.seen = now
        self.asker.tell(self.lines(g, view.question))
        pages: dict[str, Page] = {
            "options": lambda: self.lines(g, view.question),
            "hand": lambda: self.hand(g),
            "meadow": lambda: self.meadow(g),
            "players": lambda: self.players(g),
            "all": lambda: self.position(g),
        }
        return self.asker.answer(offered(g, self.names, view.question), pages)

    def lines(self, g: Play, question: int) -> list[str]:
        """The question and the numbered options."""
        context = about(g, self.names, question)
        context = f" ({context})" if context else ""
        head = f"{self.names.players[self.seat]}, choose {subject(question)}{context}:"
        return [head, *(f"  {line}" for line in numbered(offered(g, self.names, question)))]

    # the position as this seat may see it ------------------------------------
    def position(self, g: Play) -> list[str]:
        """The position: round and phase, all players' holdings, the Meadow, and the person's own hand."""
        when = f"Round {g.s.round} of {g.rules.rounds}, {PHASES[g.s.phase]}"
        piles = f"{g.s.deck_n} cards in the deck, {g.s.pile_n} hexes in the pile"
        return ["", f"{when}; {piles}", *self.players(g), *self.meadow(g), *self.hand(g), ""]

    def players(self, g: Play) -> list[str]:
        """The holdings of all players, with the number of cards in each hand."""
        found = []
        for seat in range(g.s.players):
            look = seat_look(g, self.names, seat)
            you = " (you)" if seat == self.seat else ""
            rest = ", rested" if look.rested else ""
            found.append(
                f"  {look.name}{you}: {look.score} points, {look.food} food, {look.larvae} larvae, "
                f"{look.army} ants, {len(look.hand)} cards in hand{rest}"
            )
            body = [f"{name} {', '.join(cards)}" for name, cards in (
                ("head", look.head), ("thorax", look.thorax), ("abdomen", look.abdomen), ("goals", look.goals)
            ) if cards]  # fmt: skip
            if body:
                found.append(f"    {'; '.join(body)}")
        if g.rules.horde:
            found.append(f"  The Centipede Horde: {g.s.horde_score} points")
        return found

    def meadow(self, g: Play) -> list[str]:
        """A line about each hex: its sites with their owners, other ants, and tunnels."""
        laid = [g.s.laid[at] for at in range(g.s.laid_n)]
        return [f"  {hex_words(hex_look(g, self.names, at), self.ways(g, at))}" for at in laid]

    def ways(self, g: Play, hexno: int) -> list[str]:
        """The names of the hexes to which tunnels lead from a hex."""
        others = [g.s.joined[hexno * 6 + edge] for edge in range(SIDES)]
        return [self.names.hex(other) for other in others if other >= 0]

    def hand(self, g: Play) -> list[str]:
        """The cards in the person's hand, with cost, ferocity and text."""
        held = seat_look(g, self.names, self.seat).hand
        found = ["  Your hand:" if held else "  Your hand is empty."]
        for card in sorted(held):
            number = self.names.ids.index(card)
            kind = g.kit.kind[number]
            what = "event" if kind == EVENT else "evolution" if kind == EVOLUTION else "goal"
            head = f"    {card} ({what}, cost {g.kit.cost[number]}, ferocity {g.kit.ferocity[number]})"
            found += [head, *(f"      {line}" for line in textwrap.wrap(self.texts[card], 90))]
        return found


def hex_words(look: HexLook, ways: Sequence[str]) -> str:
    """The contents of a hex, in one line."""
    sites = ", ".join(f"{site}{f' {owner}' if owner else ' empty'}" for site, owner in look.sites.items())
    out = ", ".join(f"{player} {count}" for player, count in look.out.items())
    marks = [word for word, there in (
        ("Inner Meadow", look.inner), ("centipede", look.centipede), ("wormhole", look.wormhole),
        ("contested", look.contested),
    ) if there]  # fmt: skip
    words = [sites, f"{'outskirts' if sites else 'ants'}: {out}" if out else "", ", ".join(marks)]
    words.append(f"tunnels to {', '.join(ways)}" if ways else "")
    return f"{look.name}: " + "; ".join(word for word in words if word)
