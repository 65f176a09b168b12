"""What a test may need of the machine, and how a person gets it: `@GNUBG.required` on a test.

A program's reason to skip names its Debian package, so that the account at the end of a run is a
list of things to do.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from players.gnubg_nets import nets_installed

_EXTRA_PATH = "/usr/games"  # Debian keeps gnubg there, and root's PATH leaves it out


@dataclass(frozen=True)
class Program:
    """A program of a Debian package that some tests run."""

    name: str
    package: str

    @property
    def path(self) -> str | None:
        """Where the program is, or None on a machine without it."""
        search_path = os.pathsep.join((os.environ.get("PATH", os.defpath), _EXTRA_PATH))
        return shutil.which(self.name, path=search_path)

    @property
    def required(self) -> pytest.MarkDecorator:
        """A mark that skips a test on a machine without the program."""
        return pytest.mark.skipif(
            self.path is None,
            reason=f"{self.name} is missing: ./dev deps (Debian package {self.package})",
        )


CHROMIUM = Program("chromium", package="chromium")
GNUBG = Program("gnubg", package="gnubg")
OPENSSL = Program("openssl", package="openssl")
PDFINFO = Program("pdfinfo", package="poppler-utils")
PDFTOTEXT = Program("pdftotext", package="poppler-utils")
SYSTEMD_ANALYZE = Program("systemd-analyze", package="systemd")
NETS = pytest.mark.skipif(
    not nets_installed(), reason="gnubg-nn is missing: pip install 'yalta[bots]'"
)


NO_MATCHES = "YALTA_MATCHES is empty: there are no transcribed matches here"
"""A reason to skip that is given by hand, and so holds where nothing else may be skipped."""


def transcribed_matches() -> Path:
    """Return the folder of transcribed matches, or skip the test by name without it."""
    folder = os.environ.get("YALTA_MATCHES")
    if folder is None:
        pytest.skip("YALTA_MATCHES is not set: export it with the folder of transcribed matches")
    if not folder:
        pytest.skip(NO_MATCHES)
    return Path(folder)
