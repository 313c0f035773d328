"""Looks ahead: imagines how each action of its turn may go on, and takes the one that comes out best.

What it cannot see it deals at random: the others' cards, decks, pile, all later chance. Each action is then
played to the end of the next round, all seats answering as a plain heuristic would, and judged by the lead in
points and prospects; actions that trail clearly are given up early. It is some hundred times as slow as a
heuristic, which answers all questions but the action of its own turn.
"""

from marchsim.errors import StrategyError, nearest
from marchsim.games.march.players import Heuristic, Prospects, Trials, World, may_follow

LIMITS = {"samples": (2, 10_000), "rounds": (1, 20)}  # parameters: the least and the most
LEAST = 16  # imagined games before the last two candidates are told apart


class Lookahead(Heuristic):
    """Determinised search over the actions of a turn; its weights are those of the players it imagines."""

    slow = True  # tests and measurements of all strategies leave it out

    def __init__(self):
        super().__init__()
        self.weigh(explore=0.3, play=0.1)
        self.samples = 32  # imagined games of each action, at most
        self.rounds = 2  # how many rounds end in them, the present one included
        self.trials = None  # of the last action, for `marchsim play --explain`

    def configure(self, parameters):
        weights = {}
        for name, value in parameters.items():
            low, high = LIMITS.get(name, (0, 0))
            if name == "weights":
                weights[name] = value
            elif name not in LIMITS:
                known = (*LIMITS, "weights")
                near = nearest(name, known)
                raise StrategyError(f"lookahead takes {', '.join(known)}, and not {name!r}.{near}")
            elif type(value) is not int or not low <= value <= high:
                raise StrategyError(
                    f"lookahead: {name} must be a number from {low} to {high}, not {value!r}."
                )
            else:
                setattr(self, name, value)
        super().configure(weights)

    def begin(self, view):
        super().begin(view)
        players = [Heuristic() for _ in range(view.players)]
        for player in players:
            player.adopt(self)
        self.world = World(view, players)
        self.prospects = Prospects()

    def action(self, view):
        self.trials = None
        if not may_follow(view):  # an action that a card grants: a game cannot go on from the midst of it
            return super().action(view)
        self.trials = Trials(view.question, view.n)
        least = min(LEAST, self.samples)
        self.trials.run(least, self.samples, self.rng.bits, lambda index, key: self._lead(view, index, key))
        best = self.trials.best()
        return best[self.rng.below(len(best))]

    def _lead(self, view, index, key):
        """Return by how much it leads after an action in the imagined game of a key."""
        together = view.rules.horde > 0  # against the Horde only the end counts
        self.world.imagine(key)
        self.world.follow(view.option(index), view.rules.rounds if together else self.rounds)
        if together:
            return float(self.world.margin())
        return self.prospects.lead(self.world.seen(view.seat)) / 100
