"""Position sheets and roll slips of a match as it is now, to continue the match on paper.

A position sheet has the position at a table and what else its players know: their clocks, and the
score of games that are public because they are over in both rooms (rulings 7, 12 and 30). A roll
slip brings one roll to the closed room.
"""

from collections.abc import Iterable

from protocol_forms.board_drawing import facing_of
from protocol_forms.sheets.hall_sheets import RollSlip, blank_slips, roll_slips
from protocol_forms.sheets.position_sheets import PositionSheet, position_sheets
from protocol_forms.writers.sheet import Sheet
from rules.any_match import AnyMatchState, DuplicateState
from rules.clocks import milliseconds
from rules.errors import MatchRefused
from rules.events import Clocks, MatchScheduled
from rules.identities import MatchId
from rules.match_play.protocol import MatchPlayProtocol
from rules.position import Side
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.tables.paper import needs_opening, next_turns
from rules.tables.state import Phase, TableState
from rules.text import N_
from server.access import Sight, Visitor
from server.hall import Hall
from server.live.hub import LiveHub
from server.live.snapshot import public_protocol
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.views.match.values import SideClock, persons_in, teams_in
from server.views.printable import FormContext, Printable, Scope
from server.views.rounds.prints import matches_of_round
from server.words.game_words import ending_words, offer_words, result_words, side_words
from server.words.translation import Words

TURNS = 30
"""The number of turns of each side for which a pack has roll slips (our choice).

Most games are shorter.
"""
_PLAYED = "a match that is being played"
_TWO_ROOMS = "a match of two rooms"


def open_sheet(context: FormContext) -> Sheet:
    """Return the position sheet of a match's open room or single table.

    Raises MatchRefused if the match is not being played.
    """
    return _of_match(context, Room.OPEN)


def closed_sheet(context: FormContext) -> Sheet:
    """Return the position sheet of a match's closed room.

    Raises MatchRefused if the match is not being played in two rooms.
    """
    return _of_match(context, Room.CLOSED)


def open_sheets_of_round(context: FormContext) -> Sheet:
    """Return the position sheets of the open rooms of a round's matches.

    Raises MatchRefused if none of them is being played.
    """
    return _of_round(context, Room.OPEN)


def closed_sheets_of_round(context: FormContext) -> Sheet:
    """Return the position sheets of the closed rooms of a round's matches.

    Raises MatchRefused if none of them is being played.
    """
    return _of_round(context, Room.CLOSED)


def _of_match(context: FormContext, room: Room) -> Sheet:
    made = [position_sheet(context.hall, context.hub, context.match, room, context.words)]
    return position_sheets(made, context.words.gettext, context.words.code)


def _of_round(context: FormContext, room: Room) -> Sheet:
    matches = matches_of_round(context.tournament, context.part)
    made = sheets_of(context.hall, context.hub, matches, room, context.visitor, context.words)
    if not made:
        raise MatchRefused("round", context.part.round or "", _PLAYED)
    return position_sheets(made, context.words.gettext, context.words.code)


def sheets_of(
    hall: Hall,
    hub: LiveHub,
    matches: Iterable[MatchId],
    room: Room,
    visitor: Visitor,
    words: Words,
) -> list[PositionSheet]:
    """Return the position sheets of those matches that are being played in that room.

    Matches in which the visitor plays are left out: of these, players see only what they have
    watched (ruling 34).
    """
    in_play, sheets = hall.registry.in_play(), list[PositionSheet]()
    for match_id in matches:
        if match_id not in in_play or not is_played(in_play[match_id].record, room):
            continue
        if hall.sight(visitor, match_id) is not Sight.BY_ROLE:
            continue
        if room is Room.OPEN:
            hall.open_room_shown(visitor, match_id)
        sheets.append(position_sheet(hall, hub, match_id, room, words))
    return sheets


def is_played(record: MatchRecord, room: Room) -> bool:
    """Return True if the match has begun, is not over, and has a table in that room."""
    return record.state is not None and not record.is_over and room in record.rooms


def position_sheet(
    hall: Hall, hub: LiveHub, match_id: MatchId, room: Room, words: Words
) -> PositionSheet:
    """Return the position sheet of a table as it is now.

    Raises MatchRefused if the match is not being played in that room.
    """
    process, names = hall.match(match_id), hall.names(words.code)
    record, state = process.record, process.record.state
    if state is None or not is_played(record, room):
        raise MatchRefused("match", match_id, _PLAYED)
    table = state.table(room)
    seated = {side: names.of(each) for side, each in persons_in(record, room).items()}
    teams = {side: names.by(team) for side, team in teams_in(record, room).items()}
    return PositionSheet(
        place=_place(record, state, names.match(match_id).label, words),
        event=record.scheduled.event,
        room=room if len(record.rooms) > 1 else None,
        turn=_turn(record, state, table, words),
        facts=tuple(_facts(hall, hub, process, state, table, seated, words)),
        position=table.position if table.recorded else None,
        cube=table.cube,
        names=(_named(seated, teams, Side.WHITE), _named(seated, teams, Side.RED)),
        facing=facing_of(record.game),
    )


def _named(seated: dict[Side, str], teams: dict[Side, str], side: Side) -> str:
    return seated[side] if seated[side] == teams[side] else f"{seated[side]} ({teams[side]})"


def _place(record: MatchRecord, state: AnyMatchState, label: str, words: Words) -> str:
    parts = [
        words.gettext("Match %(number)s", number=label),
        words.gettext("game %(game)s", game=state.game),
    ]
    number = record.roll_set_of(state.game)
    if number is not None:
        parts.append(words.gettext("set of rolls no. %(number)s", number=number))
    return ", ".join(parts)


def _turn(record: MatchRecord, state: AnyMatchState, table: TableState, words: Words) -> str:
    """Return a sentence on whose turn it is and what they have to do, as the table knows it."""
    key, sides = table.current, {side: side_words(words, side) for side in Side}
    if table.result is not None:
        return words.gettext("This game is over at this table.")
    if table.resigning is not None:
        offered = offer_words(table.resigning[1], record.game.name, words)
        side = sides[table.resigning[0]]
        return words.gettext(
            "%(side)s: %(offer)s; the answer is still to come.", side=side, offer=offered
        )
    if table.claim is not None:
        ending = ending_words(table.claim.ending, record.game.name, words)
        side = sides[table.claim.side]
        claim = {"side": side, "ending": ending, "left": table.claim.left}
        return words.gettext(
            "%(side)s claims that the game is over: %(ending)s, %(left)s left. The answer is still "
            "to come.",
            **claim,
        )
    if key is None:
        return words.gettext("Before the opening throw.")
    named = {"side": sides[key.side], "turn": key.turn}
    match table.phase:
        case Phase.DOUBLED:
            return words.gettext(
                "%(side)s has doubled to %(cube)s before turn %(turn)s; the answer is still to "
                "come.",
                cube=table.cube.proposed,
                **named,
            )
        case Phase.MOVE | Phase.QUESTIONED:
            return words.gettext(
                "%(side)s plays %(dice)s, turn %(turn)s.", dice=state.rolls[key].dice, **named
            )
        case Phase.DECLARED:
            return words.gettext(
                "%(side)s is ready: the roll of turn %(turn)s comes next.", **named
            )
        case _:
            return words.gettext(
                "%(side)s is on turn: the roll of turn %(turn)s comes next.", **named
            )


def _facts(
    hall: Hall,
    hub: LiveHub,
    process: MatchProcess,
    state: AnyMatchState,
    table: TableState,
    seated: dict[Side, str],
    words: Words,
) -> Iterable[tuple[str, str]]:
    record = process.record
    if table.result is not None:
        result = result_words(words, table.result, seated, record.game.name)
        yield words.gettext("Result"), result
    yield words.gettext("Cube"), _cube(record, state, table, words)
    if table.count is not None:
        counted = (table.count.score(side) for side in Side)
        standing = [
            f"{side_words(words, side)} {s.holes} / {s.points}"
            for side, s in zip(Side, counted, strict=True)
        ]
        yield words.gettext("Trous / points"), " · ".join(standing)
    score = _score(hall, hub, record, words)
    if score:
        yield words.gettext("Score of games that are over"), score
    clocks = process.clocks
    if clocks is not None and clocks.setting.clocks is not Clocks.OFF:
        clock = clocks.tables[table.room].at(milliseconds(hall.now()))
        used = {side: clocks.reserve_ms - clock.used(side) for side in Side}
        left = {side: SideClock(ms).text for side, ms in used.items()}
        remaining = " · ".join(f"{side_words(words, side)} {left[side]}" for side in Side)
        yield words.gettext("Clocks"), remaining
    yield words.gettext("As of"), words.moment(hall.now())


def _cube(record: MatchRecord, state: AnyMatchState, table: TableState, words: Words) -> str:
    if not state.cube_limit(record.game, state.game):
        return words.gettext("none in this game")
    if table.cube.owner is None:
        return words.gettext("%(cube)s, in the middle", cube=table.cube.value)
    owner = side_words(words, table.cube.owner)
    return words.gettext("%(cube)s, owned by %(side)s", cube=table.cube.value, side=owner)


def _score(hall: Hall, hub: LiveHub, record: MatchRecord, words: Words) -> str:
    """Return the score that everybody may know, empty before a game is over in every room."""
    now = hub.snapshot(record.match_id)
    if now is None or not now.results:
        return ""
    scored, names = public_protocol(now), hall.names(words.code)
    home, away = map(names.by, record.teams)
    match scored:
        case MatchPlayProtocol():
            sums, unit = (scored.score.white, scored.score.red), ""
        case MatchProtocol():
            sums, unit = (scored.imp.home, scored.imp.away), " IMP"
        case _:
            sums, unit = (scored.tally.home, scored.tally.away), ""
    return f"{home} {sums[0]} – {sums[1]} {away}{unit}"


def slips(context: FormContext) -> Sheet:
    """Return a pack of empty roll slips for the game that the context names.

    If the context names no game, the slips are for the present game, or for the first game of a
    match that has not begun. For the game being played, the pack begins after the turns that were
    thrown at a board. Raises MatchRefused for a match at one table, where no rolls are carried.
    """
    record = _of_two_rooms(context)
    state = record.state
    game = context.part.game or (state.game if state is not None else 1)
    opening, first = record.game.opening_is_played, dict.fromkeys(Side, 1)
    if state is not None and game == state.game:
        opening, first = needs_opening(record.game, state), next_turns(state)
    pack = blank_slips(first, max(first.values()) + TURNS - 1, opening=opening)
    return _slips(context, record, game, pack)


def slips_to_carry(context: FormContext) -> Sheet:
    """Return roll slips with the rolls that were thrown but have not reached the closed room.

    Somebody who does not belong to the closed room must carry the slips there. Raises MatchRefused
    if there are no such rolls.
    """
    record = _of_two_rooms(context)
    waiting = () if record.state is None else rolls_to_carry(record.state)
    if not waiting or record.state is None:
        raise MatchRefused("match", context.match, "a match with rolls to be carried")
    return _slips(context, record, record.state.game, waiting)


def rolls_to_carry(state: AnyMatchState) -> tuple[RollSlip, ...]:
    """Return the current game's rolls, as thrown, that have not been released to the closed room.

    Return nothing once the closed room's game is over, because it needs no more rolls.
    """
    if not isinstance(state, DuplicateState) or state.closed.result is not None:
        return ()
    rolls = state.rolls.items()
    return tuple(RollSlip(key.side, key.turn, r.dice) for key, r in rolls if not r.released)


def _of_two_rooms(context: FormContext) -> MatchRecord:
    record = context.hall.match(context.match).record
    if not isinstance(record.scheduled, MatchScheduled):
        raise MatchRefused("match", context.match, _TWO_ROOMS)
    return record


def _slips(context: FormContext, record: MatchRecord, game: int, pack: Iterable[RollSlip]) -> Sheet:
    words = context.words
    label = context.hall.names().match(record.match_id).label
    place = ", ".join(
        (
            words.gettext("Match %(number)s", number=label),
            words.gettext("game %(game)s", game=game),
        )
    )
    return roll_slips(place, record.scheduled.event, tuple(pack), words.gettext, words.code)


PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="position-sheet-open",
        title=N_("Position sheet of the open room, to continue on paper"),
        scope=Scope.MATCH,
        make=open_sheet,
    ),
    Printable(
        kind="position-sheet-closed",
        title=N_("Position sheet of the closed room, to continue on paper"),
        scope=Scope.MATCH,
        make=closed_sheet,
    ),
    Printable(
        kind="position-sheets-open",
        title=N_("Position sheets of a round's open rooms"),
        scope=Scope.ROUND,
        make=open_sheets_of_round,
    ),
    Printable(
        kind="position-sheets-closed",
        title=N_("Position sheets of a round's closed rooms"),
        scope=Scope.ROUND,
        make=closed_sheets_of_round,
    ),
    Printable(
        kind="roll-slips",
        title=N_("Roll slips for a runner"),
        scope=Scope.MATCH,
        make=slips,
    ),
    Printable(
        kind="rolls-to-carry",
        title=N_("Rolls to carry to the closed room"),
        scope=Scope.MATCH,
        make=slips_to_carry,
    ),
)
