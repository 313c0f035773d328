"""The ratings of a heuristic, listed here by the question's name. Most rare questions share one.

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
    "tile": cards.ByKind(),
    "rival": cards.Rival(),
    "hex": cards.Hex(),
    "site": cards.ByKind(),
    "discard": cards.ByKind(),
    "drop_goal": cards.ByKind(),
    "free_card": cards.FreeCard(),
    "section": cards.ByKind(),
    "gifts": cards.ByKind(),
    "swap": cards.Swap(),
    "spot": cards.ByKind(),
    "gather": turns.Gather(),
    "token": cards.Token(),
    "shift": cards.ByKind(),
    "army": cards.Army(),
    "victim": cards.Victim(),
    "bonus": Accept(),
    "species": cards.ByKind(),
    "draft": cards.ByKind(),
    "evolve": cards.Evolve(),
    "divide": cards.ByKind(),
    "raid": cards.ByKind(),
    "hunt": battles.Hunt(),
}
RATINGS: Final[list[Rating]] = [BY_NAME[name] for name, _, _ in QUESTIONS]  # by the number of a question
