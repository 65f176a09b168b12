"""All match files of a tournament in one ZIP, for programs that analyse backgammon."""

from dataclasses import dataclass
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rules.errors import MatchRefused
from rules.match_files.mat_writer import write_mat
from server.matches.stream_writer import match_stream
from server.persons.naming import NO_NAMES, Names
from server.results.archive.archive_export import ArchivedTournament
from server.results.match_export import room_record


@dataclass(frozen=True, slots=True)
class MatchFilesZip:
    """A ZIP file; `files` are in it, `left_out` the numbers of matches that give no match file."""

    content: bytes
    files: tuple[str, ...]
    left_out: tuple[int, ...]


def match_files_zip(archived: ArchivedTournament, names: Names = NO_NAMES) -> MatchFilesZip:
    """A file such as club-3-open.mat for each room of each match, in the order of their numbers.

    Left out are matches of other games than backgammon, for which there is no such form, those
    whose first game has not begun in every room, and those with a table whose positions are not
    recorded. `names` says how the players are called.
    """
    files, left_out = dict[str, bytes](), list[int]()
    for match_id, record in archived.records.items():
        history = [entry.event for entry in archived.streams[match_stream(match_id)]]
        try:
            files |= {
                f"{archived.archive.name}-{match_id.number}-{room.value}.mat": write_mat(
                    room_record(history, room, names)
                ).encode()
                for room in record.rooms
            }
        except MatchRefused:
            left_out.append(match_id.number)
    return MatchFilesZip(_zipped(files), tuple(files), tuple(left_out))


def _zipped(files: dict[str, bytes]) -> bytes:
    """Without times of day, so that the same files give the same ZIP."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as zipped:
        for name, written in files.items():
            zipped.writestr(ZipInfo(name), written, ZIP_DEFLATED)
    return content.getvalue()
