"""Shared fixtures of the tests of online screens."""

from tests.support.point_product_cache import remembered_products, repeated_random_numbers

__all__ = ["remembered_products", "repeated_random_numbers"]
