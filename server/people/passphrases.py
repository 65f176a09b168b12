"""Passphrases: which of them are allowed, and their argon2id hashes."""

import unicodedata
from functools import cached_property

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

SHORTEST, LONGEST = 12, 512


class PassphraseRefused(Exception):
    """The text is not allowed as a passphrase; the owner can choose another."""

    def __init__(self, length: int) -> None:
        super().__init__(
            f"passphrase: {length} characters cannot be used; allowed: {SHORTEST} to {LONGEST} of "
            "any kind, such as four words"
        )


class Passphrases:
    """Hashing and checking of passphrases.

    Both take a good part of a second by design, so do not call them on the event loop. A passphrase
    is the same however its letters are composed in Unicode.
    """

    def __init__(self, hasher: Argon2Hasher | None = None) -> None:
        self._hash = PasswordHash((hasher or Argon2Hasher(),))

    def hash(self, passphrase: str) -> str:
        """Return the hash of a passphrase to be stored; raises PassphraseRefused."""
        plain = _composed(passphrase)
        if not SHORTEST <= len(plain) <= LONGEST:
            raise PassphraseRefused(len(plain))
        return self._hash.hash(_octets(plain))

    def fits(self, passphrase: str, hashed: str | None) -> bool:
        """Return True if the passphrase has this hash.

        If `hashed` is None, return False after the same time, so that the time reveals nothing.
        """
        plain, nobodys = _composed(passphrase[: LONGEST * 4]), self._nobodys
        return self._hash.verify(_octets(plain), hashed or nobodys) and hashed is not None

    @cached_property
    def _nobodys(self) -> str:
        """The hash with which a passphrase is compared if an account has no hash or is unknown."""
        return self._hash.hash("nobody's passphrase")


def _composed(passphrase: str) -> str:
    return unicodedata.normalize("NFKC", passphrase)


def _octets(plain: str) -> bytes:
    # A program may send half of a surrogate pair, which is not valid text but must not fail here.
    return plain.encode("utf-8", "surrogatepass")
