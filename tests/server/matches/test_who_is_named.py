"""Whom a match's events name: whoever has sent the command, which no command says itself."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.events import Confirmer, HoldScope
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import PUBLIC, SERVER, Actor, Machine, NotAllowed, Role, Visitor
from server.matches.decide import BringHold, Command, Happened, RecordFacts, decide
from server.matches.match_record import MatchRecord
from server.matches.sheets import EnterSheet, signed_results
from tests.support.ids import match_id
from tests.support.rooms import scheduled, started

ANN = Visitor(Role.DIRECTOR, PersonId("ann"))
BOARD = Machine("board BZ-1")
COMMAND_LINE = Machine("command line")
CAPTAIN = Visitor(Role.CAPTAIN, PersonId("brook"), match=match_id(1), team="Compass")
AT: dict[str, Any] = {"game": 1, "attempt": 1}
LOST: dict[str, Any] = {"loser": Side.RED, "ending": Ending.BEAROFF, "left": 3, "cube": 1}


@dataclass
class Match:
    """A match of one game that has started."""

    record: MatchRecord = field(
        default_factory=lambda: MatchRecord(BACKGAMMON, scheduled(games=1)).after(
            (started(), ev.GameStarted(**AT))
        )
    )

    def say(self, command: Command, actor: Actor) -> Happened:
        step = decide(self.record, command, actor)
        self.record = step.record
        return step.happened


def resigned() -> Match:
    """White has resigned the open room's game at its board."""
    match = Match()
    throw = rd.DiceThrown(**AT, side=None, turn=1, dice=Roll(4, 3), source=DiceSource.READER)
    match.say(throw, BOARD)
    at: dict[str, Any] = {**AT, "room": Room.OPEN, "turn": 1}
    match.say(rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED), BOARD)
    match.say(rd.ResignationAnswered(**at, side=Side.RED, accepted=True), BOARD)
    return match


def confirmed_at_the_end() -> Match:
    """Both rooms' results are entered by command and confirmed by Ann."""
    match = Match()
    rows = tuple(rd.EnterResult(**AT, room=room, **LOST) for room in Room)
    entered = match.say(EnterSheet(rows), COMMAND_LINE)[:2]
    assert [getattr(each, "by", None) for each in entered] == ["command line", "command line"]
    for result in signed_results(match.record):
        agreed = rd.ResultAgreed(**AT, room=result.room, side=None, seen=result.result)
        match.say(agreed, ANN)
    return match


def test_a_confirmation_names_the_board_or_the_person_and_as_whom_it_is_given() -> None:
    match = resigned()
    (pressed,) = match.say(rd.ResultAgreed(**AT, room=Room.OPEN, side=Side.WHITE), BOARD)
    assert isinstance(pressed, ev.ResultConfirmed)
    assert (pressed.by, pressed.confirmer) == ("board BZ-1", Confirmer.PLAYER)
    seen = match.record.state.results[1, Room.OPEN] if match.record.state else None
    agreed = rd.ResultAgreed(**AT, room=Room.OPEN, side=Side.RED, seen=seen)
    (given,) = match.say(agreed, ANN)
    assert isinstance(given, ev.ResultConfirmed)
    assert (given.by, given.confirmer) == ("ann", Confirmer.ACCOUNT)


@pytest.mark.parametrize(("actor", "by"), [(BOARD, ""), (ANN, "ann")])
def test_a_call_names_who_sends_it_from_a_page_and_nobody_at_a_board(actor: Actor, by: str) -> None:
    (called,) = Match().say(cmd.CallDirector(room=Room.OPEN), actor)
    assert called == ev.DirectorCalled(room=Room.OPEN, side=None, reason=ev.CallReason.NONE, by=by)


def test_an_order_names_the_director_who_gives_it() -> None:
    match = Match()
    clocks = match.record.clocks_in_force
    orders: tuple[Command, ...] = (
        cmd.SetEmbargo(
            embargo=ev.Embargo.AFTER_GAME, reason="a bet", was=match.record.embargo_in_force
        ),
        cmd.SetClocks(setting=clocks, reason="late", was=clocks),
        cmd.HoldPlay(scope=HoldScope.MATCH, reason="a protest"),
        cmd.LiftHold(scope=HoldScope.MATCH, was="a protest"),
        rd.VoidGame(**AT, reason="wrong dice"),
    )
    for order in orders:
        first, *_ = match.say(order, ANN)
        assert getattr(first, "by", None) == "ann"


def test_a_hold_of_the_hall_names_who_ordered_it_there_and_its_end_nobody() -> None:
    match = Match()
    hold = ev.HoldSet(scope=HoldScope.HALL, room=None, by="olena", reason="")
    assert match.say(BringHold(hold), SERVER) == (hold,)
    assert match.say(BringHold(hold), SERVER) == ()
    end = ev.HoldLifted(scope=HoldScope.HALL, room=None, by="", reason="")
    assert match.say(BringHold(end), SERVER)[0] == end


def test_a_captain_signs_and_others_record_who_has_signed_on_paper() -> None:
    for actor, by in ((CAPTAIN, "brook"), (ANN, "stonely")):
        match = confirmed_at_the_end()
        sign = cmd.SignProtocol(
            team="Compass", on_paper=PersonId("stonely"), results=signed_results(match.record)
        )
        assert match.say(sign, actor) == (ev.MatchSigned(team="Compass", by=by),)


@pytest.mark.parametrize(
    "command",
    [
        RecordFacts(()),
        BringHold(ev.HoldSet(scope=HoldScope.HALL, room=None, by="ann", reason="")),
        cmd.LogWatching(game=1, attempt=1, player=PersonId("ann")),
        cmd.ShortenMatch(games=1, reason="late"),
        rd.DiceUnreadable(**AT, room=Room.OPEN, side=Side.WHITE),
    ],
)
@pytest.mark.parametrize("visitor", [ANN, PUBLIC])
def test_what_boards_and_the_server_say_no_person_sends(command: Command, visitor: Visitor) -> None:
    with pytest.raises(NotAllowed):
        Match().say(command, visitor)
