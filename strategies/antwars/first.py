"""Always takes the first option. A frozen policy for tests and regression of rules, no player."""

from marchsim.games.antwars.players import Strategy


class First(Strategy):
    """Answers 0."""

    def otherwise(self, view):
        """Take the first option."""
        return 0
