"""The operator's API: teams, matches, line-ups, boards, confirmations, the director's orders."""

import asyncio
from typing import Any

from fastapi import APIRouter

from rules import events as ev
from rules.dice import Roll
from rules.duplicate import readings as rd
from rules.ending import Ending
from rules.room import Room
from rules.side import Side
from server.relay import set_up
from server.relay.hall import Hall
from server.relay.match_relay import Happened, MatchRelay, deciding
from server.web import answers as out
from server.web import requests as body
from server.web.refusals import OrderRefused


def operator_api(hall: Hall) -> APIRouter:
    """All routes under /api; they answer only once what they did is durable."""
    api = APIRouter(prefix="/api", tags=["operator"])
    for routes in (_team_routes(hall), _match_routes(hall), _board_routes(hall)):
        api.include_router(routes)
    api.include_router(_director_routes(hall))
    return api


def _team_routes(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.get("/teams")
    async def teams() -> list[out.TeamOut]:
        """Every registered team."""
        return [out.TeamOut(name=name, players=list(who)) for name, who in hall.teams.items()]

    @routes.post("/teams", status_code=201)
    async def register_team(team: body.TeamIn) -> out.TeamOut:
        """Enter a team with its players."""
        await hall.register_team(team.name, tuple(team.players))
        return out.TeamOut(name=team.name, players=team.players)

    return routes


def _match_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/matches")

    @routes.get("")
    async def matches() -> list[out.MatchOut]:
        """Every match, by number."""
        return [out.match_out(relay.record) for relay in hall.matches.values()]

    @routes.post("", status_code=201)
    async def schedule(wanted: body.MatchIn) -> out.ScheduledOut:
        """Set up a match between two registered teams."""
        relay = await hall.schedule(
            home=wanted.home,
            away=wanted.away,
            games=wanted.games,
            event=wanted.event,
            max_lead=wanted.max_lead,
            tail_drawn=wanted.tail == "drawn",
            embargo=wanted.embargo,
        )
        return out.ScheduledOut(number=relay.record.number)

    @routes.get("/{number}")
    async def match(number: int) -> out.MatchStateOut:
        """One match with both its tables."""
        return out.match_state_out(hall.match(number).record)

    @routes.post("/{number}/line-ups")
    async def line_up(number: int, team: body.LineUpIn) -> out.SealedOut:
        """A team's line-up, sealed until both are in; then the match starts."""
        submitted = ev.LineUpSubmitted(
            team=team.team, open_player=team.open_player, closed_player=team.closed_player
        )
        return out.SealedOut(sealed=await hall.submit_line_up(number, submitted))

    @routes.post("/{number}/boards", status_code=204)
    async def put_board(number: int, seat: body.BoardSeatIn) -> None:
        """Put a board on a room's table."""
        await hall.assign_board(number, Room(seat.room), seat.board_id)

    @routes.post("/{number}/results")
    async def confirm(number: int, given: body.ConfirmationIn) -> out.EffectOut:
        """A side's confirmation of its room's result."""
        relay = hall.match(number)
        reading = rd.ResultAgreed(
            game=given.game,
            attempt=_attempt(relay),
            room=Room(given.room),
            side=Side(given.side),
            by=given.by,
        )
        return await _order(relay, reading, given.by)

    @routes.post("/{number}/signatures")
    async def sign(number: int, given: body.SignatureIn) -> out.EffectOut:
        """A captain's signature under the match protocol."""
        happened = await hall.match(number).order(
            lambda record: set_up.signed(record, given.team, given.by), given.by
        )
        return _effect(happened)

    return routes


def _board_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/boards")

    @routes.get("")
    async def boards() -> list[out.BoardOut]:
        """Every board that has a key, a table or a link."""
        known = await asyncio.to_thread(hall.board_keys.list)
        return out.boards_out(hall, {board.board_id: board.label for board in known})

    @routes.post("", status_code=201)
    async def add_board(board: body.BoardIn) -> out.BoardKeyOut:
        """Give a board its key; it is shown this once."""
        key = await asyncio.to_thread(hall.board_keys.add, board.board_id, board.label)
        return out.BoardKeyOut(board_id=board.board_id, key=key.hex())

    return routes


def _director_routes(hall: Hall) -> APIRouter:
    routes = APIRouter(prefix="/matches/{number}/director", tags=["director"])

    @routes.post("/void-game")
    async def void_game(number: int, order: body.GameOrderIn) -> out.EffectOut:
        """Play the current game again in both rooms with new dice."""
        relay = hall.match(number)
        return await _order(relay, rd.VoidGame(**order.model_dump()), order.by)

    @routes.post("/cancel-game")
    async def cancel_game(number: int, order: body.GameOrderIn) -> out.EffectOut:
        """Score the current game 0-0 in both rooms and go on."""
        relay = hall.match(number)
        return await _order(relay, rd.CancelGame(**order.model_dump()), order.by)

    @routes.post("/correct-roll")
    async def correct_roll(number: int, order: body.RollOrderIn) -> out.EffectOut:
        """Put the latest throw right, while the closed room does not have it."""
        relay = hall.match(number)
        reading = rd.CorrectRoll(**_turn(order), dice=Roll(*order.dice))
        return await _order(relay, reading, order.by)

    @routes.post("/reopen-turn")
    async def reopen_turn(number: int, order: body.TurnOrderIn) -> out.EffectOut:
        """Let the open room play its latest turn again with the dice as keyed."""
        relay = hall.match(number)
        return await _order(relay, rd.ReopenTurn(**_turn(order)), order.by)

    @routes.post("/correct-result")
    async def correct_result(number: int, order: body.ResultOrderIn) -> out.EffectOut:
        """Replace the result of a room's game."""
        relay = hall.match(number)
        owner = Side(order.owner) if order.owner else None
        passed = order.ending == "pass"
        reading = rd.CorrectResult(
            game=order.game,
            attempt=_attempt(relay),
            by=order.by,
            reason=order.reason,
            room=Room(order.room),
            loser=Side(order.loser),
            ending=Ending(order.ending),
            left=order.left,
            cube=order.cube,
            owner=None if passed else owner,
            proposer=Side(order.loser).opponent if passed else None,
        )
        return await _order(relay, reading, order.by)

    @routes.post("/tail")
    async def tail(number: int, order: body.TailOrderIn) -> out.EffectOut:
        """Draw the closed room's last rolls from the committed seed, or have them thrown."""
        relay = hall.match(number)
        drawn = order.tail == "drawn"
        reading = rd.SetTailDraw(**_at(relay), by=order.by, reason=order.reason, drawn=drawn)
        return await _order(relay, reading, order.by)

    @routes.post("/embargo")
    async def embargo(number: int, order: body.EmbargoOrderIn) -> out.EffectOut:
        """Tell spectators more or less from now on; nothing that is public is taken back."""
        happened = await hall.match(number).order(
            lambda _: set_up.embargo_set(order.embargo, order.by, order.reason), order.by
        )
        return _effect(happened)

    return routes


def _attempt(relay: MatchRelay) -> int:
    return relay.record.state.attempt if relay.record.state else 1


def _at(relay: MatchRelay) -> dict[str, Any]:
    game = relay.record.state.game if relay.record.state else 1
    return {"game": game, "attempt": _attempt(relay)}


def _turn(order: body.TurnOrderIn) -> dict[str, Any]:
    return {**order.model_dump(exclude={"dice"}), "side": Side(order.side)}


async def _order(relay: MatchRelay, reading: rd.AnyReading, by: str) -> out.EffectOut:
    happened = await relay.order(deciding(reading), by)
    for event in happened:
        if isinstance(event, ev.ReadingRefused):
            raise OrderRefused(event.why)
    if not happened:
        raise OrderRefused(ev.Refusal.NOT_PLAYING)
    return _effect(happened)


def _effect(happened: Happened) -> out.EffectOut:
    return out.EffectOut(events=[type(event).__name__ for event in happened])
