"""Plays at random: every option of every question is equally likely. The floor of any field."""

from marchsim.games.antwars.players import Strategy


class Random(Strategy):
    """Answers each question by a fair draw from its own stream of chance."""

    def otherwise(self, view):
        """Draw an option."""
        return self.rng.below(view.n)
