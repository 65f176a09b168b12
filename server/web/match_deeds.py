"""What is done to teams and matches over HTTP, by the API and by forms alike.

Each is durable when it returns, in the name of whoever is signed in; one that the visitor may
not do at that place is refused by `server.web.edge.authorization.check`.
"""

from rules import events as ev
from rules.room import Room
from server.access import Action, Place, Role, Visitor
from server.boards.board_places import Consent, GameUnderWay
from server.hall import Hall
from server.matches import set_up
from server.web.edge.authorization import check
from server.web.edge.refusals import SignerUnclear
from server.web.orders import effect_of
from server.web.schemas.director import EffectOut
from server.web.schemas.line_ups import LineUpIn
from server.web.schemas.matches import MatchIn
from server.web.schemas.results import SignatureIn
from server.web.schemas.tables import BoardSeatIn
from server.web.schemas.teams import TeamChangeIn, TeamIn


async def enter_team(hall: Hall, team: TeamIn, visitor: Visitor) -> None:
    """Enter a team with its players; raises MatchRefused."""
    await hall.register_team(team.name, tuple(team.players), visitor.actor)


async def mend_team(hall: Hall, change: TeamChangeIn, visitor: Visitor) -> None:
    """Give a team another name or other players; raises MatchRefused."""
    wanted = ev.TeamChanged(
        team=change.team, name=change.name, players=tuple(change.players), by=visitor.name
    )
    await hall.change_team(wanted, visitor.actor)


async def schedule(hall: Hall, wanted: MatchIn, visitor: Visitor) -> int:
    """Set up a match; its number. Raises MatchRefused."""
    process = await hall.schedule(
        home=wanted.home,
        away=wanted.away,
        game_name=wanted.game,
        games=wanted.games,
        event=wanted.event,
        max_lead=wanted.max_lead,
        tail_drawn=wanted.tail == "drawn",
        embargo=wanted.embargo,
        actor=visitor.actor,
    )
    return process.record.number


async def hand_in_line_up(hall: Hall, number: int, team: LineUpIn, visitor: Visitor) -> bool:
    """Hand in a team's line-up; True while it stays sealed. Raises LineUpRefused."""
    check(visitor, Action.LINE_UP, Place(match=number, team=team.team))
    submitted = ev.LineUpSubmitted(
        team=team.team, open_player=team.open_player, closed_player=team.closed_player
    )
    return await hall.submit_line_up(number, submitted, visitor.actor)


async def put_board(hall: Hall, number: int, seat: BoardSeatIn, visitor: Visitor) -> None:
    """Put a board on a room's table; games are voided for it by a director alone (ruling 28).

    Raises BoardInUse or BoardHasDice.
    """
    check(visitor, Action.SEAT_BOARD, Place(match=number))
    for game in seat.voids:
        check(visitor, Action.DIRECT, Place(match=game.match))
    consent = Consent(
        from_match=seat.from_match,
        voids=frozenset(GameUnderWay(**game.model_dump()) for game in seat.voids),
        by=visitor.name,
        reason=seat.reason or "",
    )
    await hall.assign_board(number, Room(seat.room), seat.board_id, visitor.actor, consent)


async def sign(hall: Hall, number: int, given: SignatureIn, visitor: Visitor) -> EffectOut:
    """Sign the match protocol: a captain in his own name, others as they have it on paper.

    Raises SignerUnclear where it is not clear in whose name, MatchRefused while a result is
    unconfirmed.
    """
    check(visitor, Action.SIGN, Place(match=number, team=given.team))
    if (visitor.role is Role.CAPTAIN) == (given.by is not None):
        raise SignerUnclear(given.by)
    signer = given.by or visitor.name
    happened = await hall.match(number).order(
        lambda record: set_up.signed(record, given.team, signer), visitor.actor
    )
    return effect_of(happened)
