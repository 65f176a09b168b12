"""Chance that falls the same in every run: each function that draws has a row of its own."""

import contextlib
import secrets
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import shake_256

import pytest


class _Rows:
    def __init__(self) -> None:
        self._drawn: Counter[str] = Counter()

    def token_bytes(self, size: int | None = None) -> bytes:
        return self._draw(size or 32)

    def token_hex(self, size: int | None = None) -> str:
        return self._draw(size or 32).hex()

    def token_urlsafe(self, size: int | None = None) -> str:
        return self._draw(size or 32).hex()

    def randbelow(self, limit: int) -> int:
        return int.from_bytes(self._draw(8)) % limit

    def choice(self, several: Sequence[str]) -> str:
        return several[int.from_bytes(self._draw(8)) % len(several)]

    def _draw(self, size: int) -> bytes:
        row = sys._getframe(2).f_code.co_name
        self._drawn[row] += 1
        return shake_256(f"{row} {self._drawn[row]}".encode()).digest(size)


@contextlib.contextmanager
def chance_fixed() -> Iterator[None]:
    """Let every draw of `secrets` follow from who draws, and how often he did."""
    rows = _Rows()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("token_bytes", "token_hex", "token_urlsafe", "randbelow", "choice"):
            patch.setattr(secrets, name, getattr(rows, name))
        yield
