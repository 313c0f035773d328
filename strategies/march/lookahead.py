"""Looks ahead: imagines how each action of its turn may go on, and takes the one that comes out best.

What it cannot see it deals at random: the others' cards, decks, pile, all later chance. Each action is then
played to the end of the round, all seats answering as a heuristic of well-tuned weights would, and judged by
the chance to win that points and prospects give; actions that trail clearly are given up early. So are the
first step of a March or of a reaction to one, actions that cards grant, and cards for ferocity.
"""

from marchsim.games.march.players import Searcher


class Lookahead(Searcher):
    """Determinised search; its weights, found by `marchsim tune`, are those of the players it imagines."""

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
        self.weigh_in_company(  # found for the margin of three alike over the Horde (D-107)
            food=[1.85, 0.97, 0.19, -0.79],
            larva=[0.86, 0.61, 0.36, 0.1],
            card=[2.62, 1.76, 0.9, 0.04],
            ant=[3.22, 2.23, 1.04, -0.16],
            inner=[0.59, 0.45, 0.3, 0.15],
            site=[0.54, 0.38, 0.52, 0.06],
            point=[-2.45, -1.41, -0.37, 0.67],
            hunger=[6.11, 0.05, 1.7, 3.44],
            battle=[-0.03, 0.89, 1.8, 2.72],
            centipede=[-0.26, 1.03, 2.32, 3.61],
            harm=[0.06, 0.87, 1.68, 2.49],
            invade=[0.97, 0.51, 0.05, -0.4],
            ferocity=[3.56, 2.6, 1.64, 0.69],
            head=[0.56, 0.46, 0.37, 0.27],
            thorax=[0.8, 0.69, 0.47, 0.36],
            abdomen=[-0.25, 0.06, 0.38, 0.69],
            body=[-0.84, -0.41, -0.19, 0.24],
            goal=[1.99, 1.86, 1.72, 1.59],
            event=[0.09, -0.29, -1.67, -2.45],
            explore=[3.16, 2.12, 1.08, 0.04],
            march=[0.44, 0.21, -0.02, -0.25],
            forage=[1.28, 0.77, 0.86, 0.95],
            play=[-1.6, -0.85, -0.6, -0.04],
            rest=[4.8, 5.0, 5.21, 5.42],
            end=[1.56, 1.65, 1.74, 1.83],
            horde=[2.27, 2.59, 2.9, 3.22],
        )
