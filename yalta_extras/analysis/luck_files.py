"""The files with the luck of matches: one text file per match, in a folder that may be deleted.

The files can be made again from the event log, so they are in no backup.
"""

import contextlib
import os
from pathlib import Path

from rules.identities import MatchId


class LuckFiles:
    """The folder with the files of judged matches; a file is never written in part.

    The folder is created with the first file.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def text(self, match_id: MatchId) -> str | None:
        """Return the text of a match's file, None if there is no file or it cannot be read."""
        try:
            return self._path(match_id).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def keep(self, match_id: MatchId, text: str) -> None:
        """Write the text of a match's file, in place of an earlier one; raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(match_id)
        new = path.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)

    def clear(self) -> None:
        """Delete the files of all matches; raises OSError if a file cannot be deleted."""
        with contextlib.suppress(FileNotFoundError):
            for path in self._folder.iterdir():
                if path.suffix in (".json", ".new"):
                    path.unlink()

    def _path(self, match_id: MatchId) -> Path:
        return self._folder / f"{match_id.tournament}-{match_id.number}.json"
