"""Looks ahead: plays each action on in imagined games, and takes the one with the best outcome.

It cannot know the dice to come, so it rolls its own. It imagines only the actions that a plan with its
weights rates highest. Each is played on to the end of the next round, with such a plan in every seat, and
judged by the chance to win, which depends on living Queens, dice and the rounds left. Actions that are
clearly behind are given up early.
"""

from marchsim.games.antwars.players import Searcher


class Lookahead(Searcher):
    """Search over imagined games, in which its weights are those of all players."""

    slow = True  # tests and measurements of all strategies leave it out

    def __init__(self):
        super().__init__()
        self.weigh(rally=18, bring=6, prowl=6, party=6, hatch=5, brood=7, dig=4)
