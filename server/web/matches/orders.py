"""Setting up, lining up and signing matches over HTTP, by the API and by forms.

Each function returns once the change is stored, in the name of the visitor who is signed in. The
process of the match or tournament that carries out the command checks whether the visitor may give
it.
"""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId
from server.access import Action, Place, Role, Visitor, check_may
from server.hall import Hall
from server.matches.line_ups import check_has_line_ups, check_plays
from server.tournaments.tournament_process import TournamentProcess
from server.web.edge.authorization import Directing, Scheduling, needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.public_services import MatchIdDep
from server.web.edge.refusals import SignerUnclear
from server.web.edge.services import HallDep, TournamentDep
from server.web.matches.schemas import (
    LineUpIn,
    LineUpOut,
    MatchIn,
    MatchOut,
    MatchPlayIn,
    MatchStateOut,
    NewMatchOut,
    OwnLineUpOut,
    WordIn,
    WordOut,
    finished_match_out,
    line_up_seats,
    match_out,
    match_state_out,
    new_match_out,
)
from server.web.orders.fields import OrderIn
from server.web.orders.order_list import EffectOut, effect_of
from server.web.orders.results import SignatureIn, signed_result
from server.web.orders.typed_persons import (
    TypedPersons,
    member_of,
    players_of,
    seen_players,
    somebody,
    team_meant,
)
from server.web.shell.lists import PageNumber, link_header, page_links, paged


async def set_up_match(
    hall: Hall,
    tournament: TournamentProcess,
    new: MatchIn,
    visitor: Visitor,
    command_id: str,
) -> MatchId:
    """Set up a match between two teams; return its id.

    Raises MatchRefused naming the field if the match cannot be set up with these values.
    """
    command = cmd.ScheduleMatch(
        home=new.home,
        away=new.away,
        game_name=new.game,
        games=new.games,
        event=new.event,
        max_lead=new.max_lead,
        tail_drawn=new.tail == "drawn",
        embargo=new.embargo,
        trial=new.trial,
        clocks=new.clocks,
        clock_minutes=new.clock_minutes,
    )
    return (
        await hall.commands.schedule(tournament.tournament, command, visitor, command_id)
    ).match_id


async def withdraw_match(
    hall: Hall, match_id: MatchId, order: OrderIn, visitor: Visitor, command_id: str
) -> None:
    """Withdraw a match of which nothing was played. Raises MatchRefused if something was played."""
    await hall.commands.withdraw_match(match_id, order.reason, visitor, command_id)


async def set_up_match_play(
    hall: Hall,
    tournament: TournamentProcess,
    new: MatchPlayIn,
    visitor: Visitor,
    command_id: str,
) -> MatchId:
    """Set up a match of two players at one table, to a number of points; return its id.

    If exactly one known person has a typed name, that person is meant. Raises NamesKnown if several
    persons have the name, and MatchRefused for other values that are not allowed.
    """
    typed = TypedPersons(hall, (), "same")
    (white,) = typed.read([new.white])
    (red,) = (white,) if new.red == new.white else typed.read([new.red])
    command = cmd.ScheduleMatchPlay(
        white=white,
        red=red,
        length=new.length,
        event=new.event,
        game_name=new.game,
        trial=new.trial,
        clocks=new.clocks,
        clock_minutes=new.clock_minutes,
    )
    scheduled = await hall.commands.schedule(
        tournament.tournament, command, visitor, command_id, typed.newcomers
    )
    return scheduled.match_id


async def hand_in_line_up(
    hall: Hall, match_id: MatchId, team: LineUpIn, visitor: Visitor, command_id: str
) -> bool:
    """Hand in a team's line-up; return True if it is sealed, as the other team's is missing.

    Raises LineUpRefused if the line-up is not allowed, or ValuesChanged if the team's present
    line-up is not the one that the sender saw.
    """
    check_may(visitor, Action.LINE_UP, Place(match=match_id, team=team.team))
    check_has_line_ups(hall.match(match_id).record)
    check_plays(hall.match(match_id).record, team.team)
    was = None
    if team.was is not None:
        seats = team.was.open_player, team.was.closed_player
        first, second = seen_players(hall, players_of(hall, match_id, team.team), seats)
        was = cmd.LineUp(first, second)
    command = replace(first_line_up(hall, match_id, team), was=was)
    happened = await hall.commands.to_match(match_id, command, visitor, command_id)
    return not any(isinstance(event, ev.MatchStarted) for event in happened)


async def give_word(
    hall: Hall, match_id: MatchId, given: WordIn, visitor: Visitor, command_id: str
) -> bool:
    """Hand in a team's word for the seed (ruling 8); return True if the word is sealed.

    The word is sealed until the other team's word is in. Raises LineUpRefused once both words are
    in or the match has started.
    """
    command = cmd.GiveWord(team=given.team, word=given.word)
    await hall.commands.to_match(match_id, command, visitor, command_id)
    return not hall.match(match_id).record.opened_words


def first_line_up(hall: Hall, match_id: MatchId, team: LineUpIn) -> cmd.SubmitLineUp:
    """Return the command for a team's line-up, with its players found among the team's players.

    Raises LineUpRefused if a player is not in the team.
    """
    return cmd.SubmitLineUp(
        team=team.team,
        open_player=member_of(hall, match_id, team.team, team.open_player, "open_player"),
        closed_player=member_of(hall, match_id, team.team, team.closed_player, "closed_player"),
    )


def line_up_handed_in(hall: Hall, match_id: MatchId, team: str) -> OwnLineUpOut:
    """Return the line-up that a team has handed in.

    Raises MatchRefused if the team is not in the match.
    """
    record = hall.match(match_id).record
    if team not in record.teams:
        raise MatchRefused("team", team, " or ".join(record.teams))
    known = team in record.line_ups
    seats = line_up_seats(record, team, hall.names()) if known else None
    return OwnLineUpOut(line_up=seats)


async def sign_match(
    hall: Hall, match_id: MatchId, given: SignatureIn, visitor: Visitor, command_id: str
) -> EffectOut:
    """Sign the match protocol for a team.

    A captain signs in their own name, as does a player of a match at one table. Other visitors name
    the person who signed on paper. Raises SignerUnclear if a name is missing or must not be given,
    ValuesChanged if the results have changed since the sender saw them, and MatchRefused while a
    result is unconfirmed.
    """
    if (visitor.role in (Role.CAPTAIN, Role.PLAYER)) == (given.by is not None):
        raise SignerUnclear(given.by)
    team, on_paper = team_meant(hall, match_id, given.team), None
    newcomers: list[cmd.AddPerson] = []
    if given.by is not None:
        typed = somebody(hall, given.by, players_of(hall, match_id, team))
        (on_paper,), newcomers = typed.read([given.by]), typed.newcomers
    results = tuple(map(signed_result, given.results))
    command = cmd.SignProtocol(team=team, on_paper=on_paper, results=results)
    happened = await hall.commands.to_match(match_id, command, visitor, command_id, newcomers)
    return effect_of(happened)


router = APIRouter(prefix="/api/t/{tournament}/matches", tags=["operator"])
Size = Annotated[int, Query(ge=1, le=500, description="Number of matches on a page.")]


@router.get("", dependencies=[Depends(needs(Action.SEE_MATCHES))])
async def matches(
    request: Request,
    response: Response,
    tournament: TournamentDep,
    hall: HallDep,
    page: PageNumber = 1,
    size: Size = 100,
) -> list[MatchOut]:
    """List one page of a tournament's matches, in the order of their numbers.

    The header `Link` has the addresses of the pages before and after this one.
    """
    registry, names = hall.registry, hall.names()
    shown = paged(registry.numbers(tournament.tournament), page, size)
    response.headers.update(link_header(page_links(shown, request.url)))
    listed = (MatchId(tournament.tournament, number) for number in shown.items)
    return [
        finished_match_out(registry.finished.of(match_id), names)
        if match_id in registry.finished
        else match_out(registry.match(match_id).record, names)
        for match_id in listed
    ]


@router.post("", status_code=201)
async def schedule(
    new: MatchIn,
    visitor: Scheduling,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> NewMatchOut:
    """Set up a match between two registered teams."""
    match_id = await set_up_match(hall, tournament, new, visitor, command_id)
    return new_match_out(match_id, hall.names())


@router.post("/match-play", status_code=201)
async def schedule_match_play(
    new: MatchPlayIn,
    visitor: Scheduling,
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> NewMatchOut:
    """Set up a match between two players at one table, to a number of points."""
    match_id = await set_up_match_play(hall, tournament, new, visitor, command_id)
    return new_match_out(match_id, hall.names())


@router.post("/{number}/withdrawal", status_code=204)
async def withdraw(
    match_id: MatchIdDep,
    order: OrderIn,
    visitor: Directing,
    command_id: CommandIdDep,
    hall: HallDep,
) -> None:
    """Withdraw a match that is in no round and of which nothing was played.

    Its number is not used again.
    """
    await withdraw_match(hall, match_id, order, visitor, command_id)


@router.get("/{number}", dependencies=[Depends(needs(Action.SEE_BOTH_ROOMS))])
async def match(match_id: MatchIdDep, hall: HallDep) -> MatchStateOut:
    """Return one match with both its tables."""
    return match_state_out(hall.match(match_id), hall.names(), hall.now())


@router.get("/{number}/line-ups/{team}", dependencies=[Depends(needs(Action.SEE_LINE_UP))])
async def own_line_up(match_id: MatchIdDep, team: str, hall: HallDep) -> OwnLineUpOut:
    """Return a team's line-up, for the team's captain and the hall's staff only.

    A new line-up has to name this one in `was`.
    """
    return line_up_handed_in(hall, match_id, team)


@router.post("/{number}/line-ups")
async def line_up(
    match_id: MatchIdDep,
    team: LineUpIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LINE_UP, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> LineUpOut:
    """Hand in a team's line-up. It is sealed until both line-ups are in; then the match starts."""
    return LineUpOut(sealed=await hand_in_line_up(hall, match_id, team, visitor, command_id))


@router.post("/{number}/words")
async def word(
    match_id: MatchIdDep,
    given: WordIn,
    visitor: Annotated[Visitor, Depends(needs(Action.LINE_UP, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> WordOut:
    """Hand in a team's word, which becomes part of the seed of drawn rolls.

    The word is sealed until both words are in.
    """
    return WordOut(sealed=await give_word(hall, match_id, given, visitor, command_id))


@router.post("/{number}/signatures")
async def sign(
    match_id: MatchIdDep,
    given: SignatureIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SIGN, place_follows=True))],
    command_id: CommandIdDep,
    hall: HallDep,
) -> EffectOut:
    """Sign the match protocol for a team (ruling 15)."""
    return await sign_match(hall, match_id, given, visitor, command_id)
