"""The director's orders over HTTP, each reasoned and logged in his name (ruling 11)."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends

from rules import events as ev
from rules.dice import Roll
from rules.duplicate import readings as rd
from rules.ending import Ending
from rules.position import Position
from rules.room import Room
from rules.side import Side
from server.access import Action, Visitor
from server.relay import set_up
from server.relay.hall import Hall
from server.relay.match_relay import MatchRelay
from server.web import answers as out
from server.web import requests as body
from server.web.gate import needs
from server.web.orders import attempt_of, effect_of, ordered, tally_of

Director = Annotated[Visitor, Depends(needs(Action.DIRECT))]


def director_routes(hall: Hall) -> APIRouter:
    """All routes under /matches/{number}/director."""
    routes = APIRouter(prefix="/matches/{number}/director", tags=["director"])
    routes.include_router(_game_orders(hall))
    routes.include_router(_turn_orders(hall))
    routes.include_router(_table_orders(hall))
    routes.include_router(_match_orders(hall))
    return routes


def _game_orders(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.post("/void-game")
    async def void_game(number: int, order: body.GameOrderIn, director: Director) -> out.EffectOut:
        """Play the current game again in both rooms with new dice."""
        reading = rd.VoidGame(**order.model_dump(), by=director.name)
        return await ordered(hall.match(number), reading, director)

    @routes.post("/cancel-game")
    async def cancel_game(
        number: int, order: body.GameOrderIn, director: Director
    ) -> out.EffectOut:
        """Score the current game 0-0 in both rooms and go on."""
        reading = rd.CancelGame(**order.model_dump(), by=director.name)
        return await ordered(hall.match(number), reading, director)

    @routes.post("/correct-result")
    async def correct_result(
        number: int, order: body.ResultOrderIn, director: Director
    ) -> out.EffectOut:
        """Replace the result of a room's game."""
        relay = hall.match(number)
        owner = Side(order.owner) if order.owner else None
        passed = order.ending == "pass"
        reading = rd.CorrectResult(
            game=order.game,
            attempt=attempt_of(relay),
            by=director.name,
            reason=order.reason,
            room=Room(order.room),
            loser=Side(order.loser),
            ending=Ending(order.ending),
            left=order.left,
            cube=order.cube,
            owner=None if passed else owner,
            proposer=Side(order.loser).opponent if passed else None,
            tally=tally_of(relay, order),
        )
        return await ordered(relay, reading, director)

    @routes.post("/adjust-score")
    async def adjust_score(
        number: int, order: body.ScoreOrderIn, director: Director
    ) -> out.EffectOut:
        """Let a room's game count these small match points instead of its own."""
        relay = hall.match(number)
        reading = rd.AdjustScore(
            game=order.game,
            attempt=attempt_of(relay),
            by=director.name,
            reason=order.reason,
            room=Room(order.room),
            home=order.home,
            away=order.away,
        )
        return await ordered(relay, reading, director)

    return routes


def _table_orders(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.post("/correct-position")
    async def correct_position(
        number: int, order: body.PositionOrderIn, director: Director
    ) -> out.EffectOut:
        """Say how a table's checkers are to lie, between two turns."""
        reading = rd.CorrectPosition(
            game=order.game,
            attempt=order.attempt,
            by=director.name,
            reason=order.reason,
            room=Room(order.room),
            position=Position(tuple(order.white), tuple(order.red)),
        )
        return await ordered(hall.match(number), reading, director)

    @routes.post("/release-table")
    async def release_table(
        number: int, order: body.TableOrderIn, director: Director
    ) -> out.EffectOut:
        """Let a table go on that was stopped because its board shows other dice."""
        given = order.model_dump(exclude={"room"})
        reading = rd.ReleaseTable(**given, by=director.name, room=Room(order.room))
        return await ordered(hall.match(number), reading, director)

    @routes.post("/substitute")
    async def substitute(
        number: int, order: body.SubstituteIn, director: Director
    ) -> out.EffectOut:
        """Seat another player of a team between two games."""
        wanted = ev.SubstituteSeated(
            team=order.team,
            room=Room(order.room),
            player=order.player,
            game=0,
            by=director.name,
            reason=order.reason,
        )
        players = hall.teams.get(order.team, ())
        happened = await hall.match(number).order(
            lambda record: set_up.substitute_seated(record, wanted, players), director.actor
        )
        return effect_of(happened)

    return routes


def _turn_orders(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.post("/correct-roll")
    async def correct_roll(
        number: int, order: body.RollOrderIn, director: Director
    ) -> out.EffectOut:
        """Put the latest throw right, while the closed room does not have it."""
        reading = rd.CorrectRoll(**_turn(order), by=director.name, dice=Roll(*order.dice))
        return await ordered(hall.match(number), reading, director)

    @routes.post("/reopen-turn")
    async def reopen_turn(
        number: int, order: body.TurnOrderIn, director: Director
    ) -> out.EffectOut:
        """Let the open room play its latest turn again with the dice as keyed."""
        reading = rd.ReopenTurn(**_turn(order), by=director.name)
        return await ordered(hall.match(number), reading, director)

    return routes


def _match_orders(hall: Hall) -> APIRouter:
    routes = APIRouter()

    @routes.post("/tail")
    async def tail(number: int, order: body.TailOrderIn, director: Director) -> out.EffectOut:
        """Draw the closed room's last rolls from the committed seed, or have them thrown."""
        relay = hall.match(number)
        drawn = order.tail == "drawn"
        reading = rd.SetTailDraw(**_at(relay), by=director.name, reason=order.reason, drawn=drawn)
        return await ordered(relay, reading, director)

    @routes.post("/embargo")
    async def embargo(number: int, order: body.EmbargoOrderIn, director: Director) -> out.EffectOut:
        """Tell spectators more or less from now on; nothing that is public is taken back."""
        happened = await hall.match(number).order(
            lambda _: set_up.embargo_set(order.embargo, director.name, order.reason),
            director.actor,
        )
        return effect_of(happened)

    return routes


def _at(relay: MatchRelay) -> dict[str, Any]:
    game = relay.record.state.game if relay.record.state else 1
    return {"game": game, "attempt": attempt_of(relay)}


def _turn(order: body.TurnOrderIn) -> dict[str, Any]:
    return {**order.model_dump(exclude={"dice"}), "side": Side(order.side)}
