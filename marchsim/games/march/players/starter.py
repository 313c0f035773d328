"""A strategy file to start from: a heuristic of weights with one hook of its own, each line explained.

As written it plays at once; everything in it is there to be changed.
"""

from __future__ import annotations

TEXT = '''\
"""{title}: say here in a sentence what its plan is; `marchsim strategies` shows it.

And here, if you like, in a paragraph. Try it:
  marchsim play --strategies {file},warlord,forager
  marchsim play --strategies {file},warlord,forager --explain {stem}     (what it thinks, and why)
"""

from marchsim.games.march.players import Heuristic
from marchsim.games.march.words import O_FOOD, code_of


class {name}(Heuristic):
    """What it is in a few words."""

    def __init__(self):
        super().__init__()
        # What it values, in colony points: a number for all rounds, or a list from the first round on (the
        # last holds for the rest). What is not named here keeps its default. All weights:
{weights}
        self.weigh(
            food=[1.1, 1.0, 0.9, 0.7],
            battle=1.5,
        )

    # A hook: where weights do not say what you mean, a method with the name of a question answers it, and
    # only it is asked of this class; everything else runs compiled.
    # docs/howto/strategies.md lists all questions.
    #
    # This one is asked in each Queen Phase: food or larvae by Royal Decree? The view shows the position as
    # this seat may see it, and the options; the answer is the number of one of them, from 0.
    def decree(self, view):
        """Take food when there is less of it than of ants to feed; else do as a Heuristic does."""
        if view.food[view.seat] < view.army[view.seat]:
            for index in range(view.n):
                if code_of(view.option(index)) == O_FOOD:
                    return index
        return super().decree(view)
'''
