"""Inputs of commands: match files, a board's key, a server's refusal.

Match files are regular files of a limited size; their names and texts are printed safely. A board's
key is hexadecimal digits, as on the server's page Boards. A server's refusal is reported in a line.
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
"""Largest size in bytes: a match file has some ten thousand, a collection of matches some more."""


class NoMatchFile(Exception):
    """A path that is not a match file. The operator can give a match file."""


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
    """Return the content of a match file.

    Raises as `open_regular_file` does, and NoMatchFile for a file of more than MOST_BYTES.
    """
    with open_regular_file(file) as opened:
        content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise NoMatchFile(f"larger than {MOST_BYTES} bytes, which no match file is")
    return content


def counted(count: int, what: str) -> str:
    """Return the count with its noun, such as "1 game" or "2 games"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def printable(text: str) -> str:
    """Return a text, such as a file's name, with control characters for a terminal made visible."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape", "replace").decode()
        for letter in text
    )


_KEY_SIZE: Final = 32


def key_in_file(command: str, file: Path) -> bytes:
    """Return the key in the file named by --key-file; end the command for any other file."""
    try:
        given = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        refuse(command, f"--key-file: {str(file)!r} cannot be read: {error}")
    return checked_key(command, given, str(file))


def checked_key(command: str, given: str, place: str) -> bytes:
    """Return the key that was given at that place; end the command if it is not a key."""
    try:
        key = bytes.fromhex(given.strip())
    except ValueError:
        key = b""
    if len(key) != _KEY_SIZE:
        refuse(command, f"{place}: no board's key; allowed: {2 * _KEY_SIZE} digits 0-9 and a-f")
    return key


def refusal_text(answer: httpx.Response) -> str:
    """Return the reason in an answer of the API, else its status."""
    with contextlib.suppress(ValueError, KeyError, TypeError):
        detail = answer.json()["detail"]
        return detail if isinstance(detail, str) else str(detail)
    return f"status {answer.status_code}"
