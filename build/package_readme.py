"""Gives the package on PyPI a README whose links and pictures work outside the repository.

Hatchling runs it while it builds the package (`tool.hatch.metadata.hooks` in pyproject.toml).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

REPOSITORY = "https://github.com/hacktrick/hacktrick"
PICTURES = "https://raw.githubusercontent.com/hacktrick/hacktrick"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)")


class ReadmeMetadataHook(MetadataHookInterface):
    """Hatchling's hook that sets the field `readme` of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the README, with links to the files of this version."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(text, _version(Path(self.root))),
        }


def _version(root: Path) -> str:
    text = (root / "hacktrick" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'__version__ = "(.+)"', text)
    assert found
    return found[1]


def with_absolute_links(text: str, version: str) -> str:
    """Return Markdown whose relative links lead to the files of a released version."""

    def absolute(link: re.Match[str]) -> str:
        mark, words, target = link.groups()
        home = f"{PICTURES}/v{version}" if mark else f"{REPOSITORY}/blob/v{version}"
        return f"{mark}[{words}]({home}/{target})"

    return LINK.sub(absolute, text)
