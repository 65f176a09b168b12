"""Matches of published rounds that wait for boards, and the order that gives a match its boards."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import commands as cmd
from rules.errors import MatchRefused
from rules.identities import MatchAddress, MatchId
from rules.room import Room
from rules.text import N_
from server.access import Sight, Visitor
from server.boards.assignments import pairs_of
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names

ANOTHER_BOARD = N_("a different board from the one in the open room")
WAITING = N_("a match that waits for boards: %(matches)s")
FREE = N_("a free board: %(boards)s")


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that has no boards yet and of which nothing was played.

    `proposed` has a free board for each room.
    """

    address: MatchAddress
    stage: str
    round: int
    teams: tuple[str, str]
    proposed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoardQueue:
    """The matches that wait for boards, and the boards that are free.

    The matches are in the order of their rounds and, within a round, of its pairings.
    """

    matches: tuple[WaitingMatch, ...]
    boards: tuple[str, ...]


def board_queue(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, names: Names
) -> BoardQueue:
    """Return the matches that wait for boards, and the free boards.

    Matches in which the visitor plays are left out (ruling 34): somebody else puts boards on them.
    """
    free = hall.free_boards()
    pairs = [{room.value: board for room, board in pair.items()} for pair in pairs_of(free)]
    waiting = list[WaitingMatch]()
    for stage, number, match_id in _waiting(hall, tournament):
        if hall.sight(visitor, match_id) is Sight.BY_ROLE:
            home, away = hall.match(match_id).record.teams
            proposed = pairs[len(waiting)] if len(waiting) < len(pairs) else {}
            address = names.match(match_id)
            waiting.append(WaitingMatch(address, stage, number, (home, away), proposed))
    return BoardQueue(tuple(waiting), tuple(each.board_id for each in free))


def _waiting(hall: Hall, tournament: TournamentProcess) -> list[tuple[str, int, MatchId]]:
    """Return every match that waits for boards: its stage's name, its round and its id.

    The matches are in the order of their rounds.
    """
    state, found = tournament.state.event, list[tuple[str, int, MatchId]]()
    rounds = [
        (each.number, stage.number, stage, each)
        for stage in state.stages.values()
        for each in stage.rounds
        if each.published and not each.closed
    ]
    for number, _, stage, each in sorted(rounds, key=lambda one: one[:2]):
        for pairing in state.playable(each.pairings):
            match_id = MatchId(tournament.tournament, pairing.number or 0)
            process = hall.matches.get(match_id)
            if process is None or pairing.number in state.walkovers:
                continue
            if not process.record.boards and not process.record.has_begun:
                found.append((stage.plan.name, number, match_id))
    return found


async def seat_boards(
    hall: Hall,
    tournament: TournamentProcess,
    number: int,
    boards: Mapping[Room, str],
    visitor: Visitor,
    command_id: str,
) -> None:
    """Put two free boards on the tables of a waiting match.

    `number` is the number of the match, `boards` has a board id for each room. If one board is
    refused, neither is put on a table.

    Raises MatchRefused naming the field `number` if the match does not wait for boards, or the
    field `open` or `closed` if that room's board is not free. Raises NotAllowed, BoardInUse,
    BoardHasDice or LogUnavailable as every order about boards does.
    """
    match_id = MatchId(tournament.tournament, number)
    process, ids = hall.matches.get(match_id), _command_ids(command_id)
    if process is not None and process.answered(visitor, ids[Room.CLOSED]) is not None:
        return
    waiting = [each for *_, each in _waiting(hall, tournament)]
    if match_id not in waiting:
        numbers = ", ".join(str(each.number) for each in waiting)
        raise MatchRefused("number", number, WAITING, matches=numbers)
    free = [each.board_id for each in hall.free_boards()]
    for room, board_id in boards.items():
        if board_id not in free:
            raise MatchRefused(room.value, board_id, FREE, boards=", ".join(free))
    if len({*boards.values()}) < len(boards):
        raise MatchRefused(Room.CLOSED.value, boards[Room.CLOSED], ANOTHER_BOARD)
    await _assign(hall, match_id, boards, visitor, ids)


async def _assign(
    hall: Hall,
    match_id: MatchId,
    boards: Mapping[Room, str],
    visitor: Visitor,
    ids: Mapping[Room, str],
) -> None:
    done = list[Room]()
    try:
        for room, board_id in boards.items():
            command = cmd.AssignBoard(board_id, match_id, room, was="")
            await hall.commands.assign_board(command, visitor, ids[room])
            done.append(room)
    except Exception:
        for room in done:
            taken = cmd.RemoveBoard(room, boards[room])
            await hall.commands.remove_board(match_id, taken, visitor)
        raise


def _command_ids(command_id: str) -> dict[Room, str]:
    """Return a command id for each room: a match carries out only one command of each id."""
    key, mark, digest = command_id.partition("#")
    return {room: f"{key}.{room.value}{mark}{digest}" for room in Room}
