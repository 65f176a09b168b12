"""Parts of the command line that differ between operating systems: the folder, the browser."""

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from platformdirs import user_data_path

HAS_DEVICE_FOLDER = sys.platform == "linux"
"""True if serial ports have a folder of stable names; elsewhere `--board-port` names each port."""


def own_records_folder() -> Path:
    """Return the folder in which this user's records are kept if no other one is named.

    On Linux it is ~/.local/share/yalta, on macOS ~/Library/Application Support/yalta, on Windows
    %LOCALAPPDATA%\\yalta.
    """
    return user_data_path("yalta", appauthor=False)


def is_read_only(folder: Path) -> bool:
    """Return True if the folder's file system is mounted so that nothing can be written to it."""
    if sys.platform == "win32":
        return False
    else:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def is_open_to_others(folder: Path) -> bool:
    """Return True if other users of this computer may look into the folder.

    False on Windows, where a user's own folders are closed to others unless they were opened.
    """
    return sys.platform != "win32" and bool(folder.stat().st_mode & 0o077)


def take_alone(listening: socket.socket) -> None:
    """Let a socket take an address that was just closed, but none that another program listens on.

    The option is SO_REUSEADDR, but SO_EXCLUSIVEADDRUSE on Windows: there SO_REUSEADDR would let two
    programs listen on one address.
    """
    if sys.platform == "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def open_in_browser(address: str, wait: float = 0) -> bool:
    """Open the address in the user's browser; return False if this computer has no desktop.

    On Linux without a display, no text browser is started in the terminal. The browser is started
    in a thread of its own, since some browsers take long to start. `wait` is the time in seconds to
    wait for that thread; a process that ends afterwards has to give it time.
    """
    if sys.platform == "linux" and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    opening = threading.Thread(target=_open, args=(address,), daemon=True)
    opening.start()
    opening.join(wait)
    return True


def _open(address: str) -> None:
    with contextlib.suppress(OSError, webbrowser.Error):
        webbrowser.open(address)
