"""The tables to which a board may move, so that it carries no dice between rooms (ruling 28).

A board from a closed room may not go to an open table while a game is being played in the match of
that table, or in the match that the board leaves. A board that has shown the dice of an open table
may not go to a closed table while the game with these dice is being played. Each match decides this
from its own state when it decides the order.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules import events as ev
from rules.any_match import handle
from rules.checks import check_seen
from rules.commands import AssignBoard, GameUnderWay, LetBoardIn, ReceiveBoard, RemoveBoard
from rules.errors import MatchRefused, RulesError
from rules.identities import MatchId
from rules.room import Room
from rules.tables import readings as rd
from rules.text import N_
from server.matches.match_record import MatchRecord

_IN_USE = {
    Room.OPEN: (
        N_(
            "board %(board)s is in the open room of match %(match)s, whose game %(game)s is "
            "being played: take it from that table first, or say why match %(match)s loses it"
        )
    ),
    Room.CLOSED: (
        N_(
            "board %(board)s is in the closed room of match %(match)s, whose game %(game)s is "
            "being played: take it from that table first, or say why match %(match)s loses it"
        )
    ),
}
_HAS_DICE = {
    Room.OPEN: (
        N_(
            "board %(board)s was in a closed room: it may not show an open room's dice while a "
            "game is being played: %(games)s. Wait until both rooms have confirmed it, use "
            "another board, or ask the director to void it because players have seen dice"
        )
    ),
    Room.CLOSED: (
        N_(
            "board %(board)s has shown an open room's dice: it may not go to a closed room "
            "while that game is being played: %(games)s. Wait until both rooms have confirmed "
            "it, use another board, or ask the director to void it because players have seen "
            "dice"
        )
    ),
}
BOARD_CHANGED = N_("a board has been put on this table, or taken from it")
GAME_UNDER_WAY = N_("game %(game)s of match %(match)s")


def board_let_in(record: MatchRecord, command: LetBoardIn, by: str) -> tuple[ev.Event, ...]:
    """Return the event that a board is admitted despite a doubt; none if it was admitted before.

    Raises MatchRefused if the board is not at that table. `by` is the id of the person who admits
    it.
    """
    if record.boards.get(command.room) != command.board_id:
        raise MatchRefused("board_id", command.board_id, N_("the board at that table"))
    if (command.board_id, command.doubt, command.journal_id) in record.let_in:
        return ()
    return (
        ev.BoardLetIn(
            room=command.room,
            board_id=command.board_id,
            doubt=command.doubt,
            journal_id=command.journal_id,
            by=by,
        ),
    )


class BoardInUse(RulesError):
    """The board is at a table whose game is being played.

    To move the board all the same, the operator can name the match of that table in the order and
    give a reason. `why` is a format string for the values in `named`, so that it can be translated.
    """

    def __init__(self, board_id: str, room: Room, game: GameUnderWay) -> None:
        self.why, self.room, self.game = _IN_USE[room], room, game
        self.named = {"board": board_id, "match": game.match, "game": game.game}
        super().__init__(self.why % self.named)


class BoardHasDice(RulesError):
    """A board would carry dice between rooms.

    The operator can choose another board, or a director can void `games`. `games` are the games in
    play because of which the order is refused. `why` is a format string for the values in `named`
    and for the list of these games, so that it can be translated.
    """

    def __init__(self, board_id: str, to_room: Room, games: Iterable[GameUnderWay]) -> None:
        self.why, self.games = _HAS_DICE[to_room], tuple(sorted(games))
        self.named = {"board": board_id}
        super().__init__(self.message(dict))

    def message(self, worded: Callable[[Mapping[str, object]], dict[str, object]]) -> str:
        """Return `why` with its values filled in; `worded` turns these values into words."""
        games = (GAME_UNDER_WAY % worded({"game": g.game, "match": g.match}) for g in self.games)
        return self.why % {**self.named, "games": "; ".join(games)}


def check_assignment(
    records: Mapping[MatchId, MatchRecord], assigned: AssignBoard, of_closed: bool
) -> None:
    """Raise BoardHasDice or BoardInUse if a match forbids putting the board on the table now.

    The error names all games that are in the way. `of_closed` is True if the last table of the
    board was a closed one. Raises MatchRefused if the match has no table in the room, and
    ValuesChanged if another board is at the table than the sender saw.
    """
    _check_room(records[assigned.match], assigned.room)
    if records[assigned.match].boards.get(assigned.room) == assigned.board_id:
        return
    _check_standing(records[assigned.match], assigned.room, assigned.was)
    holding = [
        game
        for match_id, record in records.items()
        if (game := current_game(record)) is not None
        and (
            _arrives_with_dice(record, assigned, of_closed)
            if match_id == assigned.match
            else _leaves_with_dice(record, assigned)
        )
    ]
    if not _may_void(holding, assigned):
        raise BoardHasDice(assigned.board_id, assigned.room, holding)
    for match_id, record in records.items():
        if match_id != assigned.match:
            board_leaving(record, assigned, by="")  # only to check whether the board may leave


def _check_room(record: MatchRecord, room: Room) -> None:
    if room not in record.rooms:
        raise MatchRefused("room", room.value, ", ".join(each.value for each in record.rooms))


def _check_standing(record: MatchRecord, room: Room, was: str | None) -> None:
    check_seen("board_id", BOARD_CHANGED, was, record.boards.get(room, ""))


def is_of_closed_room(records: Iterable[MatchRecord], board_id: str) -> bool:
    """Return True if the board's last table in one of these matches was a closed one."""
    return any(_last_room(record, board_id) is Room.CLOSED for record in records)


def knows_board(record: MatchRecord, board_id: str) -> bool:
    """Return True if the board is or was at a table of this match.

    If so, the match restricts the tables to which the board may go.
    """
    return _last_room(record, board_id) is not None


def board_leaving(record: MatchRecord, assigned: AssignBoard, by: str) -> tuple[ev.Event, ...]:
    """Return the events in this match when a board is ordered to another match; there may be none.

    `by` is the id of the person who gave the order. Raises BoardHasDice, or BoardInUse if the board
    is at a table whose game is being played and the order does not name this match with a reason.
    """
    stood, consent = record.room_of(assigned.board_id), assigned.consent
    happened: tuple[ev.Event, ...] = ()
    game, reason = current_game(record), ""
    if game is not None and _leaves_with_dice(record, assigned):
        happened, reason = _voided(record, game, assigned, by), consent.reason
    elif game is not None and stood is not None:
        if consent.from_match != record.match_id or not consent.reason:
            raise BoardInUse(assigned.board_id, stood, game)
        reason = consent.reason
    if stood is None:
        return happened
    moved = ev.BoardMoved(
        room=stood,
        board_id=assigned.board_id,
        to_match=assigned.match,
        to_room=assigned.room,
        by=by,
        reason=reason,
    )
    return (*happened, moved)


def board_arriving(record: MatchRecord, command: ReceiveBoard, by: str) -> tuple[ev.Event, ...]:
    """Return the events that put the board on this match's table, taking it from the other room.

    `by` is the id of the person who gave the order. Raises BoardHasDice, MatchRefused if the match
    has no table in the room, or ValuesChanged.
    """
    assigned = command.assigned
    _check_room(record, assigned.room)
    if record.boards.get(assigned.room) == assigned.board_id:
        return ()
    _check_standing(record, assigned.room, assigned.was)
    game = current_game(record)
    happened: tuple[ev.Event, ...] = ()
    if game is not None and _arrives_with_dice(record, assigned, command.of_closed):
        happened = _voided(record, game, assigned, by)
    return (*happened, ev.BoardAssigned(room=assigned.room, board_id=assigned.board_id))


def board_cleared(record: MatchRecord, assigned: AssignBoard) -> tuple[ev.Event, ...]:
    """Return the event that a board of this match's closed room is now at an open table.

    There is no event if the board has not left the closed room of this match for an open table.
    Call this only when the board is at the open table: until then the match of that table may
    refuse the order.
    """
    departed = record.departed.get(assigned.board_id)
    if assigned.room is Room.CLOSED or departed is None or departed.room is Room.OPEN:
        return ()
    return (ev.BoardLeftClosedRoom(board_id=assigned.board_id, to_match=assigned.match),)


def board_taken(record: MatchRecord, command: RemoveBoard) -> tuple[ev.Event, ...]:
    """Return the event that takes the board off a room's table; none if there is no board.

    Raises ValuesChanged if the table has another board than the sender saw.
    """
    if command.room not in record.boards:
        return ()
    _check_standing(record, command.room, command.was)
    return (ev.BoardAssigned(room=command.room, board_id=""),)


def current_game(record: MatchRecord) -> GameUnderWay | None:
    """Return the match's game that is being played, or None."""
    state = record.state
    if state is None or not state.game_under_way:
        return None
    return GameUnderWay(record.match_id, state.game, state.attempt)


def _last_room(record: MatchRecord, board_id: str) -> Room | None:
    departed = record.departed.get(board_id)
    return record.room_of(board_id) or (departed.room if departed else None)


def _leaves_with_dice(record: MatchRecord, assigned: AssignBoard) -> bool:
    """Return True if the board would carry dice of this match's present game to another room.

    The order puts the board into one room. The result is True if the board is at this match's table
    in the other room, or was taken from that table during the present game.
    """
    stood = record.room_of(assigned.board_id)
    if stood is not None:
        return stood is not assigned.room
    departed, state = record.departed.get(assigned.board_id), record.state
    if departed is None or state is None or departed.room is assigned.room:
        return False
    return departed.game == (state.game, state.attempt)


def _arrives_with_dice(record: MatchRecord, assigned: AssignBoard, of_closed: bool) -> bool:
    return (assigned.room is Room.OPEN and of_closed) or _leaves_with_dice(record, assigned)


def _may_void(games: Iterable[GameUnderWay], assigned: AssignBoard) -> bool:
    voids = assigned.consent.voids if assigned.consent.reason else frozenset()
    return voids.issuperset(games)


def _voided(
    record: MatchRecord, game: GameUnderWay, assigned: AssignBoard, by: str
) -> tuple[ev.Event, ...]:
    consent, state = assigned.consent, record.state
    if state is None or not _may_void((game,), assigned):
        raise BoardHasDice(assigned.board_id, assigned.room, (game,))
    at: dict[str, Any] = {"game": game.game, "attempt": game.attempt, "reason": consent.reason}
    seen = ev.DiceSeen(**at, board_id=assigned.board_id, by=by)
    decision = handle(record.game, state, rd.VoidGame(**at), rd.Sender(by))
    if not any(isinstance(event, ev.GameVoided) for event in decision.events):
        raise BoardHasDice(assigned.board_id, assigned.room, (game,))
    return (seen, *decision.events)
