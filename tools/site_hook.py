"""A hook of mkdocs that adds reports/, the changelog and CONTRIBUTING to the site and adapts their links.

Links in the repository lead from file to file. On the site, the contents of docs/ are at the root, so each
relative link is rewritten.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
ALSO = ("CHANGELOG.md", "CONTRIBUTING.md", "reports/*.md", "reports/*/README.md", "reports/lab/*.md")
WHOLE = ("reports/*.txt", "reports/**/*.html", "reports/**/*.svg")
LINK = re.compile(r"(\]\(|src=\")(?![a-z]+:|#|/)([^)\"#\s]+)")


def on_files(files: Any, config: Any) -> Any:
    """Add the files outside docs/."""
    from mkdocs.structure.files import File

    for pattern in (*ALSO, *WHOLE):
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """The text of a page with links that work on the site."""
    place = page.file.src_uri
    inside = (ROOT / "docs" / place).is_file()
    folder = posixpath.dirname(f"docs/{place}" if inside else place)

    def fitted(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, found[2])).removeprefix("docs/")
        return found[1] + posixpath.relpath(target, posixpath.dirname(place) or ".")

    return LINK.sub(fitted, markdown)
