"""Dice Race with decisions that can be rolled out, and whose best option is known.

All strategies of the tests rest (2 points) unless they are made otherwise. So a seat that rests is level with
the others, and a roll wins by its own points alone: 7/12 of a win with a plain card against one other player,
3/4 with `boots`, where a rest is worth 1/2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from marchsim import games
from marchsim.kernel.game import Outcome, Session, Variant
from marchsim.kernel.telling import WIN, Choice
from tests.toy import OPTIONS, ToyGame, ToySession, ToyStrategy, View, own

NAME = "rolled"
REGRETS = {"with boots": 0.25, "plain": 1 / 12}  # of a rest


class RaceChoice:
    """A decision of a seat (fulfils kernel.telling.Choice)."""

    def __init__(self, heard: Heard, view: View, chosen: int) -> None:
        self.heard, self.view, self.chosen = heard, view, chosen
        self.seat, self.round, self.count = heard.seat, view.round + 1, len(OPTIONS)
        self.kind = "with boots" if view.card == "boots" else "plain"
        self.playable = True

    def words(self, option: int) -> str:
        """An option in words."""
        return OPTIONS[option][0]

    def action(self, option: int) -> str:
        """Each option is an action of its own."""
        return self.words(option)

    def likely(self, most: int) -> list[int]:
        """Both options."""
        return list(range(self.count))

    def credits(self, options: Sequence[int], key: int) -> list[int]:
        """The credit after each option, with cards and dice by the key."""
        return [self._rolled(option, Random(key)) for option in options]

    def _rolled(self, option: int, chance: Random) -> int:
        session, seat = self.heard.session, self.seat
        rules, cards = session.variant.rules.values, session.variant.cards
        held = [cards[chance.randrange(len(cards))] for _ in range(session.count)]
        held[seat] = self.view.card
        scores = list(self.view.scores)
        minds = [make() for make in session.makers]
        for at in range(self.view.round, rules["rounds"]):
            for who in range(seat if at == self.view.round else 0, session.count):
                choice = option
                if (at, who) != (self.view.round, seat):
                    choice = minds[who].choose(View(at, tuple(scores), scores[who], held[who]))
                rolled = chance.randrange(6) + (held[who] == "boots")
                scores[who] += rules["rest_points"] if choice else rolled
        best = max(scores)
        return WIN // scores.count(best) if scores[seat] == best else 0


class Heard(ToyStrategy):
    """A seat's strategy whose answers are heard."""

    def __init__(self, mind: ToyStrategy, seat: int, session: RolledSession) -> None:
        super().__init__()
        self.mind, self.seat, self.session = mind, seat, session

    def choose(self, view: View) -> int:
        """Answer, and let the answer be heard."""
        chosen = self.mind.choose(view)
        self.session.hear(RaceChoice(self, view, chosen))
        return chosen


class RolledSession(ToySession):
    """A session whose decisions may be heard."""

    makers: Sequence[Callable[[], Any]] = ()
    hear: Callable[[Choice], None]

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[Any]
    ) -> Outcome:
        """Play one game."""
        heard = (
            [Heard(mind, seat, self) for seat, mind in enumerate(strategies)] if self.makers else strategies
        )
        return super().play(game_id, deal_key, seat_keys, heard)


class RolledGame(ToyGame):
    """Dice Race with the ability."""

    name = NAME

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Make a session."""
        return RolledSession(own(variant), players, record)

    def rehearse(
        self, session: Session, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        """Let `hear` hear of each decision (kernel.telling.RolledOut)."""
        assert isinstance(session, RolledSession)
        session.makers, session.hear = makers, hear  # type: ignore[method-assign]


ROLLED = RolledGame()


def register() -> None:
    """Make the game known by its name."""
    games.register(NAME, "tests.studies.rolled_toy:ROLLED")


def configuration(bodies: Mapping[str, str], players: int = 2) -> str:
    """The text of a configuration whose strategies are files of these names."""
    uses = "".join(f'[[strategies]]\nuse = "{name}.py"\n' for name in bodies)
    design = f'[design]\nkind = "roundrobin"\nplayers = {players}\nblocks = 1\n'
    return f'name = "race"\ngame = "{NAME}"\nseed = 5\n{design}{uses}'
