"""Several drawings side by side, each with a title, and one legend for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from marchsim.reporting.drawing.palette import Key, foot, legend
from marchsim.reporting.drawing.paper import WIDE, Drawing, Paper, both
from marchsim.reporting.pages.format import clean

EACH = 496.0  # pixels for each of two drawings side by side


@dataclass(frozen=True)
class Panes(Drawing):
    """Drawings with titles that share one description and one legend."""

    panes: Sequence[tuple[str, Drawing]]
    axis: str = ""
    keys: Sequence[Key] = ()

    def drawn(self, width: float) -> Paper:
        """The drawing of the legend alone, at a width in pixels."""
        paper = Paper(width, foot(self.keys, width))
        legend(paper, self.keys)
        return paper

    def papers(self, width: float) -> list[tuple[str, Paper]]:
        """The legend at the full width, and each drawing at no more than half the width."""
        key = [("", self.drawn(width))] if self.keys else []
        each = (part.papers(min(EACH, width / 2 - 10)) for _, part in self.panes)
        return key + [(title, paper) for (title, _), ((_, paper),) in zip(self.panes, each, strict=True)]

    def svg(self, alt: str, width: float = WIDE) -> str:
        """All drawings as HTML. The page arranges them to suit its width."""
        each = "".join(
            f"<div>{f'<p>{escape(clean(title))}</p>' if title else ''}{drawing.svg('', EACH)}</div>"
            for title, drawing in self.panes
        )
        key = both(self.drawn, "", width) if self.keys else ""
        shape = self.panes[0][1].grid if self.panes else self.grid
        told = f'role="img" aria-label="{escape(clean(alt))}"'
        return f'<div {told}>{key}<div class="{shape}">{each}</div></div>'
