"""The download of finished matches' ledgers from an untrusted server elsewhere."""

import io
import json
import re
from collections.abc import Iterator

import httpx

from server.archive.tournament_archive import (
    MOST_BYTES,
    ArchiveUnreadable,
    TournamentArchive,
    read_archive,
)
from server.values.stored_events import match_of

_PATIENCE = 30.0
"""Seconds to wait while a server sends nothing."""
_MATCH = re.compile(
    r"(?P<base>https?://[^/?#]+)/t/(?P<match>[a-z0-9-]{1,30}/matches/[1-9][0-9]{0,8})"
)
_SERVER = re.compile(r"https?://[^/?#]+/?")
_LISTED = re.compile(r"[a-z0-9-]{1,30}/[1-9][0-9]{0,8}")


class LedgerNotServed(Exception):
    """No ledger can be read from the address; the message tells the user why."""


def served_ledgers(address: str) -> Iterator[TournamentArchive]:
    """Yield the ledger of a match, or the ledgers of all finished matches of a server.

    `address` is the address of the match or of the server.

    Raises LedgerNotServed if the address is wrong or the server's answer is not a ledger.
    """
    with httpx.Client(timeout=_PATIENCE, follow_redirects=False) as client:
        one = _MATCH.match(address)
        if one is not None:
            yield _ledger(client, one["base"], one["match"])
            return
        if not _SERVER.fullmatch(address):
            raise LedgerNotServed(
                f"URL: {address!r} is the address of no match and no server; allowed: such as"
                " http://192.0.2.1:8000/t/club/matches/3 or http://192.0.2.1:8000"
            )
        base = address.rstrip("/")
        for match in _listed(client, base):
            tournament, _, number = match.rpartition("/")
            yield _ledger(client, base, f"{tournament}/matches/{number}")


def _listed(client: httpx.Client, base: str) -> list[str]:
    address = f"{base}/ledgers.json"
    try:
        matches = json.loads(_content(client, address))["matches"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise LedgerNotServed(f"{address}: no list of matches: {error!r}") from error
    if not isinstance(matches, list) or not all(map(_names_a_match, matches)):
        raise LedgerNotServed(f"{address}: no list of matches")
    return matches


def _names_a_match(value: object) -> bool:
    return isinstance(value, str) and _LISTED.fullmatch(value) is not None


def _ledger(client: httpx.Client, base: str, match: str) -> TournamentArchive:
    address = f"{base}/t/{match}/ledger.jsonl"
    try:
        archive = read_archive(io.BytesIO(_content(client, address)))
    except ArchiveUnreadable as error:
        raise LedgerNotServed(f"{address}: {error}") from error
    name, _, number = match.partition("/matches/")
    played = [match_of(stream) for stream in archive.ends]
    numbers = [each.number for each in played if each is not None]
    if archive.name.text != name or numbers != [int(number)] or len(played) != 1:
        raise LedgerNotServed(f"{address}: the ledger of another match, or of several")
    return archive


def _content(client: httpx.Client, address: str) -> bytes:
    """Return the content at the address.

    Raises LedgerNotServed if it cannot be downloaded or is larger than an archive may be.
    """
    content = bytearray()
    try:
        with client.stream("GET", address) as answer:
            for part in answer.iter_bytes():
                content += part
                if len(content) > MOST_BYTES:
                    raise LedgerNotServed(f"{address}: larger than {MOST_BYTES} bytes")
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        raise LedgerNotServed(f"{address} cannot be reached: {error}") from error
    if answer.status_code != httpx.codes.OK:
        raise LedgerNotServed(f"{address}: {_refusal(answer.status_code, bytes(content))}")
    return bytes(content)


def _refusal(status: int, content: bytes) -> str:
    """Return the reason that the server gave for a refusal, as one line."""
    try:
        detail = json.loads(content)["detail"]
    except (ValueError, KeyError, TypeError, RecursionError):
        detail = ""
    return f"the server answers {status}: {str(detail)[:300] or 'nothing is there'}"
