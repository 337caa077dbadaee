"""The coach judges quickly in all tests of this folder."""

from tests.support.quick_judge import judge_quickly

__all__ = ["judge_quickly"]
