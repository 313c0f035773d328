"""A strategy file to start from: a script with three examples and its weights, each line explained.

It plays as written. Change anything in it.
"""

from __future__ import annotations

TEXT = '''\
"""{title}: say here in a sentence what its plan is; `marchsim strategies --game antwars` shows it.

And here, if you like, in a paragraph. Try it:
  marchsim play --game antwars --strategies {file},turtle,rusher
  marchsim play --game antwars --strategies {file},turtle,rusher --explain {stem}    (which line decides)
"""

from marchsim.games.antwars.players import Plan


class {name}(Plan):
    """A description in a few words."""

    # A method with the name of a question answers it: docs/reference/strategies.md lists them all.
    # `me` is your colony, `table` all that you see. Answer in words, by options, by a list in order of
    # preference, or by None: then the weights below decide. So they do if an answer is not on offer.

    # Example 1, for each die of a battle: whom does it hit?
    def aim(self, me, table):
        """Queens first, then Majors."""
        return [table.offers(target="Queens"), table.offers(target="Majors")]

    # Example 2, your action. Words that several options have leave the choice among these to the weights:
    # "hatch" is the best nest.
    def action(self, me, table):
        """Hatch while the colony is small; close the gate before a larger stack."""
        if me.minors + me.majors < 12 and (eggs := table.offers("hatch")):
            return eggs
        if me.open and any(foe.dice(me.exit) > me.dice(me.gate) for foe in table.rivals):
            return table.offers(tile="Anthill Entrance")
        return None

    # Example 3, before each round: weights that follow the standings.
    def round_begins(self, me, table):
        """March with a smaller army when somebody is stronger."""
        stronger = any(rival.strength > me.strength for rival in table.rivals)
        self.weigh(rally=14 if stronger else 18)

    def __init__(self):
        super().__init__()
        # What it values: a number for all rounds, or a list from the first round on (the last holds for the
        # rest). What is not named here keeps its default. All weights:
{weights}
        self.weigh(
            guard=4,
        )
'''
