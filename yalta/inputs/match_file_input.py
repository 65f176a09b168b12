"""What commands are given to read: match files, a board's key, a server's refusal.

Match files as commands are given them and tell of them: regular files of a possible size.

A board's key as the server's page Boards shows it: hexadecimal digits.

What a server says when it refuses something, in a line.
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
"""A match file has some ten thousand bytes; collections of matches in one file some more."""


class NoMatchFile(Exception):
    """A path that is not read (operator: give a match file)."""


@contextmanager
def open_regular_file(file: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading; a link to one is followed.

    Raises NoMatchFile for a folder, a device, a pipe or a socket, which may never end; OSError for
    one that cannot be read.
    """
    no_wait = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(file, os.O_RDONLY | no_wait), "rb") as opened:
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise NoMatchFile("no regular file; a device, a pipe or a socket is not read")
        yield opened


def read_match_file(file: Path) -> bytes:
    """The content of a match file.

    Raises as `open_regular_file` does, and NoMatchFile for a file of more than MOST_BYTES.
    """
    with open_regular_file(file) as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NoMatchFile(f"larger than {MOST_BYTES} bytes, which no match file is")
    return content


def counted(count: int, what: str) -> str:
    """ "1 game", "2 games"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def printable(text: str) -> str:
    """A file's name or text, which may hold anything, also what would steer a terminal."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape", "replace").decode()
        for letter in text
    )


_KEY_SIZE: Final = 32


def key_in_file(command: str, file: Path) -> bytes:
    """The key of a file that --key-file names; any other file ends the command."""
    try:
        given = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        refuse(command, f"--key-file: {str(file)!r} cannot be read: {error}")
    return checked_key(command, given, str(file))


def checked_key(command: str, given: str, place: str) -> bytes:
    """The key that was given at that place; what is none ends the command."""
    try:
        key = bytes.fromhex(given.strip())
    except ValueError:
        key = b""
    if len(key) != _KEY_SIZE:
        refuse(command, f"{place}: no board's key; allowed: {2 * _KEY_SIZE} digits 0-9 and a-f")
    return key


def refusal_text(answer: httpx.Response) -> str:
    """The reason an answer of the API gives, else its status."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        detail = answer.json()["detail"]
        return detail if isinstance(detail, str) else str(detail)
    return f"status {answer.status_code}"
