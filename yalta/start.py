"""`yalta` without a command: a hall in the user's own folder, and its first page in a browser."""

import os
import time
from pathlib import Path
from typing import Final

import httpx
import typer

from server.settings import HTTP_PORT, Settings
from server.store.records_check import is_in_use
from yalta.command_settings import make_records_folder, refuse, settings_or_exit
from yalta.platform_support import open_in_browser, own_records_folder
from yalta.serving.hall_server import run_server
from yalta.serving.web_server import bound

_COMMAND: Final = "yalta"
_EVERY_ADDRESS: Final = "0.0.0.0"
_PORTS_TRIED: Final = 20
"""Number of ports that are tried, one after the other, if the first one is taken."""
_BROWSER_ANSWERS_WITHIN: Final = 10.0
"""Greatest number of seconds that a second copy waits until the browser has been started."""
_FIRST_ANSWERS_WITHIN: Final = 15.0
"""Seconds within which the first copy, if it was started just before, must listen."""


def start() -> None:
    """Serve a hall from the user's own folder, and open its first page in the browser.

    If this program is running already, this second copy opens the page of the first copy and ends.
    The settings in the environment (YALTA_DATA_FOLDER, YALTA_HOST, YALTA_PORT, …) have their usual
    effect.
    """
    given = settings_or_exit(_COMMAND)
    folder = given.data_folder if "data_folder" in given.model_fields_set else own_records_folder()
    make_records_folder(_COMMAND, folder)
    page = _FirstPage(folder / "first-page.txt")
    if is_in_use(folder / given.log_file.name):
        _show_first_copy(page, folder)
        return
    host = given.host if "host" in given.model_fields_set else _EVERY_ADDRESS
    port = given.port if "port" in given.model_fields_set else free_port(given.port, host)
    settings = given.model_copy(update={"data_folder": folder, "host": host, "port": port})
    try:
        run_server(_COMMAND, settings, first_page=lambda address: page.show(address, settings))
    finally:
        page.forget()


class _FirstPage:
    """The address of the page to begin with, stored beside the records.

    A second copy of the program, started while the first runs, reads it and opens the same page.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._shown = path, False

    def show(self, address: str, settings: Settings) -> None:
        """Store the address; the first time, also open it in the browser.

        The first time, also print where the records are, which address phones open, and how to
        stop.
        """
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(address)
        if self._shown:
            return
        self._shown = True
        if open_in_browser(address):
            typer.echo("Its first page opens in your browser.")
        typer.echo(f"The records are in {settings.data_folder}")
        port = httpx.URL(address).port or HTTP_PORT
        for each in settings.addresses.listened_on(port):
            typer.echo(f"Phones in the same network open {each}, once there is a director.")
        typer.echo("To stop: Ctrl-C, or close this window. The next start goes on from here.")

    def read(self) -> str | None:
        """Return the stored address if a server answers there, else None."""
        try:
            address = self._path.read_text(encoding="utf-8")
            health = httpx.URL(address).join("/healthz")
            httpx.get(health, timeout=2, trust_env=False).raise_for_status()
        except (OSError, httpx.HTTPError, httpx.InvalidURL):
            return None
        return address

    def forget(self) -> None:
        """Remove the stored address."""
        self._path.unlink(missing_ok=True)


def _show_first_copy(page: _FirstPage, folder: Path) -> None:
    """Open the page of the server that has the records; end with status 2 if it does not answer."""
    until = time.monotonic() + _FIRST_ANSWERS_WITHIN
    while (address := page.read()) is None:
        if time.monotonic() > until:
            refuse(
                _COMMAND,
                f"a Yalta that is running has the records in {folder} and shows no page. Stop it,"
                " or start this one with another folder: yalta serve --data FOLDER",
            )
        time.sleep(0.2)
    typer.echo(f"Yalta is running already. Its page: {address}")
    open_in_browser(address, _BROWSER_ANSWERS_WITHIN)


def free_port(first: int, host: str) -> int:
    """Return the first free port of that address from `first` on, or `first` if none is free."""
    for port in range(first, first + _PORTS_TRIED):
        try:
            bound(host, port).close()
        except OSError:
            continue
        if port != first:
            typer.echo(f"Another program uses port {first}; Yalta takes {port}.")
        return port
    return first
