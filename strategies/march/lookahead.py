"""Looks ahead: plays each action on in imagined games, and takes the one with the best outcome.

It deals all that it cannot see at random: the others' cards, decks, the pile and all later chance. Each
action is then played to the end of the round, with a heuristic of well-tuned weights in every seat, and
judged by the chance to win, which depends on points and prospects. Actions that are clearly behind are given
up early. It decides in the same way on the first step of a March or of a reaction to one, on actions granted
by cards, and on cards for ferocity.
"""

from marchsim.games.march.players import Searcher


class Lookahead(Searcher):
    """Determinised search. Its weights, found by `marchsim tune`, are those of the players it imagines."""

    slow = True  # tests and measurements of all strategies leave it out

    def __init__(self):
        super().__init__()
        self.samples = 10  # imagined games of each action, at most
        self.further = 4  # and of each answer to a further question
        self.patience = 130
        self.weigh(
            food=0.68,
            larva=0.11,
            card=[2.15, 2.15, 2.05, 1.45],
            ant=0.76,
            inner=2.24,
            site=1.08,
            point=1.22,
            hunger=0.73,
            battle=1.62,
            centipede=1.27,
            harm=0.48,
            invade=0.19,
            ferocity=0.4,
            head=0.84,
            thorax=-0.63,
            abdomen=-0.33,
            body=1.27,
            goal=1.48,
            event=0.13,
            explore=-0.61,
            march=-1.04,
            forage=[0.82, 0.92, 0.92, 0.62],
            play=0.22,
            rest=1.83,
            end=1.97,
        )
        self.weigh_in_company(  # found for the margin of three alike (D-107, D-225)
            food=[2.54, 1.66, 0.88, -0.1],
            larva=[1.6, 1.35, 1.1, 0.84],
            card=[2.92, 2.06, 1.2, 0.34],
            ant=[4.08, 3.09, 1.9, 0.7],
            inner=[0.81, 0.67, 0.52, 0.37],
            site=[0.53, 0.37, 0.51, 0.05],
            point=[-3.71, -2.67, -1.63, -0.59],
            hunger=[7.33, 1.27, 2.92, 4.66],
            battle=[-0.21, 0.71, 1.62, 2.54],
            centipede=[-0.05, 1.24, 2.53, 3.82],
            harm=[-0.22, 0.59, 1.4, 2.21],
            invade=[0.83, 0.37, -0.09, -0.54],
            ferocity=[3.62, 2.66, 1.7, 0.75],
            head=[0.85, 0.75, 0.66, 0.56],
            thorax=[1.39, 1.28, 1.06, 0.95],
            abdomen=[-0.52, -0.21, 0.11, 0.42],
            body=[-0.69, -0.26, -0.04, 0.39],
            goal=[1.82, 1.69, 1.55, 1.42],
            event=[0.79, 0.41, -0.97, -1.75],
            explore=[2.69, 1.65, 0.61, -0.43],
            march=[0.91, 0.68, 0.45, 0.22],
            forage=[1.27, 0.76, 0.85, 0.94],
            play=[-2.54, -1.79, -1.54, -0.98],
            rest=[4.44, 4.64, 4.85, 5.06],
            end=[1.77, 1.86, 1.95, 2.04],
            horde=[3.24, 3.56, 3.87, 4.19],
        )
