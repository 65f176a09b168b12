"""The kept luck of matches: one text file per match, in a folder that may be deleted.

All of it follows from the event log and can be made again: it is in no backup.
"""

import contextlib
import os
from pathlib import Path

from rules.identities import MatchId


class LuckFiles:
    """The folder, which is created with the first file. A file is complete or does not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def text(self, match_id: MatchId) -> str | None:
        """Return the kept text of a match; None if there is none, or it cannot be read."""
        try:
            return self._path(match_id).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def keep(self, match_id: MatchId, text: str) -> None:
        """Keep this text in place of any earlier one; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(match_id)
        new = path.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)

    def clear(self) -> None:
        """Delete the kept texts of all matches; raises OSError."""
        with contextlib.suppress(FileNotFoundError):
            for path in self._folder.iterdir():
                if path.suffix in (".json", ".new"):
                    path.unlink()

    def _path(self, match_id: MatchId) -> Path:
        return self._folder / f"{match_id.tournament}-{match_id.number}.json"
