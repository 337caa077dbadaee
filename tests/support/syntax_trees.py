"""Syntax trees of the program's sources, shared by the tests that read them."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed_source(source: str) -> ast.Module:
    """Return the syntax tree of a source text, which is cached and so must not be changed."""
    return ast.parse(source)


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a syntax tree, cached because this takes longer than parsing."""
    return tuple(ast.walk(tree))
