"""A TTT over the API: how it stands, the director's orders, a player's own (rulings 18 to 20)."""

from typing import Annotated

from fastapi import APIRouter, Depends

from rules.events import TttEnding
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.state import Forfeit, Played
from server.access import Action, Visitor
from server.results.ttt_values import TttMatchShown, TttTable, TttView
from server.web.edge.authorization import needs
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.services import HallDep, TournamentDep
from server.web.requests.effects import effect_of
from server.web.requests.ttt import order_own, order_ttt
from server.web.schemas import ttt as body
from server.web.schemas.director import EffectOut
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for

router = APIRouter(prefix="/api/t/{tournament}/ttt", tags=["TTT"])


@router.get("", dependencies=[Depends(needs(Action.WATCH))])
async def ttt(tournament: TournamentDep, hall: HallDep) -> body.TttOut:
    """Rules, groups, standings and matches."""
    words = words_for(SOURCE_LANGUAGE)
    view = TttView(tournament.state.of(TTT), hall.names(), words)
    return body.TttOut(
        rules=[
            body.TttRulesOut(
                version=each.version,
                cap=_decimal(each.cap),
                removal_at=each.removal_at,
                move_hours=each.move_hours,
                text=each.text,
            )
            for each in view.state.versions
        ],
        seed=view.state.seed.hex(),
        groups=[_group(each) for each in view.tables],
        matches=[_match(each) for each in view.matches],
    )


@router.post("")
async def order(
    order: body.TttOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.SCHEDULE))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Set up, enter players, draw, enter matches and results, adjudicate …; `order` says which."""
    return effect_of(await order_ttt(hall, tournament, order, visitor, command_id))


@router.post("/own")
async def own(
    order: body.TttOwnOrderIn,
    visitor: Annotated[Visitor, Depends(needs(Action.PLAY_TTT))],
    command_id: CommandIdDep,
    tournament: TournamentDep,
    hall: HallDep,
) -> EffectOut:
    """Invite, accept or report, as one of its players."""
    return effect_of(await order_own(hall, tournament, order, visitor, command_id))


def _group(table: TttTable) -> body.TttGroupOut:
    return body.TttGroupOut(
        group=table.group,
        mini=table.mini,
        finished=table.table.finished,
        winner=table.table.winner.text if table.table.winner else "",
        tie=table.table.tie.value,
        rows=[
            body.TttRowOut(
                place=line.row.place,
                player=line.player,
                name=line.name,
                points=_decimal(line.row.points),
                played=line.row.played,
                single=line.row.wins[TttEnding.SINGLE],
                gammon=line.row.wins[TttEnding.GAMMON],
                backgammon=line.row.wins[TttEnding.BACKGAMMON],
                forfeit_wins=line.row.forfeit_wins,
                losses=line.row.losses,
                forfeits=line.row.forfeits,
                provisional=line.row.provisional,
            )
            for line in table.lines
        ],
    )


def _match(shown: TttMatchShown) -> body.TttMatchOut:
    match, result = shown.match, shown.match.result
    ending, winner, version = "", "", 0
    if isinstance(result, Played):
        ending, winner, version = result.ending.value, result.winner.text, result.version
    elif isinstance(result, Forfeit):
        ending, version = result.how.value, result.version
        winner = match.other(result.loser).text
    figured = result.adjudication if isinstance(result, Forfeit) else None
    three = figured.figures if figured else None
    return body.TttMatchOut(
        match=match.number,
        mini=match.mini,
        inviter=match.inviter.text,
        invited=match.invited.text,
        standing=shown.standing.value,
        ending=ending,
        winner=winner,
        points=shown.scores and (_decimal(shown.scores[0]), _decimal(shown.scores[1])),
        settled=shown.settled,
        in_doubt=match.in_doubt,
        version=version,
        position=result.position if isinstance(result, Forfeit) else "",
        figures=three and (str(three.wins), str(three.gammons), str(three.backgammons)),
        engine=" ".join(filter(None, (figured.engine, figured.software))) if figured else "",
    )


def _decimal(tenths: int) -> str:
    """Points for programs: "11.5"."""
    return f"{tenths // 10}.{tenths % 10}"
