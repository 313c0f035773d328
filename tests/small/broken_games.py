"""Small games that each break one law, to see that the law notices (test_laws.py)."""

from __future__ import annotations

from typing import Any

from marchsim.tabletop.small import Play, SmallGame, Strategy, number


class Chooser(Strategy):
    """Takes or leaves."""

    def take(self, view: Any) -> str:
        """Take now and then."""
        return self.pick(view.options)


class Sound(Play):
    """Three rounds in which every seat takes a random number of points, or leaves them."""

    def play(self) -> None:
        """Play three rounds."""
        for _ in range(self.rules.rounds):
            self.begin_round()
            for seat in self.seats:
                self.turn(seat)

    def turn(self, seat: int) -> None:
        """Offer a die."""
        die = self.roll()
        if self.ask(seat, "take", ("take", "leave"), die=die) == "take":
            self.scores[seat] += die
        self.event("turn", seat, die=die, points=self.scores[seat])


class Remembering(Sound):
    """Keeps a number from game to game."""

    games = 0

    def turn(self, seat: int) -> None:
        """Give a point more in each game."""
        Remembering.games += 1
        self.scores[seat] += Remembering.games % 7
        super().turn(seat)


class Unordered(Sound):
    """Lets the order of a set of words decide."""

    def turn(self, seat: int) -> None:
        """Give points by the word that comes first."""
        self.scores[seat] += len(next(iter({"a", "bb", "ccc", "dddd", "eeeee", "ffffff"})))
        super().turn(seat)


class Watched(Sound):
    """Looks whether its events are recorded."""

    def turn(self, seat: int) -> None:
        """Give a point if they are."""
        self.scores[seat] += self._events.keep
        super().turn(seat)


class Roundless(Sound):
    """Never begins a round."""

    def begin_round(self) -> None:
        """Do nothing."""


class Endless(Sound):
    """Goes on as long as the first option is taken."""

    def turn(self, seat: int) -> None:
        """Ask until a seat leaves."""
        while self.ask(seat, "take", ("take", "leave"), die=self.roll()) == "take":
            self.event("turn", seat, die=1, points=0)


class Crowded(Sound):
    """Goes on for ever at a full table."""

    def play(self) -> None:
        """Play again while there are four."""
        super().play()
        while len(self.seats) == 4:
            super().play()


class Doubled(Sound):
    """Says twice that a round has ended."""

    def turn(self, seat: int) -> None:
        """End the round once more."""
        super().turn(seat)
        if self.round > 1 and seat == 0:
            self._round_ended()


class Untidy(Sound):
    """Leaves a mark if it is broken off, and finds it in the next game."""

    busy = False

    def play(self) -> None:
        """Give the first seat points if the last game was broken off."""
        self.scores[0] += 100 * Untidy.busy
        Untidy.busy = True
        super().play()
        Untidy.busy = False


class Undeclared(Sound):
    """Misspells an event."""

    def turn(self, seat: int) -> None:
        """Record an event that is not declared."""
        self.event("trun", seat)


class Nameless(Sound):
    """Misspells a question."""

    def turn(self, seat: int) -> None:
        """Ask a question that no strategy answers."""
        self.ask(seat, "taek", ("take", "leave"))


class Deaf(SmallGame):
    """Hears no overlay."""

    def variant(self, name: str, preset: str, overlays: Any) -> Any:
        """Return the standard game."""
        return super().variant(name, preset, ())


def declared(play: type[Play], kind: type[SmallGame] = SmallGame) -> SmallGame:
    """Return a game with these rules."""
    return kind(
        play.__name__.lower(), play.__name__, players=(2, 4), play=play, strategy=Chooser,
        rules=(number("rounds", 3, 1, 9, "1", "rounds of a game"),),
        events={"turn": "{player} sees {die} and has {points}"},
    )  # fmt: skip


SOUND = declared(Sound)
REMEMBERING = declared(Remembering)
UNORDERED = declared(Unordered)
WATCHED = declared(Watched)
ROUNDLESS = declared(Roundless)
ENDLESS = declared(Endless)
CROWDED = declared(Crowded)
DOUBLED = declared(Doubled)
UNTIDY = declared(Untidy)
UNDECLARED = declared(Undeclared)
NAMELESS = declared(Nameless)
DEAF = declared(Sound, Deaf)
