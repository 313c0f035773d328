"""What variants have in common stands in a manifest once, and each can be had whole again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from marchsim.recorder import manifest as manifests
from marchsim.runner.configuration import config
from marchsim.runner.planning import plan

SWEEP = """[design]
players = 3
blocks = 1
[[strategies]]
use = "random"
[[strategies]]
use = "first"
[[strategies]]
use = "last"
[sweep]
rules.march_steps = [3, 4, 6]
cards.swarm.cost = [0, 1]
cards.royal-jelly.enabled = [true, false]
[[variants]]
name = "long"
preset = "long"
"""


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The manifest of a plan of 14 variants, as it is read again."""
    path = tmp_path_factory.mktemp("sweep") / "sweep.toml"
    path.write_text(SWEEP)
    made = plan.make(config.load(str(path))).manifest()
    return dict(json.loads(json.dumps(made)))


def test_every_variant_is_had_whole_again(manifest: dict[str, Any]) -> None:
    """Its fingerprint, the hash of its rules and components, says so; only the first is stored whole."""
    variants = manifest["variants"]
    assert len(variants) == 14 and ["resolved" in one for one in variants] == [True, *[False] * 13]
    for one in variants:
        text = json.dumps(manifests.resolved_variant(variants, one), sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == one["fingerprint"]
    each = [len(json.dumps(one)) for one in variants if one["preset"] == "standard"]
    assert max(each[1:]) < 1_500 < 50_000 < each[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1}, "d": {"e": None}}),
        ({"a": {"b": 1}}, {"a": 3}),
        ({"a": 3}, {"a": {"b": []}}),
        ({"a": [1, 2], "b": True}, {"a": [1], "b": 1}),
        ({"a": {}}, {}),
        ({}, {}),
    ],
)
def test_what_differs_leads_from_one_to_the_other(old: Any, new: Any) -> None:
    """Values that are new, gone, of another kind, or in lists."""
    stored = manifests.compact([{"resolved": old}, {"resolved": new}])
    assert json.dumps(manifests.resolved_variant(stored, stored[1])) == json.dumps(new)


@pytest.mark.parametrize(
    "differs", [None, 3, [3], [{}], [{"path": []}], [{"path": "a"}], [{"path": ["a"] * 10_000, "value": 1}]]
)
def test_what_is_no_difference_says_nothing(differs: Any) -> None:
    """A manifest is not trusted: None, and never an error."""
    variants = [{"resolved": {"a": 1}}, {"differs": differs}]
    assert manifests.resolved_variant(variants, variants[1]) is None
    for first in (None, 3, [], [3], [{"resolved": 3}], [{"differs": []}]):
        assert manifests.resolved_variant(first, {"differs": []}) is None


def test_a_place_that_is_not_there_is_made_or_passed_over() -> None:
    """Differences that do not fit the first variant change what they can."""
    variants = [{"resolved": {"a": 1}}]
    made = manifests.resolved_variant(
        variants, {"differs": [{"path": ["a", "b"], "value": 2}, {"path": ["c", "d"]}]}
    )
    assert made == {"a": {"b": 2}, "c": {}}
