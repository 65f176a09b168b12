"""A board's key as the server's page Boards shows it: hexadecimal digits."""

from pathlib import Path
from typing import Final

from yalta.command_settings import refuse

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
