"""Commands by people are for the values they were made from, whatever is on its way (ruling 15)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as cmd
from rules import events as ev
from rules.any_match import DuplicateState
from rules.dice import DiceSource, Roll
from rules.errors import MatchRefused, RulesError, ValuesChanged
from rules.events import Embargo, Refusal
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.position import Position, Side
from rules.room import Ending, Room, RoomResult
from rules.tables import readings as rd
from server.access import Actor, Machine, NotAllowed, Role, Visitor
from server.matches.decide import Command, Happened, MatchGiven, decide
from server.matches.made_from import TailRolls
from server.matches.match_record import MatchRecord
from server.matches.sheets import signed_results
from tests.support.ids import match_id
from tests.support.rooms import scheduled

ANN = Visitor(Role.DIRECTOR, PersonId("Ann"))
BEN = Visitor(Role.DIRECTOR, PersonId("Ben"))
BOARD = Machine("board BZ-1")
AT: dict[str, Any] = {"game": 1, "attempt": 1}
ORDER: dict[str, Any] = {**AT, "reason": "seen on the film"}
BROOK, FIELDS, SUMMERS = map(PersonId, ("Brook", "Fields", "Summers"))
HOLLOWAY, STONELY = map(PersonId, ("Holloway", "Stonely"))
PLAYERS = {"Compass": (BROOK, FIELDS, SUMMERS), "Rudder": (HOLLOWAY, STONELY)}
SIX_THREE = Roll(6, 3)
LINE_UPS = {"Compass": (BROOK, FIELDS), "Rudder": (HOLLOWAY, STONELY)}


@dataclass
class Match:
    """A match that is asked one thing after the other."""

    record: MatchRecord = field(default_factory=lambda: MatchRecord(BACKGAMMON, scheduled()))

    def say(self, command: Command, actor: Actor = ANN) -> Happened:
        team = getattr(command, "team", "")
        given = MatchGiven(seed=bytes(32), players=PLAYERS.get(team, ()))
        step = decide(self.record, command, actor, given)
        self.record = step.record
        return step.happened

    def result(self, room: Room = Room.OPEN, game: int = 1) -> RoomResult | None:
        assert self.record.state is not None
        return self.record.state.results.get((game, room))


def line_up(team: str, was: cmd.LineUp | None = None, *, swapped: bool = False) -> cmd.SubmitLineUp:
    first, second = LINE_UPS[team]
    if swapped:
        first, second = second, first
    return cmd.SubmitLineUp(team=team, open_player=first, closed_player=second, was=was)


def planned() -> Match:
    """Compass's line-up is in, Rudder's is not."""
    match = Match()
    match.say(line_up("Compass"))
    return match


def started() -> Match:
    match = planned()
    match.say(line_up("Rudder"))
    return match


def begun() -> Match:
    """White has thrown 4:3 in the open room."""
    match = started()
    source = DiceSource.READER
    match.say(rd.DiceThrown(**AT, side=None, turn=1, dice=Roll(4, 3), source=source), BOARD)
    return match


def between_turns() -> Match:
    """White has played 4-3 in the open room."""
    match, start = begun(), BACKGAMMON.start()
    play = min(BACKGAMMON.legal_plays(start, Side.WHITE, Roll(4, 3), 1), key=repr)
    lying = BACKGAMMON.apply(start, Side.WHITE, play)
    at: dict[str, Any] = {**AT, "room": Room.OPEN, "side": Side.WHITE, "turn": 1}
    match.say(rd.PlayFinished(**at, position=lying), BOARD)
    return match


def played_out() -> Match:
    """White has resigned game 1 in the open room; nobody has confirmed it."""
    match = begun()
    at: dict[str, Any] = {**AT, "room": Room.OPEN, "turn": 1}
    match.say(rd.ResignationMade(**at, side=Side.WHITE, ending=Ending.RESIGNED), BOARD)
    match.say(rd.ResignationAnswered(**at, side=Side.RED, accepted=True), BOARD)
    return match


def finished() -> Match:
    """Every game cancelled by Ann and confirmed by Ben."""
    match = started()
    for game in range(1, 5):
        match.say(rd.CancelGame(game=game, attempt=1, reason="power cut"))
    for game in range(1, 5):
        for room in Room:
            match.say(confirmed(match, room, game), BEN)
    return match


def confirmed(match: Match, room: Room = Room.OPEN, game: int = 1) -> rd.ResultAgreed:
    seen = match.result(room, game)
    at: dict[str, Any] = {"game": game, "attempt": 1, "room": room}
    return rd.ResultAgreed(**at, side=Side.WHITE, seen=seen)


def corrected(match: Match, left: int = 9) -> rd.CorrectResult:
    how: dict[str, Any] = {"loser": Side.WHITE, "ending": Ending.BEAROFF, "left": left, "cube": 1}
    return rd.CorrectResult(**ORDER, **how, room=Room.OPEN, was=match.result())


def adjusted(match: Match) -> rd.AdjustScore:
    return rd.AdjustScore(**ORDER, room=Room.OPEN, home=0, away=90, was=match.result())


def roll_corrected(match: Match, dice: Roll = SIX_THREE) -> rd.CorrectRoll:
    assert match.record.state is not None
    key = match.record.state.last_thrown
    assert key is not None
    was = match.record.state.rolls[key].dice
    return rd.CorrectRoll(**ORDER, side=key.side, turn=key.turn, dice=dice, was=was)


def position_corrected(match: Match, away: int = 1) -> rd.CorrectPosition:
    """`away` of White's checkers stand a point further than they lie."""
    assert match.record.state is not None
    was = match.record.state.open.position
    white = list(was.white)
    white[6], white[5] = white[6] - away, white[5] + away
    position = Position(tuple(white), was.red)
    at: dict[str, Any] = {**ORDER, "room": Room.OPEN, "side": Side.RED, "turn": 1}
    return rd.CorrectPosition(**at, position=position, was=was)


def embargo(match: Match, now: Embargo = Embargo.LIVE) -> cmd.SetEmbargo:
    was = match.record.embargo_in_force
    return cmd.SetEmbargo(embargo=now, reason="the sponsor's stream", was=was)


def tail(match: Match) -> rd.SetTailDraw:
    assert isinstance(match.record.state, DuplicateState)
    was = match.record.state.tail_drawn
    return rd.SetTailDraw(**ORDER, drawn=not was, was=was)


def substitute(
    match: Match, player: PersonId = SUMMERS, was: PersonId = BROOK
) -> cmd.SeatSubstitute:
    return cmd.SeatSubstitute(**ORDER, team="Compass", room=Room.OPEN, player=player, was=was)


def signed(match: Match) -> cmd.SignProtocol:
    return cmd.SignProtocol(team="Compass", on_paper=BROOK, results=signed_results(match.record))


def handed_in(match: Match) -> cmd.SubmitLineUp:
    return line_up("Compass", cmd.LineUp(*LINE_UPS["Compass"]), swapped=True)


RESIGNED = RoomResult(loser=Side.WHITE, ending=Ending.RESIGNED, left=15, cube=1)
NINE_LEFT = RoomResult(loser=Side.WHITE, ending=Ending.BEAROFF, left=9, cube=1)
Made = Callable[[Match], Command]


@dataclass(frozen=True)
class Race:
    """A command made from a match as it stands, and one by somebody else that is faster."""

    match: Callable[[], Match]
    made: Made
    faster: Made
    values: tuple[object, object] | None = None


def _embargoed(match: Match) -> Command:
    return embargo(match, Embargo.AFTER_GAME)


RACES = {
    "confirm": Race(played_out, confirmed, corrected, (RESIGNED, NINE_LEFT)),
    "correct a result": Race(
        played_out, lambda m: corrected(m, 3), corrected, (RESIGNED, NINE_LEFT)
    ),
    "enter a result": Race(begun, lambda m: corrected(m, 3), corrected, (None, NINE_LEFT)),
    "adjust a score": Race(played_out, adjusted, corrected, (RESIGNED, NINE_LEFT)),
    "correct an opening": Race(
        begun, lambda m: roll_corrected(m, Roll(6, 1)), roll_corrected, (Roll(4, 3), Roll(6, 3))
    ),
    "correct an opening that was the other side's": Race(
        begun, roll_corrected, lambda m: roll_corrected(m, Roll(3, 4)), (Roll(4, 3), Roll(3, 4))
    ),
    "correct the position": Race(
        between_turns, position_corrected, lambda m: position_corrected(m, 2)
    ),
    "set the embargo": Race(started, embargo, _embargoed, (Embargo.LOCKSTEP, Embargo.AFTER_GAME)),
    "set the last rolls": Race(started, tail, tail, (TailRolls.THROWN, TailRolls.DRAWN)),
    "seat a substitute": Race(
        started,
        lambda m: substitute(m, SUMMERS),
        lambda m: substitute(m, SUMMERS),
        (BROOK, SUMMERS),
    ),
    "hand in a line-up": Race(
        planned, handed_in, handed_in, (cmd.LineUp(BROOK, FIELDS), cmd.LineUp(FIELDS, BROOK))
    ),
    "sign": Race(finished, signed, lambda m: replace(corrected(m), was=m.result())),
}


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_a_command_is_refused_with_both_values_once_somebody_else_has_changed_them(
    race: Race,
) -> None:
    match = race.match()
    made = race.made(match)
    match.say(race.faster(match), BEN)
    before = match.record
    with pytest.raises(ValuesChanged) as refused:
        match.say(made)
    assert match.record == before
    assert refused.value.was != refused.value.now
    if race.values:
        assert (refused.value.was, refused.value.now) == race.values


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_the_same_command_is_accepted_while_nothing_has_changed(race: Race) -> None:
    match = race.match()
    happened = match.say(race.made(match))
    assert happened
    assert not any(isinstance(event, ev.ReadingRefused) for event in happened)


@pytest.mark.parametrize("name", [name for name in RACES if name != "enter a result"])
def test_a_command_that_names_nothing_it_was_made_from_is_refused(name: str) -> None:
    match = RACES[name].match()
    made: Any = RACES[name].made(match)
    empty: dict[str, Any] = {"confirm": {"seen": None}, "sign": {"results": ()}}
    with pytest.raises(ValuesChanged):
        match.say(replace(made, **empty.get(name, {"was": None})))


def test_a_signature_is_shown_only_the_results_that_differ() -> None:
    match = finished()
    made = signed(match)
    match.say(corrected(match), BEN)
    with pytest.raises(ValuesChanged) as refused:
        match.say(made)
    assert refused.value.now == (cmd.SignedResult(1, Room.OPEN, NINE_LEFT),)
    with pytest.raises(MatchRefused, match="unconfirmed"):
        match.say(signed(match))


def test_a_captain_confirms_nothing_before_the_game_is_over_in_both_rooms() -> None:
    """Ruling 12: what they are answered is the same whether there is a result or not."""
    captain = Visitor(Role.CAPTAIN, PersonId("Brook"), match=match_id(1), team="Compass")
    answers: list[Happened] = []
    for match in (begun(), begun()):
        if answers:
            match.say(corrected(match))
        seen = NINE_LEFT
        given = rd.ResultAgreed(**AT, room=Room.OPEN, side=Side.WHITE, seen=seen)
        answers.append(match.say(given, captain))
    assert answers[0] == answers[1]
    (refused,) = answers[0]
    assert isinstance(refused, ev.ReadingRefused)
    assert refused.why is Refusal.NOTHING_TO_CONFIRM


@dataclass(frozen=True)
class Doing:
    """Somebody looks at the result, corrects or adjusts it, or confirms the one last looked at."""

    who: Visitor
    what: str
    left: int


PEOPLE = (
    ANN,
    BEN,
    Visitor(Role.DIRECTOR, PersonId("Cid")),
    Visitor(Role.OPERATOR, PersonId("Dot")),
)
DOINGS = st.builds(
    Doing,
    st.sampled_from(PEOPLE),
    st.sampled_from(["look", "correct", "adjust", "confirm", "look and confirm"]),
    st.integers(1, 3),
)


@given(st.lists(DOINGS, max_size=14))
def test_a_confirmation_is_of_the_result_it_was_given_for_and_never_by_whoever_entered_that(
    doings: list[Doing],
) -> None:
    match = played_out()
    looked: dict[str, RoomResult | None] = {}
    for each in doings:
        name, standing = each.who.by, match.result()
        assert match.record.state is not None
        before = match.record.state.standing(Room.OPEN, 1)
        if each.what.startswith("look"):
            looked[name] = standing
        if each.what == "look":
            continue
        command = _done(each, looked.get(name))
        try:
            happened = match.say(command, each.who)
        except (NotAllowed, RulesError):
            continue
        for event in happened:
            if isinstance(event, ev.ResultConfirmed):
                assert before is not None
                assert event.by != before.entered_by
                assert looked[name] == standing
                assert event.result == before.number
            if isinstance(event, ev.ResultCorrected):
                assert looked.get(name) == standing


def _done(doing: Doing, seen: RoomResult | None) -> Command:
    match doing.what:
        case "correct":
            how: dict[str, Any] = {"loser": Side.RED, "ending": Ending.BEAROFF, "cube": 1}
            order = {**ORDER, **how, "left": doing.left}
            return rd.CorrectResult(**order, room=Room.OPEN, was=seen)
        case "adjust":
            return rd.AdjustScore(**ORDER, room=Room.OPEN, home=doing.left * 10, away=0, was=seen)
        case _:
            return rd.ResultAgreed(**AT, room=Room.OPEN, side=Side.WHITE, seen=seen)
