"""The ratings of a heuristic: a class for each question, listed here by the question's name.

If you add a question to the game (`words.QUESTIONS`), list its rating here.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.players.heuristic.questions import battles, cards, turns
from marchsim.games.march.players.heuristic.questions.rating import Accept, Rating
from marchsim.games.march.words import QUESTIONS

BY_NAME: Final[dict[str, Rating]] = {
    "action": turns.Action(),
    "step": turns.Step(),
    "place": turns.Place(),
    "turn": turns.Turn(),
    "move_in": turns.MoveIn(),
    "inhabit": turns.Inhabit(),
    "emerge": turns.Emerge(),
    "gain_larva": Accept(),
    "exchange_card": cards.ExchangeCard(),
    "pay": turns.Pay(),
    "lose": battles.Lose(),
    "ferocity": battles.Ferocity(),
    "invader": battles.Invader(),
    "spoils": battles.Spoils(),
    "decree": battles.Decree(),
    "tile": turns.Tile(),
    "rival": cards.Rival(),
    "hex": cards.Hex(),
    "site": cards.Site(),
    "discard": cards.Discard(),
    "drop_goal": cards.DropGoal(),
    "free_card": cards.FreeCard(),
    "section": cards.Section(),
    "gifts": cards.Gifts(),
    "swap": cards.Swap(),
    "spot": turns.Spot(),
    "gather": turns.Gather(),
    "token": cards.Token(),
    "shift": cards.Shift(),
    "army": cards.Army(),
    "victim": cards.Victim(),
    "bonus": Accept(),
    "species": cards.Species(),
    "draft": cards.Draft(),
    "evolve": cards.Evolve(),
    "divide": turns.Divide(),
    "raid": battles.Raid(),
    "hunt": battles.Hunt(),
}
RATINGS: Final[list[Rating]] = [BY_NAME[name] for name, _, _ in QUESTIONS]  # by the number of a question
