"""Can't Stop, Sid Sackson's race up eleven columns, in our own words.

Rule 1: players take turns, round by round. Whoever has topped enough columns wins at once.
Rule 2: columns 2 to 12 are short at the sides and long in the middle: 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3.
Rule 3: roll four dice and make two pairs. Each sum moves a runner up its column by a step, if it can. A
column without a runner takes a free one, which starts from your marker. If only one of two sums can move, you
choose which.
Rule 4: after each move stop, and your markers go where your runners are, or roll again.
Rule 5: if no pair can move a runner, you are bust, and the runners' steps of this turn are lost.
Rule 6: a column that somebody has topped is closed to all.
Rule 7 (a variant): a runner hops over steps that markers of others hold.
"""

from marchsim.tabletop.small import Play, SmallGame, Strategy, flag, number

COLUMNS = range(2, 13)


def pairings(dice):
    """Return the ways to make two pairs of four dice, as sums."""
    a, b, c, d = dice
    return {tuple(sorted(sums)) for sums in ((a + b, c + d), (a + c, b + d), (a + d, b + c))}


class CantStopStrategy(Strategy):
    """The questions of the game. Every view has the values that `CantStop.shown` returns."""

    def move(self, view):
        """Answer the columns to move in: (6, 8), (7, 7) or (5,)."""
        return view.options[0]

    def go_on(self, view):
        """Answer "roll" or "stop"."""
        return "roll" if view.free else "stop"


class CantStop(Play):
    """One game."""

    def set_up(self):
        """Begin without markers on any column (rule 2)."""
        shortest, slope = self.rules.shortest, self.rules.slope
        self.lengths = {column: shortest + slope * (5 - abs(7 - column)) for column in COLUMNS}
        self.markers = [dict.fromkeys(COLUMNS, 0) for _ in self.seats]
        self.closed = []
        self.runners = {}

    def play(self):
        """Take turns until somebody has won (rule 1) or all columns are closed."""
        while not self.over() and self.round < self.rules.rounds:
            self.begin_round()
            for seat in self.seats:
                if self.rules.full_round or not self.over():
                    self.turn(seat)

    def over(self):
        """Return whether the game is won or every column is closed."""
        return max(self.scores) >= self.rules.goal or len(self.closed) == len(COLUMNS)

    def shown(self, seat):
        """Return the values that every seat sees: the whole board, since nothing is hidden."""
        return {
            "lengths": self.lengths,
            "markers": self.markers,  # of each seat: the step in each column
            "closed": self.closed,
            "runners": self.runners,  # of this turn: the step in each of their columns
            "free": self.rules.runners - len(self.runners),
            "goal": self.rules.goal,
        }

    def turn(self, seat):
        """Roll and move until the player stops or is bust (rules 3 to 5)."""
        self.runners = {}
        while not self.runners or self.ask(seat, "go_on", ("roll", "stop")) == "roll":
            dice = [self.roll() for _ in range(4)]
            self.event("roll", seat, a=dice[0], b=dice[1], c=dice[2], d=dice[3])
            moves = self.moves(seat, dice)
            if not moves:
                self.event("bust", seat, steps=self.gained(seat))
                return
            for column in self.ask(seat, "move", moves):
                self.runners[column] = self.next_step(seat, column)
                self.event("move", seat, column=column, step=self.runners[column])
        self.event("stop", seat, steps=self.gained(seat))
        self.settle(seat)

    def moves(self, seat, dice):
        """Return the moves that the dice allow, each a tuple of columns (rule 3)."""
        found = set()
        for pair in pairings(dice):
            can = [column for column in pair if self.open(column)]
            if len(can) == 2 and self.both(seat, pair):
                found.add(pair)
            else:
                found.update((column,) for column in can)
        return sorted(found)

    def open(self, column):
        """Return whether a runner can move in the column (rules 3 and 6)."""
        if column in self.runners:
            return self.runners[column] < self.lengths[column]
        return column not in self.closed and len(self.runners) < self.rules.runners

    def both(self, seat, pair):
        """Return whether two sums can both move, given that each of them can."""
        first, second = pair
        if first == second:
            return self.next_step(seat, first) < self.lengths[first]
        return len({first, second} | set(self.runners)) <= self.rules.runners

    def next_step(self, seat, column):
        """Return the step to which the runner of a column moves next (rules 3 and 7)."""
        step = self.runners.get(column, self.markers[seat][column]) + 1
        held = [self.markers[other][column] for other in self.seats if other != seat]
        while self.rules.hop and step < self.lengths[column] and step in held:
            step += 1
        return step

    def gained(self, seat):
        """Return the number of steps that the seat has gained in this turn."""
        return sum(step - self.markers[seat][column] for column, step in self.runners.items())

    def settle(self, seat):
        """Move the markers to the runners and close the columns that are topped (rules 4 and 6)."""
        self.markers[seat].update(self.runners)
        for column, step in self.runners.items():
            if step == self.lengths[column]:
                self.closed.append(column)
                self.scores[seat] += 1
                self.event("top", seat, column=column, total=self.scores[seat])


GAME = SmallGame(
    "cant_stop",
    "Can't Stop",
    players=(2, 4),
    play=CantStop,
    strategy=CantStopStrategy,
    rules=(
        number("goal", 3, 1, 5, "1", "topped columns that win"),
        flag("full_round", False, "1", "whether the round is played to its end when somebody has won"),
        number("shortest", 3, 1, 9, "2", "steps of columns 2 and 12"),
        number("slope", 2, 0, 4, "2", "steps that each column has more than its neighbour at the side"),
        number("runners", 3, 2, 5, "3", "runners of a turn"),
        flag("hop", False, "7", "whether a runner hops over steps that markers of others hold"),
        number("rounds", 200, 1, 1000, "", "rounds after which the game ends in any case", "program"),
    ),
    events={
        "roll": "{player} rolls {a}, {b}, {c} and {d}",
        "move": "{player} moves up column {column} to step {step}",
        "stop": "{player} stops and keeps {steps} steps",
        "bust": "{player} is bust and loses {steps} steps",
        "top": "{player} tops column {column} and has {total}",
    },
)
