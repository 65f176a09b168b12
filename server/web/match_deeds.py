"""What is done to teams and matches over HTTP, by the API and by forms alike.

Each is durable when it returns, in the name of whoever is signed in; whether the visitor may is
decided by the stream that the command is for.
"""

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.room import Room
from server.access import Role, Visitor
from server.hall import Hall
from server.web.edge.refusals import SignerUnclear
from server.web.orders import effect_of
from server.web.schemas.director import EffectOut
from server.web.schemas.line_ups import LineUpIn, OwnLineUpOut, line_up_seats
from server.web.schemas.matches import MatchIn, MatchPlayIn
from server.web.schemas.results import SignatureIn, signed_result
from server.web.schemas.tables import BoardSeatIn
from server.web.schemas.teams import TeamChangeIn, TeamIn


async def enter_team(hall: Hall, team: TeamIn, visitor: Visitor) -> None:
    """Enter a team with its players; raises MatchRefused."""
    command = cmd.RegisterTeam(name=team.name, players=tuple(team.players))
    await hall.commands.to_tournament(command, visitor)


async def mend_team(hall: Hall, change: TeamChangeIn, visitor: Visitor) -> None:
    """Give a team another name or other players; raises MatchRefused, ValuesChanged."""
    command = cmd.ChangeTeam(
        team=change.team,
        name=change.name,
        players=tuple(change.players),
        by=visitor.name,
        was=tuple(change.was),
    )
    await hall.commands.to_tournament(command, visitor)


async def schedule(hall: Hall, wanted: MatchIn, visitor: Visitor) -> int:
    """Set up a match; its number. Raises MatchRefused."""
    command = cmd.ScheduleMatch(
        home=wanted.home,
        away=wanted.away,
        game_name=wanted.game,
        games=wanted.games,
        event=wanted.event,
        max_lead=wanted.max_lead,
        tail_drawn=wanted.tail == "drawn",
        embargo=wanted.embargo,
    )
    return (await hall.commands.schedule(command, visitor)).number


async def schedule_match_play(hall: Hall, wanted: MatchPlayIn, visitor: Visitor) -> int:
    """Set up a match to points at one table; its number. Raises MatchRefused."""
    command = cmd.ScheduleMatchPlay(
        white=wanted.white,
        red=wanted.red,
        length=wanted.length,
        event=wanted.event,
        game_name=wanted.game,
    )
    return (await hall.commands.schedule(command, visitor)).number


async def hand_in_line_up(hall: Hall, number: int, team: LineUpIn, visitor: Visitor) -> bool:
    """Hand in a team's line-up; True while it stays sealed.

    Raises LineUpRefused, ValuesChanged where it replaces another one than was seen.
    """
    command = cmd.SubmitLineUp(
        team=team.team,
        open_player=team.open_player,
        closed_player=team.closed_player,
        was=cmd.LineUp(team.was.open_player, team.was.closed_player) if team.was else None,
    )
    happened = await hall.commands.to_match(number, command, visitor)
    return not any(isinstance(event, ev.MatchStarted) for event in happened)


def line_up_handed_in(hall: Hall, number: int, team: str) -> OwnLineUpOut:
    """What a team's next line-up would replace; raises MatchRefused for one that does not play."""
    record = hall.match(number).record
    if team not in record.teams:
        raise MatchRefused("team", team, " or ".join(record.teams))
    known = team in record.line_ups
    return OwnLineUpOut(line_up=line_up_seats(record, team) if known else None)


async def put_board(hall: Hall, number: int, seat: BoardSeatIn, visitor: Visitor) -> None:
    """Put a board on a room's table; games are voided for it by a director alone (ruling 28).

    Raises BoardInUse or BoardHasDice.
    """
    consent = cmd.BoardConsent(
        from_match=seat.from_match,
        voids=frozenset(cmd.GameUnderWay(**game.model_dump()) for game in seat.voids),
        by=visitor.name,
        reason=seat.reason or "",
    )
    command = cmd.AssignBoard(seat.board_id, number, Room(seat.room), consent)
    await hall.commands.assign_board(command, visitor)


async def sign(hall: Hall, number: int, given: SignatureIn, visitor: Visitor) -> EffectOut:
    """Sign the match protocol: a captain or a player of a match at one table in his own name,
    others as they have it on paper.

    Raises SignerUnclear where it is not clear in whose name, ValuesChanged where other results
    stand by now, MatchRefused while a result is unconfirmed.
    """
    if (visitor.role in (Role.CAPTAIN, Role.PLAYER)) == (given.by is not None):
        raise SignerUnclear(given.by)
    results = tuple(map(signed_result, given.results))
    command = cmd.SignProtocol(team=given.team, by=given.by or visitor.name, results=results)
    return effect_of(await hall.commands.to_match(number, command, visitor))
