"""Orders of a TTT's director and players, and the API that shows the TTT (rulings 18 to 20).

The orders come from the API and from forms.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.events import TttEnding
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.state import Forfeit, TttPlayed
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_files.ids import position_id
from rules.match_play.state import TABLE
from rules.position import Side
from rules.text import N_
from server.access import Action, Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.views.ttt.values import TttMatchShown, TttTable, TttView
from server.web.edge.authorization import needs
from server.web.edge.services import HallDep, TournamentDep
from server.web.orders.fields import Body, PersonText, Reason
from server.web.orders.order_list import (
    NAMES_KNOWN,
    Order,
    OrderList,
    Sender,
    names_up_to,
    order,
    to_desk,
)
from server.web.orders.order_routes import add_api_route
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for


class TttRulesOut(BaseModel):
    """A version of the rules of a TTT.

    `cap` is the greatest value of an adjudicated game, in points, such as "2.7".
    """

    version: int
    cap: str
    removal_at: int
    move_hours: int
    text: str


class TttRowOut(BaseModel):
    """A player's line in the standings. `place` is 0 for a player who was removed.

    `points` is a text such as "11.5".
    """

    place: int
    player: str
    name: str
    points: str
    played: int
    single: int
    gammon: int
    backgammon: int
    forfeit_wins: int
    losses: int
    forfeits: int
    provisional: bool


class TttGroupOut(BaseModel):
    """A group, or a mini-TTT if `mini` is not 0, with the best player first.

    `winner` is empty while the first place is undecided.
    """

    group: int
    mini: int
    finished: bool
    winner: str
    tie: str
    rows: list[TttRowOut]


class TttMatchOut(BaseModel):
    """A match of a TTT.

    `standing` says whether the match counts. `points` are the points of the inviter and those of
    the other player. `ending` is empty while the match is undecided. `figures` are the
    probabilities, from 0 to 1, of a win, a gammon and a backgammon in an adjudication; `engine` is
    the program that gave them.
    """

    match: int
    mini: int
    inviter: str
    invited: str
    standing: str
    ending: str
    winner: str
    points: tuple[str, str] | None
    settled: bool
    in_doubt: bool
    version: int
    position: str
    figures: tuple[str, str, str] | None
    engine: str


class TttOut(BaseModel):
    """A TTT as everybody may know it."""

    rules: list[TttRulesOut]
    seed: str
    groups: list[TttGroupOut]
    matches: list[TttMatchOut]


_HUNDRED = Decimal(100)
_OWN_MATCH = re.compile(r"[a-z0-9-]{1,30}/[1-9][0-9]{0,8}")
AT_A_BOARD = N_("a match to points whose game of backgammon is under way, its positions recorded")
"""A description of the matches in this hall whose last position can be adjudicated.

The position is then taken from the table's board. An error shows this text if the match is of
another kind.
"""
Percent = Annotated[Decimal, Field(ge=0, le=100, max_digits=7, decimal_places=4)]


class TttRulesIn(Body):
    """Set up a TTT or amend its rules; `was` is the version of the rules so far, 0 for none.

    `cap` is the greatest value of an adjudicated game, in points.
    """

    order: Literal["rules"]
    cap: Annotated[Decimal, Field(ge=1, le=3, max_digits=2, decimal_places=1)] = Decimal("2.7")
    removal_at: Annotated[int, Field(ge=1, le=1000)] = 12
    move_hours: Annotated[int, Field(ge=1, le=720)] = 12
    text: Reason | Literal[""] = ""
    was: int = 0


class TttEvaluateIn(Body):
    """Ask GNU Backgammon again for adjudications that failed."""

    order: Literal["evaluate"]


def own_player(hall: Hall, tournament: TournamentProcess, visitor: Visitor) -> PersonId | None:
    """Return the id under which the visitor plays in a tournament's TTT; None if they do not play.

    This id can differ from the id of the visitor, if two persons in the records were merged.
    """
    if visitor.person is None:
        return None
    merged = hall.persons.merged
    own = merged.get(visitor.person, visitor.person)
    players = tournament.state.of(TTT).players
    return next((each for each in players if merged.get(each, each) == own), None)


def _rules(body: Any, _: Sender) -> cmd.SetTttRules:
    return cmd.SetTttRules(
        cap=int(body.cap * 10),
        removal_at=body.removal_at,
        move_hours=body.move_hours,
        text=body.text,
        was=body.was,
    )


async def _forfeit(body: Any, sender: Sender) -> cmd.ForfeitTttGame:
    named = ("match", "loser", "how", "reason", "was")
    position, who = await _at_board(sender.hall, body.position, body.who)
    return cmd.ForfeitTttGame(
        **{name: getattr(body, name) for name in named}, position=position, who=who
    )


async def _position(body: Any, sender: Sender) -> cmd.GiveTttPosition:
    position, who = await _at_board(sender.hall, body.position, body.who)
    return cmd.GiveTttPosition(match=body.match, position=position, who=who)


async def _at_board(hall: Hall, position: str, who: PersonId | None) -> tuple[str, PersonId | None]:
    """Return the position to adjudicate, and the player whose turn it is (None if not known).

    If `position` is the name of a match in this hall, such as "club/3", both are taken from the
    table of that match. Otherwise they are `position` and `who`, as given. Raises MatchRefused if
    the match is not as `AT_A_BOARD` says.
    """
    if not _OWN_MATCH.fullmatch(position):
        return position, who
    match_id = hall.names().match_meant(position)
    async with hall.registry.in_memory(match_id):
        record = hall.match(match_id).record
        scheduled, state = record.scheduled, record.state
        if not isinstance(scheduled, ev.MatchPlayScheduled) or state is None:
            raise MatchRefused("position", position, AT_A_BOARD)
        table, side = state.table(TABLE), state.table(TABLE).on_turn
        lies_there = table.recorded and table.result is None
        if side is None or not lies_there or record.game.name != BACKGAMMON.name:
            raise MatchRefused("position", position, AT_A_BOARD)
        player = scheduled.white if side is Side.WHITE else scheduled.red
        return position_id(table.position, side), player


def _figures(body: Any, _: Sender) -> cmd.AdjudicateTttGame:
    return cmd.AdjudicateTttGame(
        match=body.match,
        wins=body.wins / _HUNDRED,
        gammons=body.gammons / _HUNDRED,
        backgammons=body.backgammons / _HUNDRED,
    )


async def _ask_again(
    sender: Sender, _: Any, __: str, ___: Sequence[cmd.AddPerson]
) -> tuple[ev.Event, ...]:
    sender.hall.adjudications.ask_again(sender.tournament.tournament)
    return ()


_order = partial(order, carry=to_desk, prefix="Ttt")
TTT_ORDERS = OrderList(
    "/api/t/{tournament}/ttt",
    "/hall/t/{tournament}/tournament/ttt",
    Action.SCHEDULE,
    (
        Order("rules", TttRulesIn, to_desk, _rules, command=cmd.SetTttRules),
        _order(
            "players",
            cmd.EnterTttPlayers,
            names={"players": names_up_to(500)},
            known=NAMES_KNOWN,
        ),
        _order("take-out", cmd.TakeOutTttPlayer),
        _order("draw", cmd.DrawTtt),
        _order("withdraw-draw", cmd.WithdrawTttDraw),
        _order("mini", cmd.DrawMiniTtt),
        _order("match", cmd.StartTttMatch),
        _order("strike", cmd.StrikeTttMatch),
        _order("result", cmd.EnterTttResult),
        _order("forfeit", cmd.ForfeitTttGame, make=_forfeit),
        _order("position", cmd.GiveTttPosition, make=_position),
        _order(
            "adjudicate",
            cmd.AdjudicateTttGame,
            make=_figures,
            without=("engine", "software", "net", "plies", "position"),
            wins=(Percent, ...),
            gammons=(Percent, ...),
            backgammons=(Percent, ...),
        ),
        _order("remove", cmd.RemoveTttPlayer),
        _order("return", cmd.ReturnTttPlayer),
        Order("evaluate", TttEvaluateIn, _ask_again, lambda given, _: given),
    ),
    form="ttt",
    shared_form=True,
)


def _self(sender: Sender) -> PersonId:
    """Return the player who sends the order."""
    player = own_player(sender.hall, sender.tournament, sender.visitor)
    return player or PersonId(sender.visitor.by or "nobody")


def _invite(body: Any, sender: Sender) -> cmd.InviteTttOpponent:
    return cmd.InviteTttOpponent(inviter=_self(sender), invited=PersonId(body.opponent))


def _accept(body: Any, sender: Sender) -> cmd.AcceptTttInvitation:
    return cmd.AcceptTttInvitation(
        inviter=PersonId(body.opponent), invited=_self(sender), match=body.match
    )


def _report(body: Any, sender: Sender) -> cmd.ReportTttResult:
    return cmd.ReportTttResult(
        match=body.match, player=_self(sender), winner=body.winner, ending=body.ending
    )


OWN_TTT_ORDERS = OrderList(
    "/api/t/{tournament}/ttt/own",
    "/ttt/{tournament}",
    Action.PLAY_TTT,
    (
        _order(
            "invite",
            cmd.InviteTttOpponent,
            make=_invite,
            without=("inviter", "invited"),
            opponent=(PersonText, ...),
        ),
        _order(
            "accept",
            cmd.AcceptTttInvitation,
            make=_accept,
            without=("inviter", "invited"),
            opponent=(PersonText, ...),
        ),
        _order("report", cmd.ReportTttResult, make=_report, without=("player",)),
    ),
    form="own",
    shared_form=True,
)


router = APIRouter(prefix="/api/t/{tournament}/ttt", tags=["TTT"])


@router.get("", dependencies=[Depends(needs(Action.WATCH))])
async def ttt(tournament: TournamentDep, hall: HallDep) -> TttOut:
    """Return the rules, groups, standings and matches of a TTT."""
    words = words_for(SOURCE_LANGUAGE)
    view = TttView(tournament.state.of(TTT), hall.names(), words)
    return TttOut(
        rules=[
            TttRulesOut(
                version=each.version,
                cap=_decimal_out(each.cap),
                removal_at=each.removal_at,
                move_hours=each.move_hours,
                text=each.text,
            )
            for each in view.state.versions
        ],
        seed=view.state.seed.hex(),
        groups=[_group(each) for each in view.tables],
        matches=[_match_out(each) for each in view.matches],
    )


add_api_route(
    router,
    TTT_ORDERS,
    "Set up, enter players, draw, enter matches and results, adjudicate …; `order` says which.",
)
add_api_route(router, OWN_TTT_ORDERS, "Invite, accept or report, as one of its players.")


def _group(table: TttTable) -> TttGroupOut:
    return TttGroupOut(
        group=table.group,
        mini=table.mini,
        finished=table.table.finished,
        winner=table.table.winner.text if table.table.winner else "",
        tie=table.table.tie.value,
        rows=[
            TttRowOut(
                place=line.row.place,
                player=line.player,
                name=line.name,
                points=_decimal_out(line.row.points),
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


def _match_out(shown: TttMatchShown) -> TttMatchOut:
    match, result = shown.match, shown.match.result
    ending, winner, version = "", "", 0
    if isinstance(result, TttPlayed):
        ending, winner, version = result.ending.value, result.winner.text, result.version
    elif isinstance(result, Forfeit):
        ending, version = result.how.value, result.version
        winner = match.other(result.loser).text
    figured = result.adjudication if isinstance(result, Forfeit) else None
    three = figured.figures if figured else None
    return TttMatchOut(
        match=match.number,
        mini=match.mini,
        inviter=match.inviter.text,
        invited=match.invited.text,
        standing=shown.standing.value,
        ending=ending,
        winner=winner,
        points=shown.scores and (_decimal_out(shown.scores[0]), _decimal_out(shown.scores[1])),
        settled=shown.settled,
        in_doubt=match.in_doubt,
        version=version,
        position=result.position if isinstance(result, Forfeit) else "",
        figures=three and (str(three.wins), str(three.gammons), str(three.backgammons)),
        engine=" ".join(filter(None, (figured.engine, figured.software))) if figured else "",
    )


def _decimal_out(tenths: int) -> str:
    """Return tenths of a point as a decimal number, such as "11.5"."""
    return f"{tenths // 10}.{tenths % 10}"
