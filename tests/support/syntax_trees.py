"""Syntax trees of the program's sources, shared by the tests that read them."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed_source(source: str) -> ast.Module:
    """Return the syntax tree of a source text. It is cached, so it must not be changed."""
    return ast.parse(source)


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a syntax tree, which takes longer than parsing it."""
    return tuple(ast.walk(tree))
