"""Inputs of commands: match files, a board's key, a server's refusal.

A match file must be a regular file of limited size; its name and texts are made safe to print. A
board's key is written in hexadecimal digits, as on the server's page Boards. A server's refusal is
printed as one line.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import httpx

from yalta.command_settings import refuse

MOST_BYTES = 8 * 1024 * 1024
"""Largest size of a match file in bytes.

A match takes some ten thousand bytes, a collection of matches more.
"""


class NoMatchFile(Exception):
    """The path does not lead to a match file. The operator can give another path."""


@contextmanager
def open_regular_file(file: Path) -> Iterator[BinaryIO]:
    """Open a regular file, or a symbolic link to one, for reading in a `with` block.

    Raises NoMatchFile if the path is a folder, a device, a pipe or a socket, which may never end.
    Raises OSError if the file cannot be read.
    """
    no_wait = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(file, os.O_RDONLY | no_wait), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise NoMatchFile("no regular file; a device, a pipe or a socket is not read")
        yield opened


def read_match_file(file: Path) -> bytes:
    """Return the content of a match file.

    Raises NoMatchFile if it is no regular file or has more than MOST_BYTES bytes, and OSError if it
    cannot be read.
    """
    with open_regular_file(file) as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NoMatchFile(f"larger than {MOST_BYTES} bytes, which no match file is")
    return content


def counted(count: int, what: str) -> str:
    """Return the count with its noun `what`, given in the singular: "1 game", "2 games"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def printable(text: str) -> str:
    """Return a text, such as a file's name, with visible escapes in place of control characters."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape", "replace").decode()
        for letter in text
    )


_KEY_SIZE: Final = 32


def key_in_file(command: str, file: Path) -> bytes:
    """Return the board's key from the file given by --key-file.

    End the command if the file cannot be read or has no key.
    """
    try:
        given = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        refuse(command, f"--key-file: {str(file)!r} cannot be read: {error}")
    return checked_key(command, given, str(file))


def checked_key(command: str, given: str, place: str) -> bytes:
    """Return the board's key from hexadecimal digits; end the command if they are not a key.

    `place` says in the error where the digits were given.
    """
    try:
        key = bytes.fromhex(given.strip())
    except ValueError:
        key = b""
    if len(key) != _KEY_SIZE:
        refuse(command, f"{place}: no board's key; allowed: {2 * _KEY_SIZE} digits 0-9 and a-f")
    return key


def refusal_text(answer: httpx.Response) -> str:
    """Return the reason in an API's answer or, if it has none, the answer's status."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        detail = answer.json()["detail"]
        return detail if isinstance(detail, str) else str(detail)
    return f"status {answer.status_code}"
