"""Syntax trees of the program's sources, shared by the tests that read them."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed_source(source: str) -> ast.Module:
    """Return the syntax tree of a source text, which must stay as it is."""
    return ast.parse(source)
