"""Shared fixtures of the tests of online screens."""

from tests.support.remembered_products import remembered_products

__all__ = ["remembered_products"]
