"""Decisions of a session's games for a coach: the options in words, and rollouts of each to the end.

A rollout begins with all that the seat sees. The hidden part is drawn anew for each key, as in the rollouts
of a player that searches. So the value of an option cannot depend on anything that the seat does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from marchsim.kernel.rollouts import WIN, Choice
from marchsim.kernel.table import Clock, Listener
from marchsim.tabletop.players.rollouts import Imagined
from marchsim.tabletop.players.seats import Player, PlayerSeat, Seen, StrategyBase

LONG = 10_000  # rounds; the game ends before


class Rehearsal(Listener):
    """Observes the decisions of a session's games, and passes each to `hear`.

    A game defines the words of its options, its rollouts (`world`), and their winners (`winners`).
    """

    actions: tuple[str, ...] = ("action",)  # kinds of decision with an action as an option's first word
    rated: Any  # the game's player by ratings
    searching: type[StrategyBase]  # its player that searches

    def __init__(
        self, session: Any, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        self.session = session  # with the game under way as `g`
        self.makers = makers
        self.hear = hear
        self.game: Any = None
        self.worlds: dict[int, tuple[Imagined, list[tuple[Player, Seen]]]] = {}

    # supplied by a game -----------------------------------------------------
    def offered(self, g: Any, question: int) -> Sequence[Sequence[str]]:
        """The options on the table in words."""
        raise NotImplementedError

    def kind(self, view: Any) -> str:
        """The kind of decision that a seat faces."""
        raise NotImplementedError

    def playable(self, view: Any) -> bool:
        """Whether rollouts can start from the question that a seat faces."""
        raise NotImplementedError

    def ratings(self, view: Any, player: StrategyBase) -> list[int]:
        """The rating of each option by the weights of a player."""
        raise NotImplementedError

    def world(self, view: Any, players: list[Any]) -> Imagined:
        """The rollouts of a seat, with these players."""
        raise NotImplementedError

    def winners(self, world: Any) -> int:
        """The winners of a rollout that has ended, one bit for each seat."""
        raise NotImplementedError

    def together(self, world: Any) -> bool:
        """Whether the players win together. If so, each winner has the credit of a whole win."""
        return False

    def intend(self, world: Any, seat: int, option: int) -> None:
        """Tell the player of a seat in a rollout which action it will be made to take."""

    # the frame --------------------------------------------------------------
    def plain(self, player: StrategyBase) -> StrategyBase:
        """The player itself. If it searches, a player with the same weights that does not search."""
        return self.by_ratings(player) if isinstance(player, self.searching) else player

    def by_ratings(self, player: StrategyBase) -> Any:
        """A player that rates options, with the weights of another player."""
        found: Any = self.rated()
        found.adopt(player)
        return found

    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Pass a decision to `hear`. The options are still on the table."""
        if self.game is not self.session.g:
            self.game = self.session.g
            self.worlds.clear()
        self.hear(TableChoice(self, seat, question, index))

    def mind(self, seat: int) -> PlayerSeat:
        """The strategy in a seat of the real game."""
        own = self.game.table.seats[seat]
        mind = own.seat if isinstance(own, Clock) else own
        assert isinstance(mind, PlayerSeat)
        return mind

    def imagined(self, seat: int) -> tuple[Imagined, list[tuple[Player, Seen]]]:
        """The rollouts of a seat, and the players in these rollouts that have hooks, each with its view."""
        if seat not in self.worlds:
            players: list[Any] = [make() for make in self.makers]
            cores = [self.plain(player.core) for player in players]
            world = self.world(self.mind(seat).view, cores)
            self.worlds[seat] = world, self.with_hooks(world, players, cores)
        return self.worlds[seat]

    def with_hooks(
        self, world: Imagined, players: list[Player], cores: list[StrategyBase]
    ) -> list[tuple[Player, Seen]]:
        """Seat the players that have hooks. Returns each of them with its view."""
        hooked = []
        for seat, (player, core) in enumerate(zip(players, cores, strict=True)):
            if player.core is player.user:
                continue
            player.core = core
            player.user.rng = core.rng  # the imagined game seeds it
            mind = PlayerSeat(world.seated[seat].view, core, player.user, player.mask)
            world.seated[seat] = mind
            world.guests[seat].mind = mind
            hooked.append((player, mind.view))
        return hooked


class TableChoice:
    """A decision of a seat (implements kernel.rollouts.Choice)."""

    def __init__(self, rehearsal: Rehearsal, seat: int, question: int, chosen: int) -> None:
        self._by = rehearsal
        self._question = question
        self._view: Any = rehearsal.mind(seat).view
        self.seat, self.chosen = seat, chosen
        self.round = int(rehearsal.game.s.round)
        self.count = int(rehearsal.game.table.n)
        self.kind = rehearsal.kind(self._view)
        self.playable = rehearsal.playable(self._view)

    def words(self, option: int) -> str:
        """An option in words."""
        return self._by.offered(self._by.game, self._question)[option][0]

    def action(self, option: int) -> str:
        """The first word of the option in a decision on an action.

        In any other decision, `pass` if the option is to pass, else the kind of decision.
        """
        words = self.words(option)
        if self.kind.startswith(self._by.actions):
            return words.partition(" ")[0]
        return words if words == "pass" else self.kind

    def likely(self, most: int) -> list[int]:
        """The options with the highest ratings, at most `most` of them, including the one that was chosen."""
        if self.count <= most:
            return list(range(self.count))
        ratings = self._by.ratings(self._view, self._by.plain(self._by.mind(self.seat).core))
        order = sorted(range(self.count), key=lambda at: -ratings[at])[:most]
        return order if self.chosen in order else [*order[: most - 1], self.chosen]

    def credits(self, options: Sequence[int], key: int) -> list[int]:
        """The seat's credit after each option, in rollouts with the same key."""
        world, hooked = self._by.imagined(self.seat)
        found = []
        for at, option in enumerate(options):
            if at:
                world.again()
            else:
                world.imagine(key)
            for player, view in hooked:
                player.begin(view)
            chosen = int(self._view.option(option))
            self._by.intend(world, self.seat, chosen)
            world.follow(chosen, LONG)
            winners = self._by.winners(world)
            shared = 1 if self._by.together(world) else max(1, winners.bit_count())
            found.append(WIN // shared if winners >> self.seat & 1 else 0)
        return found
