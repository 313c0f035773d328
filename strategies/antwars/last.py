"""Always takes the last option. A frozen policy for tests and regression of rules, no player."""

from marchsim.games.antwars.players import Strategy


class Last(Strategy):
    """Answers the number of the last option."""

    def otherwise(self, view):
        """Take the last option."""
        return view.n - 1
