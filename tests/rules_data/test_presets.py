"""Presets by name and combined: what each sets, for whom it is, and which combinations make no sense."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

from marchsim.errors import ConfigError, MarchsimError, RulesError
from marchsim.games.march.rules.parameters import BOOK
from marchsim.games.march.rules.variant import PRESETS, MarchVariant, resolve
from marchsim.tabletop.rules.overlays import players_of, rules_of

# Every pair: the smallest and largest number of players, or why there is none.
NOBODY = "there is no number of players for it"
PAIRS: dict[str, tuple[int, int] | str] = {
    "standard+first-game": (2, 5),
    "standard+long": (2, 5),
    "standard+two": (2, 2),
    "standard+five": (5, 5),
    "standard+primitive": (2, 5),
    "standard+solo": (1, 1),
    "standard+coop": (2, 4),
    "first-game+long": "first-game sets beyond_hexes = 0, long sets it to 5; take one of them",
    "first-game+two": (2, 2),
    "first-game+five": (5, 5),
    "first-game+primitive": (2, 5),
    "first-game+solo": (1, 1),
    "first-game+coop": (2, 4),
    "long+two": (2, 2),
    "long+five": (5, 5),
    "long+primitive": (2, 5),
    "long+solo": (1, 1),
    "long+coop": (2, 4),
    "two+five": f"{NOBODY}: two is for 2 players, five is for 5 players",
    "two+primitive": (2, 2),
    "two+solo": f"{NOBODY}: two is for 2 players, solo is for 1 player",
    "two+coop": (2, 2),
    "five+primitive": (5, 5),
    "five+solo": f"{NOBODY}: five is for 5 players, solo is for 1 player",
    "five+coop": f"{NOBODY}: five is for 5 players, coop is for 2 to 4 players",
    "primitive+solo": (1, 1),
    "primitive+coop": (2, 4),
    "solo+coop": f"{NOBODY}: solo is for 1 player, coop is for 2 to 4 players",
}
ALONE = {
    "standard": (2, 5), "first-game": (2, 5), "long": (2, 5), "two": (2, 2), "five": (5, 5),
    "primitive": (2, 5), "solo": (1, 1), "coop": (2, 4),
}  # fmt: skip


def variant(name: str, **overlay: Any) -> MarchVariant:
    """Return the variant of a preset with an overlay."""
    return resolve("test", name, [("mine.toml", overlay)] if overlay else [])


def test_the_tables_below_hold_every_preset_and_every_pair() -> None:
    assert list(ALONE) == list(PRESETS)
    assert list(PAIRS) == ["+".join(pair) for pair in combinations(PRESETS, 2)]


@pytest.mark.parametrize("name", ALONE)
def test_each_preset_is_for_its_players(name: str) -> None:
    """Its name is kept, its rule numbers exist, and it refuses every other number of players."""
    made = variant(name)
    low, high = made.players()
    assert (low, high) == ALONE[name] and made.preset == name
    for players in range(8):
        assert (made.refusal(players) == "") == (low <= players <= high)
    assert PRESETS[name].meaning and not PRESETS[name].meaning.endswith(".")


@pytest.mark.parametrize("pair", PAIRS)
def test_every_pair_of_presets_holds_both_or_says_why_not(pair: str) -> None:
    """In either order; the rules of both are in force, for the players that both are for."""
    wanted = PAIRS[pair]
    one, two = pair.split("+")
    if isinstance(wanted, str):
        with pytest.raises(RulesError) as caught:
            variant(pair)
        assert str(caught.value) == f"preset {pair}: {wanted}."
        with pytest.raises(RulesError):
            variant(f"{two}+{one}")
        return
    made, turned = variant(pair), variant(f"{two}+{one}")
    assert made.players() == turned.players() == wanted
    assert made.fingerprint == turned.fingerprint
    assert (made.preset, turned.preset) == (pair, f"{two}+{one}")
    human = BOOK.standard().human() | {k: v for name in (one, two) for k, v in PRESETS[name].rules.items()}
    assert made.resolved()["rules"] == human
    assert all(
        made.origins[name] == f"preset {two}" for name in PRESETS[two].rules if name not in PRESETS[one].rules
    )


def test_three_and_more_are_combined_as_pairs_are() -> None:
    """Any three that go together pairwise go together, in a text or in a list."""
    for three in combinations(PRESETS, 3):
        pairs = [PAIRS["+".join(pair)] for pair in combinations(three, 2)]
        if any(isinstance(pair, str) for pair in pairs):
            with pytest.raises(RulesError):
                variant("+".join(three))
        else:
            prints = {variant("+".join(order)).fingerprint for order in permutations(three)}
            assert len(prints) == 1
    listed = resolve("a", "", [("x", {"preset": ["long", "two", "primitive"]})])
    assert (listed.preset, listed.players()) == ("long+two+primitive", (2, 2))
    assert listed.fingerprint == variant(" long + two+primitive").fingerprint
    assert variant(" long + two").preset == "long+two"


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (
            "firstgame",
            RulesError,
            "preset 'firstgame' is unknown; there are standard, first-game, long, two, five,",
        ),
        ("firstgame", RulesError, "Did you mean 'first-game'?"),
        ("long+primitve", RulesError, "preset 'primitve' is unknown;"),
        ("long+primitve", RulesError, "Did you mean 'primitive'"),
        ("LONG", RulesError, "Did you mean 'long'"),
        ("long+", RulesError, "preset '' is unknown;"),
        ("long+two+long", RulesError, "preset 'long+two+long' names long twice; once is enough."),
        ([], RulesError, "preset names nothing; there are standard,"),
        (["long", 2], ConfigError, "preset must be a text or a list of texts, not ['long', 2]."),
        ({"long": True}, ConfigError, "preset must be a text or a list of texts, not {'long': True}."),
        (True, ConfigError, "preset must be a text or a list of texts, not True."),
    ],
)
def test_a_bad_preset_is_told_what_there_is(value: Any, kind: type[MarchsimError], message: str) -> None:
    """The file is named where it stands in one."""
    with pytest.raises(kind) as caught:
        resolve("a", "", [("mine.toml", {"preset": value})])
    assert str(caught.value).startswith("mine.toml: preset") and message in str(caught.value)
    assert str(caught.value).isprintable()


# players ----------------------------------------------------------------------
def test_a_horde_without_its_preset_is_for_one_to_four() -> None:
    """Who switches it on by a parameter may play alone; five players have no mat for it."""
    made = variant("standard", rules={"horde": True})
    assert made.players() == (1, 4)
    assert made.refusal(5) == "preset standard with horde = true is for 1 to 4 players, not 5."
    assert variant("long", rules={"horde": True}).players() == (1, 4)
    assert variant("two", rules={"horde": True}).players() == (2, 2)


@pytest.mark.parametrize(
    ("name", "rules", "message"),
    [
        ("five", {"horde": True}, "preset five: there is no number of players for it: it is for 5 players,"),
        ("five", {"horde": True}, "horde = true is for one to four."),
        ("solo", {"horde": False}, "it is for 1 player, without the Horde it takes two or more."),
    ],
)
def test_rules_that_leave_a_preset_nobody_are_refused(name: str, rules: Any, message: str) -> None:
    with pytest.raises(RulesError) as caught:
        variant(name, rules=rules)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "players", "message"),
    [
        ("standard", 1, "one player needs the Centipede Horde to play against; take preset solo."),
        ("long+primitive", 1, "to play against; take preset long+primitive+solo."),
        ("standard", 6, "preset standard is for 2 to 5 players, not 6."),
        ("two", 1, "preset two is for 2 players, not 1."),
        ("long+five", 4, "preset long+five is for 5 players, not 4."),
        ("coop", 1, "preset coop is for 2 to 4 players, not 1."),
        ("solo", 2, "preset solo is for 1 player, not 2."),
    ],
)
def test_a_refusal_names_the_preset_and_its_players(name: str, players: int, message: str) -> None:
    assert variant(name).refusal(players).endswith(message)


# what the presets are ------------------------------------------------------------
@pytest.mark.rule("LNG-01", "LNG-02", "LNG-03")
def test_the_long_game_is_three_numbers() -> None:
    assert rules_of(BOOK, PRESETS, "long").changed() == ["rounds", "beyond_hexes", "rounds_without_decree"]
    rules = rules_of(BOOK, PRESETS, "long").human()
    assert (rules["rounds"], rules["beyond_hexes"], rules["beyond_hexes_five"]) == (5, 5, 5)
    assert rules["rounds_without_decree"] == 2


def test_presets_for_a_number_of_players_change_no_rule() -> None:
    """What is special about them holds with so many players in every preset."""
    assert variant("two").fingerprint == variant("five").fingerprint == variant("standard").fingerprint


@pytest.mark.rule("HOR-07", "HOR-09", "HOR-11")
@pytest.mark.parametrize("name", ["solo", "coop"])
def test_the_games_against_the_horde_have_no_end_bonuses_and_no_limit_of_tokens(name: str) -> None:
    rules = rules_of(BOOK, PRESETS, name).human()
    assert (rules["horde"], rules["march_to_battle"]) == (True, True)
    assert (rules["end_most"], rules["end_tied"], rules["tokens"]) == (0, 0, 99)
    assert variant(name).opponent == "the Centipede Horde"


# what is not recommended ----------------------------------------------------------
@pytest.mark.rule("PRI-14")
@pytest.mark.parametrize(
    ("overlay", "players", "warnings"),
    [
        ({"preset": "primitive"}, [3, 4], []),
        ({"preset": "primitive"}, [2], ["for two players (PRI-14)"]),
        ({"preset": "primitive"}, [2, 3, 5], ["for two or five players (PRI-14)"]),
        ({"preset": "primitive+five"}, [5], ["for five players (PRI-14)"]),
        ({"preset": "primitive+solo"}, [1], ["for one player (PRI-14)", "against the Centipede Horde"]),
        (
            {"preset": "primitive+coop"},
            [3],
            ["does not speak of Primitive Species against the Centipede Horde"],
        ),
        ({"rules": {"species": "dealt"}}, [2], ["for two players (PRI-14)"]),
        ({"rules": {"species_seat_0": "crazy"}}, [5], ["for five players (PRI-14)"]),
        ({"rules": {"species_seat_0": "common"}}, [2, 5], []),
        ({"preset": "long"}, [2, 3, 4, 5], []),
        ({"preset": "coop"}, [2, 3, 4], []),
    ],
)
def test_what_the_rulebook_does_not_recommend_is_warned_of(
    overlay: dict[str, Any], players: list[int], warnings: list[str]
) -> None:
    """Whether a preset says so or a parameter; each warning is one line."""
    found = resolve("a", "", [("x", overlay)]).warnings(players)
    assert len(found) == len(warnings)
    assert all(words in line and "\n" not in line for words, line in zip(warnings, found, strict=True))


def test_players_in_words() -> None:
    words = [players_of(low, high) for low, high in ((1, 1), (2, 2), (1, 4), (2, 5))]
    assert words == ["1 player", "2 players", "1 to 4 players", "2 to 5 players"]
