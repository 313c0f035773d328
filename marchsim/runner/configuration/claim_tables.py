"""`[[claims]]`: statements about the game, for `marchsim sensitivity` and reports (recorder.claims)."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.errors import nearest
from marchsim.recorder import metrics as catalogue
from marchsim.recorder.claims import WAYS, WITHIN, Claim
from marchsim.runner.configuration.fields import Fields

MOST_CLAIMS = 200
MOST_VALUE = 1e9


def read(entries: Sequence[Fields], strategies: Sequence[str], variants: Sequence[str]) -> tuple[Claim, ...]:
    """The claims of a configuration with these strategies and variants. Each is there once."""
    found: list[Claim] = []
    for fields in entries:
        claim = _claim(fields, strategies, variants)
        if claim in found:
            raise fields.error("metric", "the same claim stands above; remove one.")
        found.append(claim)
    return tuple(found)


def _claim(fields: Fields, strategies: Sequence[str], variants: Sequence[str]) -> Claim:
    metric, known = fields.text("metric"), catalogue.known(None, strategies)
    if metric not in known and not catalogue.component(metric):
        near, more = nearest(metric, known), "or a component such as cards.NAME"
        raise fields.error(
            "metric", f"there is no metric {metric!r}.{near} Known: {', '.join(known)}, {more}."
        )
    variant = fields.text("variant", "")
    if variant and variant not in variants:
        listed = ", ".join(variants) or "none; leave it out, or add [[variants]]"
        raise fields.error(
            "variant", f"there is no variant {variant!r}.{nearest(variant, variants)} Known: {listed}."
        )
    way = fields.text("is", "")
    if way and way not in WAYS:
        raise fields.error("is", f"{way!r} is not one of {', '.join(WAYS)}.{nearest(way, WAYS)}")
    claim = Claim(
        metric, variant, way, fields.number("line", -MOST_VALUE, MOST_VALUE, None),
        fields.number("margin", 1e-6, MOST_VALUE, None),
        fields.number("published", -MOST_VALUE, MOST_VALUE, None),
        fields.one_or_more("population", str, "the name of a population"), fields.text("text", ""),
    )  # fmt: skip
    fields.finish()
    _check(fields, claim)
    return claim


def _check(fields: Fields, claim: Claim) -> None:
    """Raise ConfigError for a claim that cannot be judged."""
    if claim.fair(2) is None:
        raise fields.error(
            "line", f"missing; no value of {claim.metric} is fair by itself: say what it is measured from."
        )
    if claim.published is None or not claim.way or claim.way == WITHIN:
        return
    off = claim.published - (claim.line or 0.0)
    if claim.line is not None or claim.variant:
        if off == 0 or (off > 0) != (claim.way == "above"):
            raise fields.error(
                "published", f"{claim.published:g} does not lie {claim.way} the line; correct one of them."
            )
