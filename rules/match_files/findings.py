"""What replaying a match file by the rules finds."""

from dataclasses import dataclass

from rules.match_files.record import MatchRecord


@dataclass(frozen=True, slots=True)
class IllegalEntry:
    """A play or cube action the rules do not allow; `line` is the file's."""

    game: int
    line: int
    play: str
    why: str


@dataclass(frozen=True, slots=True)
class ResultError:
    """A printed result or score that does not follow from the games; `line` is the file's."""

    game: int
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader should know that is no error; `game` is 0 for the file itself."""

    game: int
    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Findings:
    """A whole match's: games, plays (dances included, unplayed rolls not), what is wrong, score.

    `score` is the final one of the first game's left and right columns; `record` the match as
    far as the rules can follow it; `notes` are no errors (ruling 27).
    """

    games: int
    plays: int
    illegal: tuple[IllegalEntry, ...]
    result_errors: tuple[ResultError, ...]
    score: tuple[int, int]
    record: MatchRecord
    notes: tuple[Note, ...] = ()
