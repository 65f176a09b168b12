"""Match protocols made from match records, and decisions about results, read from the event log."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from protocol_forms.any_form import AnyView
from protocol_forms.decided_notes import (
    NOTHING_DECIDED,
    ConfirmedBy,
    Decided,
    DecidedResult,
    DecidedResults,
    DifferingRoll,
    Place,
    ResultDecision,
    differing_notes,
)
from protocol_forms.labels import Say, in_english
from protocol_forms.match_play_form import MatchPlayHeading, match_play_view
from protocol_forms.match_protocol import match_protocol_view, tally_protocol_view
from protocol_forms.protocol_view import UNKNOWN_COURSE, MatchCourse, ProtocolHeading, Signature
from rules import events as ev
from rules.any_match import DuplicateState, MatchPlayState
from rules.match_play.protocol import MatchPlayProtocol, game_score
from rules.match_play.state import results
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import (
    Confirmations,
    RecordState,
)
from rules.scoring.tallies import TallyProtocol
from rules.scoring.teams import PerTeam, TeamPlace
from rules.scoring.terms import TERMS
from rules.tables.state import MatchInPlay, ResultStanding
from server.matches.match_record import MatchRecord
from server.values.naming import NO_NAMES, Names
from server.values.scored_match import AnyProtocol, ScoredResults


def protocol_view(
    record: MatchRecord,
    protocol: AnyProtocol,
    *,
    recorded: datetime,
    head: str,
    decided: DecidedResults = NOTHING_DECIDED,
    differing: Iterable[DifferingRoll] = (),
    say: Say = in_english,
    names: Names = NO_NAMES,
    lapsed: bool = False,
    course: MatchCourse = UNKNOWN_COURSE,
) -> AnyView:
    """Return a match protocol for display with its heading, for the operator or for the public.

    `recorded` is the time of the last event and `head` the ledger's last hash; both are shown once
    the match is over. `decided` has, for results that no board decided, who entered them, when and
    why. `differing` are rolls that the rooms played with different dice; only games with both
    rooms' results in `protocol` are shown. `say` translates the notes, `names` has the players'
    names. `lapsed` is True if the protocol is final even without signatures (ruling 32). `course`
    has where and when the match was played and who signed.
    """
    if isinstance(protocol, MatchPlayProtocol):
        of_two = replace(_match_play_heading(record, recorded, head, names), course=course)
        return _with_state(match_play_view(protocol, of_two, decided, say), protocol, lapsed)
    heading = replace(_heading(record, recorded, head, names), course=course)
    terms = TERMS[record.game.name]
    if isinstance(protocol, TallyProtocol):
        view = tally_protocol_view(protocol, heading, terms, decided, say)
    else:
        view = match_protocol_view(protocol, heading, terms, decided, say)
    both = Counter(result.game for result in protocol.results)
    rolls = [roll for roll in differing if both[roll.game] == len(Room)]
    view = replace(view, notes=(*view.notes, *differing_notes(rolls, say)))
    return _with_state(view, protocol, lapsed)


def _with_state(view: AnyView, protocol: AnyProtocol, lapsed: bool) -> AnyView:
    """Return the view, marked as lapsed if the protocol has lapsed.

    A protocol has lapsed if it became final by time although signatures are missing.
    """
    if lapsed and protocol.complete and protocol.state is RecordState.PROVISIONAL:
        return replace(view, state=RecordState.LAPSED.value)
    return view


def match_protocol(record: MatchRecord) -> AnyProtocol:
    """Return the scored protocol of a match as it stands: games in order, the open room first."""
    state = record.state
    if isinstance(state, MatchPlayState):
        return _match_play_protocol(record, state)
    assert isinstance(record.scheduled, ev.MatchScheduled)
    played = {} if state is None else state.results
    scored = ScoredResults(record.scheduled, played, record.adjusted)
    confirmations = Confirmations() if state is None else _confirmations(record, state)
    return scored.protocol(record.openings, record.cancelled, confirmations)


def _match_play_protocol(record: MatchRecord, state: MatchPlayState) -> MatchPlayProtocol:
    sides = dict(zip(record.teams, (Side.WHITE, Side.RED), strict=True))
    games = (game_score(line, record.openings.get(line.game)) for line in results(state))
    return MatchPlayProtocol(
        score=state.score,
        games=tuple(games),
        complete=state.over,
        confirmed=not state.unconfirmed,
        signed=frozenset(sides[name] for name in record.signed),
    )


def _confirmations(record: MatchRecord, state: DuplicateState) -> Confirmations:
    """Return who has confirmed the results: rooms, and the teams that have signed (ruling 15).

    A room has confirmed once the match is over and none of the room's results is unconfirmed.
    """
    waiting = {room for _, room in state.unconfirmed}
    rooms = frozenset(room for room in Room if state.over and room not in waiting)
    places = zip(record.teams, (TeamPlace.HOME, TeamPlace.AWAY), strict=True)
    return Confirmations(rooms, frozenset(place for team, place in places if team in record.signed))


def _match_play_heading(
    record: MatchRecord, recorded: datetime, head: str, names: Names
) -> MatchPlayHeading:
    white, red = map(names.by, record.teams)
    return MatchPlayHeading(
        white=white,
        red=red,
        game_name=record.game.name,
        event=record.scheduled.event,
        match=str(record.scheduled.number),
        trial=record.scheduled.trial,
        recorded=printed_time(recorded) if record.is_over else "",
        ledger_head=head if record.is_over else "",
    )


def printed_time(moment: datetime) -> str:
    """Return a time as forms print it, by the hall's clock, such as "2026-11-24 04:00 UTC+2".

    The hall's time zone is that of the server's machine.
    """
    local = moment.astimezone()
    ahead = local.strftime("%z")  # such as +0200
    hours, minutes = ahead[:3], ahead[3:5]
    zone = "" if ahead == "+0000" else f"{'−' if hours[0] == '-' else '+'}{int(hours[1:])}"
    return f"{local:%Y-%m-%d %H:%M} UTC{zone}" + (f":{minutes}" if minutes != "00" else "")


def _heading(record: MatchRecord, recorded: datetime, head: str, names: Names) -> ProtocolHeading:
    scheduled = record.scheduled
    assert isinstance(scheduled, ev.MatchScheduled)
    return ProtocolHeading(
        teams=PerTeam(scheduled.home, scheduled.away),
        event=scheduled.event,
        match=str(scheduled.number),
        players=_players(record, names),
        roll_sets=tuple(
            number
            for game in range(1, scheduled.games + 1)
            if (number := record.roll_set_of(game)) is not None
        ),
        trial=scheduled.trial,
        recorded=printed_time(recorded) if record.is_over else "",
        ledger_head=head if record.is_over else "",
    )


def _players(record: MatchRecord, names: Names) -> dict[tuple[Room, Side], tuple[str, ...]]:
    if record.started is None:
        return {}
    home, away = record.started.home, record.started.away
    seated = {
        (Room.OPEN, Side.WHITE): (home.name, home.open_player),
        (Room.OPEN, Side.RED): (away.name, away.open_player),
        (Room.CLOSED, Side.RED): (home.name, home.closed_player),
        (Room.CLOSED, Side.WHITE): (away.name, away.closed_player),
    }
    return {
        (room, side): (names.of(first), *_substitutes(record, team, room, names))
        for (room, side), (team, first) in seated.items()
    }


def _substitutes(record: MatchRecord, team: str, room: Room, names: Names) -> list[str]:
    """Return the players who took that seat later, each with the number of their first game."""
    return [
        f"{names.of(seated.player)} ({seated.game}–)"
        for seated in record.substitutes
        if (seated.team, seated.room) == (team, room)
    ]


def decided_results(
    state: MatchInPlay | None,
    recorded: Iterable[tuple[ev.Event, datetime]],
    names: Names = NO_NAMES,
    deadline: datetime | None = None,
) -> DecidedResults:
    """Return the decisions about results that were entered by hand, keyed by game and room.

    `recorded` are the match's events with their times. `names` returns the names of those who
    decided. A decision after the `deadline` is late (ruling 32).
    """
    if state is None:
        return {}
    steps: dict[Place, list[Decided]] = {}
    on_paper: dict[int, str] = {}
    for event, moment in recorded:
        match event:
            case ev.PlayedOnPaper():
                on_paper[event.game] = event.reason
            case ev.GameStarted() | ev.GameFinished() | ev.TurnReopened():
                if isinstance(event, ev.GameStarted):
                    on_paper.pop(event.game, None)
                for place in _places(event):
                    steps[place] = _of_earlier_attempts(steps.get(place, []))
            case ev.ResultEntered() | ev.ResultCorrected() | ev.GameCancelled() | ev.GameVoided():
                decided = _decided(event, moment, names, on_paper.get(event.game))
                late = deadline is not None and moment > deadline
                for place in _places(event):
                    steps.setdefault(place, []).append(replace(decided, late=late))
    return {
        place: _with_confirmation(decisions, state.standings.get(place), names)
        for place, decisions in steps.items()
        if decisions
    }


def _of_earlier_attempts(decisions: list[Decided]) -> list[Decided]:
    """Return those decisions that voided the game.

    When the game is begun anew, only these decisions are still shown.
    """
    return [decided for decided in decisions if decided.how is ResultDecision.VOIDED]


def _places(event: ev.GameEvent) -> Iterator[Place]:
    rooms = (event.room,) if isinstance(event, ev.RoomEvent) else tuple(Room)
    return ((event.game, room) for room in rooms)


def _decided(
    event: ev.ResultEntered | ev.ResultCorrected | ev.GameCancelled | ev.GameVoided,
    moment: datetime,
    names: Names,
    on_paper: str | None,
) -> Decided:
    """Return the decision in an event. `on_paper` is the reason if the game was played on paper."""
    by = names.by(event.by)
    when = printed_time(moment)
    match event:
        case ev.ResultEntered() if on_paper is not None:
            return Decided(ResultDecision.ON_PAPER, by, when, on_paper)
        case ev.ResultEntered():
            return Decided(ResultDecision.BY_HAND, by, when)
        case ev.GameCancelled():
            return Decided(ResultDecision.CANCELLED, by, when, event.reason)
        case ev.GameVoided():
            number = event.next_roll_set
            return Decided(ResultDecision.VOIDED, by, when, event.reason, next_roll_set=number)
        case ev.ResultCorrected():
            how = ResultDecision.CORRECTED if event.adjusted is None else ResultDecision.ADJUSTED
            return Decided(how, by, when, event.reason)


def _with_confirmation(
    decided: list[Decided], standing: ResultStanding | None, names: Names
) -> DecidedResult:
    """Return the decisions about a result together with its confirmation.

    There is no confirmation if a board ended the game, or if the game is to be played again.
    """
    if standing is None or not any(each.how is not ResultDecision.VOIDED for each in decided):
        return DecidedResult(tuple(decided))
    confirmed = ConfirmedBy.NOBODY
    if standing.account:
        confirmed = ConfirmedBy.ACCOUNT
    elif standing.players == frozenset(Side):
        confirmed = ConfirmedBy.PLAYERS
    elif standing.confirmed:
        confirmed = ConfirmedBy.CAPTAINS
    return DecidedResult(tuple(decided), confirmed, names.by(standing.account))


_Place = tuple[int, Side, int, Room]


def differing_rolls(
    recorded: Iterable[tuple[ev.Event, datetime]], names: Names = NO_NAMES
) -> tuple[DifferingRoll, ...]:
    """Return the turns that the rooms played with different dice, in the order of games and turns.

    Only games that count are included. `recorded` are the match's events with their times, `names`
    returns the names of those who decided.
    """
    standing: dict[_Place, DifferingRoll] = {}
    for event, moment in recorded:
        match event:
            case ev.RollStands():
                standing.pop(_place(event), None)
                if not event.dice.same_dice(event.relayed):
                    standing[_place(event)] = _differing(event, moment, names)
            case ev.TurnReopened():
                standing.pop(_place(event), None)
            case ev.GameVoided():
                standing = {
                    place: each for place, each in standing.items() if place[0] != event.game
                }
            case ev.MatchShortened():
                standing = {
                    place: each for place, each in standing.items() if place[0] <= event.games
                }
    return tuple(sorted(standing.values(), key=_order))


def _place(event: ev.TurnEvent) -> _Place:
    return event.game, event.side, event.turn, event.room


def _order(roll: DifferingRoll) -> tuple[int, int, bool, bool]:
    return roll.game, roll.turn, roll.side is Side.RED, roll.room is Room.CLOSED


def _differing(event: ev.RollStands, moment: datetime, names: Names) -> DifferingRoll:
    return DifferingRoll(
        game=event.game,
        side=event.side,
        turn=event.turn,
        room=event.room,
        dice=event.dice,
        relayed=event.relayed,
        by=names.by(event.by),
        when=printed_time(moment),
        reason=event.reason,
    )


def match_course(
    recorded: Iterable[tuple[ev.Event, datetime]], names: Names = NO_NAMES, place: str = ""
) -> MatchCourse:
    """Return the day, place and signatures of a match. `recorded` are its events with their times.

    `place` is where the tournament is held. The day is that of the first game, in the server's time
    zone. A decision about a result, or a shortening of the match, makes earlier signatures void.
    """
    played, replaces = "", ""
    signed: dict[str, Signature] = {}
    for event, moment in recorded:
        match event:
            case ev.GameStarted() if not played:
                played = moment.astimezone().date().isoformat()
            case ev.MatchSigned():
                by = names.by(event.by)
                signed.pop(event.team, None)
                given = Signature(team=event.team, by=by, when=printed_time(moment))
                signed[event.team] = given
            case ev.ResultCorrected() | ev.MatchShortened():
                if len(signed) == _BOTH:
                    replaces = list(signed.values())[-1].when
                signed.clear()
    signatures = tuple(signed.values())
    return MatchCourse(played=played, place=place, signatures=signatures, replaces=replaces)


_BOTH = 2
