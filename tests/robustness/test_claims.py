"""Claims in a configuration are read, checked and written back; a study that declares none has usual ones."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from marchsim.errors import ConfigError
from marchsim.recorder.claims import Claim, usual, worded
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import VariantEntry
from marchsim.runner.planning import plan as plans
from marchsim.studies.sensitivity.preparation import prepare

FIELD = {"strategies": [{"use": "forager"}, {"use": "warlord"}], "variants": [{"name": "four"}]}


def read(**claim: object) -> tuple[Claim, ...]:
    """Return the claims of a configuration with one."""
    return configs.parse({**FIELD, "claims": [claim]}, "mine.toml").claims


def test_a_claim_keeps_what_it_says_through_a_manifest() -> None:
    """A resolved configuration, from which replays are made, has the same claims."""
    found = configs.parse(
        {**FIELD, "claims": [
            {"metric": "turns", "variant": "four", "is": "within", "margin": 2.0, "published": 0.8},
            {"metric": "share.warlord", "is": "above", "population": ["tuned"], "text": "Warlord is strong"},
        ]}, "mine.toml",
    )  # fmt: skip
    assert found.claims[0] == Claim("turns", "four", "within", None, 2.0, 0.8)
    assert found.claims[1].populations == ("tuned",)
    assert configs.from_data(found.data(), "manifest").claims == found.claims


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ({"metric": "turn"}, "no metric 'turn'. Did you mean 'turns'?"),
        ({"metric": "turns"}, "line: missing"),
        ({"metric": "turns", "variant": "for"}, "no variant 'for'. Did you mean 'four'?"),
        ({"metric": "first-seat", "is": "over"}, "'over' is not one of above, below, within"),
        ({"metric": "turns", "line": 60, "is": "above", "published": 50}, "does not lie above the line"),
        ({"metric": "first-seat", "margin": 0}, "margin: 0 is not a number"),
        ({"metric": "first-seat", "wins": 1}, "unknown key"),
    ],
)
def test_a_claim_that_cannot_be_judged_is_refused_with_its_place(claim: dict[str, object], said: str) -> None:
    """File, claim and key are named, with the nearest right word."""
    with pytest.raises(ConfigError, match=r"mine\.toml: claims\[1\]") as refused:
        read(**claim)
    assert said in str(refused.value)


def test_the_same_claim_twice_is_refused() -> None:
    """Each would take its share of the error budget."""
    with pytest.raises(ConfigError, match=r"claims\[2\].*stands above"):
        configs.parse({**FIELD, "claims": [{"metric": "first-seat"}] * 2}, "mine.toml")


def test_a_study_without_claims_has_those_of_its_kind() -> None:
    """A tournament speaks of shares, a study of variants of what each of them changes."""
    whole = usual((), {}, ("a", "b"))
    assert [(one.metric, one.fair(4)) for one in whole] == [
        ("first-seat", 0.25), ("share.a", 0.25), ("share.b", 0.25)
    ]  # fmt: skip
    changes = usual(("turns",), {"four": (), "six": ("cards.x",)}, ("a", "b"))
    assert [(one.metric, one.variant, one.fair(4)) for one in changes] == [
        ("turns", "four", 0.0), ("cards.x", "six", 0.0), ("turns", "six", 0.0)
    ]  # fmt: skip


def test_a_claim_is_a_sentence() -> None:
    """Its own text, or one made of metric, way and variant."""
    assert worded(Claim("first-seat"), "above", 0.25, 4) == "the first seat wins more than a fair share"
    assert worded(Claim("share.a"), "below", 0.3, 4) == "a wins less than 120 where 100 are fair"
    assert worded(Claim("turns", "four"), "below", 0.0, 4) == "four lowers the turns"
    assert worded(Claim("turns", "four"), "within", 0.0, 4) == "four hardly changes the turns"
    assert worded(Claim("turns", text="Own words"), "above", 60.0, 4) == "Own words"
    assert worded(Claim("cards.x"), "above", 0.05, 4) == "being dealt x is worth more than 20 wins"
    assert worded(Claim("species.x"), "above", 0.25, 4) == "x wins more than a fair share"
    assert (
        worded(Claim("cards.x", "four"), "below", 0.0, 4) == "four lowers the wins of those who are dealt x"
    )


def test_a_component_is_a_metric_that_is_checked_against_the_game() -> None:
    """A claim on a card needs a line; a card or species that is not dealt is an error with near names."""
    data = tomllib.loads(configs.load("field-4").text)
    card = {"metric": "cards.army-head", "line": 0.0}
    plans.make(configs.parse({**data, "claims": [card]}, "mine.toml"))
    with pytest.raises(ConfigError, match=r"line: missing; no value of cards.army-head is fair"):
        configs.parse({**data, "claims": [{"metric": "cards.army-head"}]}, "mine.toml")
    for place, table in (("claims", {"claims": [{**card, "metric": "cards.army-hed"}]}),
                         ("report.metrics", {"report": {"metrics": ["cards.army-hed"]}})):  # fmt: skip
        wrong = configs.parse({**data, **table}, "mine.toml")
        with pytest.raises(ConfigError, match=rf"{place}: there is no metric .*mean 'cards.army-head'"):
            plans.make(wrong)


def test_claims_of_a_changed_card_are_about_the_card() -> None:
    """What `try` suggests tests the changed component, before all else that the change does."""
    own = configs.load("field-4")
    cheap = VariantEntry("dear", {"cards": {"army-head": {"cost": 4}}})
    found = prepare(replace(own, variants=(cheap,))).claims
    assert [claim.metric for claim in found][:2] == ["cards.army-head", "first-seat"]
