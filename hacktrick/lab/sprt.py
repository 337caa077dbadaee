"""A sequential test between two shares of rounds won: play until the answer is clear.

Wald's test on the means of deals, with their variance estimated as they come (the generalised
likelihood ratio of chess engine testing); errors of both kinds are ``ERROR``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

ERROR = 0.05
LIMIT = log((1 - ERROR) / ERROR)
FEWEST = 20  # deals before the variance means anything
LEAST_VARIANCE = 0.01


@dataclass(slots=True)
class Sequential:
    """The test of ``low`` against ``high``, fed with the shares won of deals.

    >>> test = Sequential(0.5, 0.6)
    >>> while not test.verdict:
    ...     test.add(0.5)
    >>> test.verdict, test.n
    ('low', 20)
    """

    low: float
    high: float
    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, share: float) -> None:
        """Takes the share of the rounds of one more deal."""
        self.n += 1
        self.total += share
        self.squares += share * share

    @property
    def ratio(self) -> float:
        """The logarithm of how much likelier the deals are with ``high`` than with ``low``."""
        if not self.n:
            return 0.0
        middle = self.total / self.n
        variance = max(LEAST_VARIANCE, self.squares / self.n - middle * middle)
        return self.n * (self.high - self.low) * (2 * middle - self.low - self.high) / 2 / variance

    @property
    def verdict(self) -> str:
        """``low`` or ``high`` once that is clear, nothing before."""
        if self.n < FEWEST or abs(self.ratio) < LIMIT:
            return ""
        return "high" if self.ratio > 0 else "low"

    def as_json(self) -> dict[str, object]:
        return {
            "low": self.low,
            "high": self.high,
            "ratio": self.ratio,
            "limit": LIMIT,
            "deals": self.n,
            "verdict": self.verdict or None,
        }

    def report(self) -> str:
        """The outcome as a line of text."""
        shares = f"{100 * self.low:g} % against {100 * self.high:g} %"
        ratio = f"log-likelihood ratio {self.ratio:+.2f} within ±{LIMIT:.2f}"
        if not self.verdict:
            return f"test of {shares}: undecided, {ratio}"
        accepted = self.high if self.verdict == "high" else self.low
        return f"test of {shares}: {100 * accepted:g} % accepted after {self.n} deals, {ratio}"
