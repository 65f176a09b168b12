"""Who plays in a match, or may be seated in it, gives no order there (ruling 34)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from rules import commands as cmd
from rules import events as ev
from rules.duplicate.machine import begin
from rules.errors import LineUpRefused
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import (
    PUBLIC,
    Actor,
    Machine,
    MatchPlayers,
    PlaysInMatch,
    Role,
    Sight,
    Visitor,
    sight,
)
from server.matches.decide import Command, Happened, MatchGiven, decide
from server.matches.deferred_work import DeferredWork, Envelope
from server.matches.line_ups import PersonFacts, match_players
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import StreamWriter
from tests.server.matches.closed_table import WaitingLog
from tests.server.matches.test_made_from import (
    AT,
    BROOK,
    FIELDS,
    HOLLOWAY,
    ORDER,
    RACES,
    STONELY,
    SUMMERS,
    Match,
    begun,
    confirmed,
    corrected,
    embargo,
    finished,
    line_up,
    planned,
    played_out,
)
from tests.server.matches.test_made_from import started as match_started
from tests.support.clock import utc_now
from tests.support.ids import match_id
from tests.support.rooms import initial, scheduled, started

_BOARD = Machine("board BZ-1")
_BORNE_OFF: dict[str, Any] = {"ending": Ending.BEAROFF, "left": 9, "cube": 1}
ROSTERS = frozenset((BROOK, FIELDS, SUMMERS, HOLLOWAY, STONELY))
EVERYBODY = PersonFacts(ROSTERS)
PLAYERS = {"Compass": (BROOK, FIELDS, SUMMERS), "Rudder": (HOLLOWAY, STONELY)}
UNDER_WAY = MatchPlayers(match_id(1), {BROOK: Room.OPEN, FIELDS: Room.CLOSED}, ROSTERS)
PLANNED = MatchPlayers(match_id(1), {}, ROSTERS)
OVER = replace(UNDER_WAY, over=True)
OTHER_SELF = PersonId("OtherSelf")
MERGED = replace(UNDER_WAY, merged={OTHER_SELF: FIELDS})


def director(person: PersonId) -> Visitor:
    return Visitor(Role.DIRECTOR, person)


def player(person: PersonId, room: Room, match: int = 1) -> Visitor:
    return Visitor(Role.PLAYER, person, room, match_id(match), "Compass", Side.WHITE)


def captain(person: PersonId) -> Visitor:
    return Visitor(Role.CAPTAIN, person, match=match_id(1), team="Compass")


SIGHTS: dict[str, tuple[Visitor, MatchPlayers, Sight]] = {
    "a director who sits in the open room": (director(BROOK), UNDER_WAY, Sight.NOTHING),
    "a director who sits in the closed room": (director(FIELDS), UNDER_WAY, Sight.NOTHING),
    "a director who may be seated": (director(SUMMERS), UNDER_WAY, Sight.NOTHING),
    "a director of a team whose match is planned": (director(SUMMERS), PLANNED, Sight.NOTHING),
    "a director who plays elsewhere": (director(PersonId("Ann")), UNDER_WAY, Sight.BY_ROLE),
    "a director whose match has ended": (director(FIELDS), OVER, Sight.BY_ROLE),
    "a director entered twice": (director(OTHER_SELF), MERGED, Sight.NOTHING),
    "a clerk who sits there": (Visitor(Role.CLERK, FIELDS, Room.OPEN), UNDER_WAY, Sight.NOTHING),
    "a captain who plays": (captain(BROOK), UNDER_WAY, Sight.NOTHING),
    "a captain who does not play": (captain(PersonId("Coach")), UNDER_WAY, Sight.BY_ROLE),
    "a player at his table": (player(BROOK, Room.OPEN), UNDER_WAY, Sight.OWN_TABLE),
    "a player entered twice": (player(OTHER_SELF, Room.CLOSED), MERGED, Sight.OWN_TABLE),
    "a player with a link to the other room": (player(FIELDS, Room.OPEN), UNDER_WAY, Sight.NOTHING),
    "a player who does not sit any more": (player(SUMMERS, Room.OPEN), UNDER_WAY, Sight.NOTHING),
    "a player of a planned match": (player(SUMMERS, Room.OPEN), PLANNED, Sight.OWN_TABLE),
    "a player of another match": (player(FIELDS, Room.CLOSED, 2), UNDER_WAY, Sight.NOTHING),
    "a link of somebody unknown to the match": (
        player(PersonId("Guest"), Room.OPEN),
        UNDER_WAY,
        Sight.OWN_TABLE,
    ),
    "somebody who has not signed in": (PUBLIC, UNDER_WAY, Sight.BY_ROLE),
}


@pytest.mark.parametrize(("visitor", "players", "shown"), SIGHTS.values(), ids=SIGHTS)
def test_who_plays_is_shown_his_own_table_at_most(
    visitor: Visitor, players: MatchPlayers, shown: Sight
) -> None:
    assert sight(visitor, players) is shown


def say(match: Match, command: Command, actor: Actor, facts: PersonFacts = EVERYBODY) -> Happened:
    players = PLAYERS.get(getattr(command, "team", ""), ())
    step = decide(match.record, command, actor, MatchGiven(bytes(32), players, facts))
    match.record = step.record
    return step.happened


OF_A_RUNNING_MATCH = [name for name in RACES if name != "sign"]


@pytest.mark.parametrize("person", [BROOK, FIELDS, SUMMERS], ids=str)
@pytest.mark.parametrize("name", OF_A_RUNNING_MATCH)
def test_a_director_who_plays_or_may_be_seated_gives_no_order(name: str, person: PersonId) -> None:
    match = RACES[name].match()
    command, before = RACES[name].made(match), match.record
    with pytest.raises(PlaysInMatch, match="another director, or both captains"):
        say(match, command, director(person))
    assert match.record is before
    say(match, command, director(PersonId("Ann")))


BOARD = cmd.AssignBoard("BZ-1", match_id(1), Room.OPEN)
OF_BOARDS = (
    cmd.RemoveBoard(Room.OPEN),
    cmd.ReceiveBoard(BOARD, of_closed=False),
    cmd.SurrenderBoard(replace(BOARD, match=match_id(2))),
)


@pytest.mark.parametrize("command", OF_BOARDS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.OPERATOR])
def test_who_plays_puts_no_board_on_a_table_of_that_match(command: Command, role: Role) -> None:
    match = begun()
    with pytest.raises(PlaysInMatch):
        say(match, command, Visitor(role, FIELDS))
    say(match, command, Visitor(role, PersonId("Ann")))


def test_an_operator_and_a_clerk_who_play_enter_and_confirm_no_result() -> None:
    match = played_out()
    entered = rd.EnterResult(**AT, room=Room.OPEN, loser=Side.WHITE, **_BORNE_OFF)
    for visitor in (Visitor(Role.OPERATOR, BROOK), Visitor(Role.CLERK, FIELDS, Room.OPEN)):
        for command in (entered, confirmed(match)):
            with pytest.raises(PlaysInMatch):
                say(match, command, visitor)


def test_a_player_confirms_the_result_of_the_table_at_which_he_sits() -> None:
    match = played_out()
    with pytest.raises(PlaysInMatch):
        say(match, confirmed(match), player(SUMMERS, Room.OPEN))
    (event,) = say(match, confirmed(match), player(BROOK, Room.OPEN))
    assert isinstance(event, ev.ResultConfirmed)


def test_a_captain_who_plays_hands_in_the_line_up_of_his_own_team() -> None:
    match = planned()
    swapped = line_up("Compass", cmd.LineUp(BROOK, FIELDS), swapped=True)
    with pytest.raises(PlaysInMatch):
        say(match, swapped, director(BROOK))
    assert say(match, swapped, captain(BROOK))


def test_after_the_match_who_played_is_like_everybody_else() -> None:
    match = finished()
    (event, *_) = say(match, corrected(match), director(BROOK))
    assert isinstance(event, ev.ResultCorrected)


def test_one_person_entered_twice_does_not_sit_in_both_rooms() -> None:
    match = planned()
    twice = PersonFacts(ROSTERS, {STONELY: HOLLOWAY})
    with pytest.raises(LineUpRefused, match="sits in the open room already"):
        say(match, line_up("Rudder"), director(PersonId("Ann")), twice)


def test_a_substitute_who_turns_out_to_sit_there_already_is_refused() -> None:
    match = match_started()
    twice = PersonFacts(ROSTERS, {SUMMERS: FIELDS})
    seated = cmd.SeatSubstitute(**ORDER, team="Compass", room=Room.OPEN, player=SUMMERS, was=BROOK)
    with pytest.raises(LineUpRefused, match="sits in the closed room already"):
        say(match, seated, director(PersonId("Ann")), twice)


def test_an_order_of_somebody_whom_a_line_up_has_named_meanwhile_is_refused() -> None:
    """The order was on its way when the line-up came; the roster alone did not tell."""
    match = planned()
    order = embargo(match)
    say(match, line_up("Rudder"), director(PersonId("Ann")), PersonFacts())
    with pytest.raises(PlaysInMatch):
        say(match, order, director(STONELY), PersonFacts())


@dataclass
class Queue:
    """A running match whose log is slow: what comes meanwhile waits for its turn."""

    facts: PersonFacts = field(default_factory=PersonFacts)
    log: WaitingLog = field(default_factory=WaitingLog)
    answers: list[Happened | Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        opened = begin(BACKGAMMON, initial(BACKGAMMON)).events
        record = MatchRecord(BACKGAMMON, scheduled()).after((started(), *opened))
        writer = StreamWriter(self.log, "match/1", None, utc_now, lambda: bytes(16))
        self.process = MatchProcess(
            record, [], writer, DeferredWork(), lambda _: None, utc_now, lambda _: self.facts
        )

    def post(self, command: Command, actor: Actor) -> None:
        self.process.post(Envelope(command, actor, self.answers.append, self.answers.append))

    async def commit(self, times: int) -> Sequence[Happened | Exception]:
        for _ in range(times):
            self.log.commit()
            await asyncio.sleep(0)
        return self.answers


async def test_a_director_who_is_entered_in_a_team_while_his_order_waits_is_refused() -> None:
    queue, ann, ben = Queue(), director(PersonId("Ann")), director(PersonId("Ben"))
    order = cmd.SetEmbargo(embargo=ev.Embargo.LIVE, reason="the stream", was=ev.Embargo.LOCKSTEP)
    queue.post(rd.VoidGame(**ORDER), ben)
    queue.post(order, ann)
    queue.facts = PersonFacts(frozenset((PersonId("Ann"),)))
    first, second = await queue.commit(2)
    assert isinstance(first, tuple)
    assert isinstance(second, PlaysInMatch)
    assert not any(isinstance(event, ev.EmbargoSet) for event in queue.log.stored)


async def test_a_director_who_turns_out_to_be_a_player_while_his_order_waits_is_refused() -> None:
    queue, ann = Queue(), director(PersonId("Ann"))
    queue.post(rd.VoidGame(**ORDER), director(PersonId("Ben")))
    queue.post(rd.CancelGame(game=1, attempt=2, reason="late"), ann)
    queue.facts = PersonFacts(merged={PersonId("Ann"): FIELDS})
    _, second = await queue.commit(2)
    assert isinstance(second, PlaysInMatch)


async def test_boards_are_asked_nothing_about_persons() -> None:
    """What a board says is decided without a look at anybody's person."""
    queue = Queue()
    queue.process = MatchProcess(
        queue.process.record,
        [],
        StreamWriter(queue.log, "match/1", None, utc_now, lambda: bytes(16)),
        DeferredWork(),
        lambda _: None,
        utc_now,
        lambda _: pytest.fail("asked"),
    )
    queue.process.note(ev.BoardAttached(room=Room.OPEN, board_id="BZ-1"), _BOARD)
    await queue.commit(1)
    assert queue.log.stored


def test_players_of_a_match_at_one_table_sit_from_its_beginning() -> None:
    planned_match = ev.MatchPlayScheduled(
        match_id=match_id(1), event="", white=BROOK, red=HOLLOWAY, length=5, game_name="backgammon"
    )
    players = match_players(MatchRecord.of(planned_match), PersonFacts())
    assert players.seats == {BROOK: Room.OPEN, HOLLOWAY: Room.OPEN}
    assert sight(director(HOLLOWAY), players) is Sight.NOTHING
