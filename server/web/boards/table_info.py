"""What a phone's page shows beside the wire: whose table it is, who sits there, who asks to come.

Only what that table's players know anyway: nothing of the other room, and no dice.
"""

from dataclasses import asdict
from typing import Any

from rules import events as ev
from rules.any_match import AnyMatchState
from rules.ledger import unix_microseconds
from rules.position import Side
from rules.room import Room
from rules.tables.state import Phase
from server.console.announcement_lines import AnnouncementLine, announcement_lines
from server.console.match_view import players_in
from server.hall import Hall
from server.matches.hall_holds import director_at
from server.store.accounts_db.seats import Seat, SeatEnding
from server.words.translation import words_for


def table_info(hall: Hall, seat: Seat, language: str) -> dict[str, Any]:
    """The info of a seat's page, people named in a language; docs/wire.md says what is in it.

    Of a seat that another phone has taken: that, and nothing of the game.
    """
    if seat.ended is SeatEnding.REPLACED:
        return {"board": seat.board_id, "replaced": True}
    names = hall.names(language)
    record = hall.match(seat.match).record
    players = players_in(record, seat.room, names)
    return {
        "board": seat.board_id,
        "match": " – ".join(names.by(team) for team in record.teams),
        "table": names.match(seat.match).label,
        "room": seat.room.value,
        "rooms": len(record.rooms),
        "game": record.game.name,
        "white": players.get(Side.WHITE, ""),
        "red": players.get(Side.RED, ""),
        "position": _position(record.state, seat.room),
        "director": asdict(director_at(record, seat.room, names)),
        "announcements": [
            *_note(hall, seat, language),
            *(
                {"key": each.key, "time": each.time, "text": each.text}
                for each in _announced(hall, seat, language)
            ),
        ],
        "asks": hall.seating.requests.is_open(seat.match, seat.room),
        "replaced": False,
    }


def _note(hall: Hall, seat: Seat, language: str) -> list[dict[str, str]]:
    """The director's note to this table, as an announcement that it alone has."""
    tournament = hall.tournaments.of(seat.match)
    sent = tournament.in_room(ev.RoomNoteSent, seat.match.number, seat.room)
    if sent is None:
        return []
    (note, sent_at), words = sent, words_for(language)
    by = hall.names(language).by(note.by)
    text = words.gettext("To this table, from %(by)s: %(text)s", by=by, text=note.text)
    key = f"note-{unix_microseconds(sent_at) // 1000}"
    return [{"key": key, "time": words.clock(sent_at.astimezone()), "text": text}]


def _announced(hall: Hall, seat: Seat, language: str) -> tuple[AnnouncementLine, ...]:
    return announcement_lines(
        hall.tournaments.announced,
        hall.now(),
        words_for(language),
        hall.names(language),
        seat.match.tournament,
    )


def _position(state: AnyMatchState | None, room: Room) -> dict[str, list[int]] | None:
    """Where the table's checkers lie before the play under way, each side's by its own points."""
    if state is None:
        return None
    table = state.table(room)
    position = table.before if table.phase is Phase.QUESTIONED else table.position
    return {"white": list(position.white), "red": list(position.red)}
