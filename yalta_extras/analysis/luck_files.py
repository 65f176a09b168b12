"""What is kept of the luck of matches: a text file a match, in a folder that may be deleted.

All of it follows from the event log and can be made again: it is in no backup.
"""

import contextlib
import os
from pathlib import Path

from rules.identities import MatchId


class LuckFiles:
    """The folder; it is made with the first file. A file is whole or not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def text(self, match_id: MatchId) -> str | None:
        """What is kept of a match; None for nothing, or for what cannot be read."""
        try:
            return self._path(match_id).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def keep(self, match_id: MatchId, text: str) -> None:
        """Keep this in place of what there was; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(match_id)
        new = path.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)

    def clear(self) -> None:
        """Delete what is kept of every match; raises OSError."""
        with contextlib.suppress(FileNotFoundError):
            for path in self._folder.iterdir():
                if path.suffix in (".json", ".new"):
                    path.unlink()

    def _path(self, match_id: MatchId) -> Path:
        return self._folder / f"{match_id.tournament}-{match_id.number}.json"
