"""Doubles, resignations and claims that a game has ended (ruling 3).

At a table that does not record positions, one side claims that the game has ended and the other
side agrees. The winner claims to have borne off all checkers, or the loser claims to pass or
resign. Each claim gives the number of the loser's checkers not borne off, because no recorded
position shows it (ruling 3). A claim alone never ends a game.
"""

from rules import events as ev
from rules.events import Refusal
from rules.games.game import Game
from rules.position import CHECKERS, Side
from rules.room import Ending
from rules.scoring.scales import left_refusals
from rules.tables import readings as rd
from rules.tables.fold import fold
from rules.tables.points import roll_counts, tally_of_resignation
from rules.tables.refused import Refused, check_turn_in_progress
from rules.tables.state import EndClaim, MatchInPlay, Phase, TableState, at_table, at_turn
from rules.tables.turns import (
    accept_lying_play,
    check_no_offer,
    check_own_turn,
    opponents_play_is_stored,
    turn_played,
)

RESIGNATIONS = (Ending.RESIGNED, Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON)


def doubled(game: Game, state: MatchInPlay, reading: rd.Doubled) -> list[ev.Event]:
    """Return the events of a double before the throw.

    If the opponent's last play does not fit the roll and was questioned for this reason, the double
    also accepts that play (ruling 7). Raises Refused if no double is possible now.
    """
    check_no_offer(state.table(reading.room))
    accepted = accept_lying_play(game, state, reading.room, reading.side)
    table = fold(game, state, accepted).table(reading.room)
    key = check_own_turn(table, reading)
    if not opponents_play_is_stored(table):
        raise Refused(Refusal.PLAY_UNFINISHED)
    if table.declared:
        raise Refused(Refusal.NOT_NOW)
    _check_cube(table, reading, state.cube_limit(game, state.game))
    where = at_turn(state, reading.room, key)
    return [*accepted, ev.DoubleOffered(**where, cube=table.cube.proposed)]


def _check_cube(table: TableState, reading: rd.Doubled, limit: int) -> None:
    if not limit:
        raise Refused(Refusal.NO_CUBE)
    if table.cube.owner not in (None, reading.side):
        raise Refused(Refusal.CUBE_NOT_YOURS)
    if table.cube.proposed > limit:
        raise Refused(Refusal.CUBE_AT_LIMIT)


def double_answered(state: MatchInPlay, reading: rd.DoubleAnswered) -> list[ev.Event]:
    """Return the events of the answer to a double.

    If the double is taken, the cube is doubled and owned by the taker. If the double is passed, the
    game is lost at the cube's value before the double. Raises Refused for a pass at a table that
    does not record positions: there the loser has to claim it, with the number of checkers left.
    """
    table = state.table(reading.room)
    if table.resigning is not None:
        raise Refused(Refusal.RESIGNATION_PENDING)
    key = table.current
    if table.phase is not Phase.DOUBLED or key is None:
        raise Refused(Refusal.NOT_NOW)
    if reading.side is key.side:
        raise Refused(Refusal.NOT_YOUR_TURN)
    check_turn_in_progress(table, reading)
    where = at_turn(state, reading.room, key)
    if reading.taken:
        return [ev.DoubleTaken(**where, cube=table.cube.proposed)]
    if not table.recorded:
        raise Refused(Refusal.COUNT_NEEDED)
    finished = ev.GameFinished(
        **at_table(state, reading.room),
        loser=reading.side,
        ending=Ending.PASS,
        left=table.position.left(reading.side),
        cube=table.cube.value,
        owner=table.cube.owner,
        proposer=key.side,
    )
    return [ev.DoublePassed(**where, cube=table.cube.proposed), finished]


def resignation_made(game: Game, state: MatchInPlay, reading: rd.ResignationMade) -> list[ev.Event]:
    """Return the event by which a side offers to lose the game.

    A gammon can be resigned only if all fifteen checkers are left and the game counts gammons.
    Raises Refused at a table that does not record positions: there the loser has to claim the end,
    with the number of checkers left.
    """
    table = state.table(reading.room)
    check_no_offer(table)
    if table.phase in (Phase.OPENING, Phase.FINISHED) or reading.ending not in RESIGNATIONS:
        raise Refused(Refusal.NOT_NOW)
    check_turn_in_progress(table, reading)
    if not table.recorded:
        raise Refused(Refusal.COUNT_NEEDED)
    single = reading.ending is Ending.RESIGNED
    on = table.position.left(reading.side)
    if reading.ending not in game.endings or not (single or on == CHECKERS):
        raise Refused(Refusal.NO_GAMMON_POSSIBLE)
    where = at_table(state, reading.room)
    return [ev.ResignationOffered(**where, side=reading.side, ending=reading.ending)]


def resignation_answered(
    game: Game, state: MatchInPlay, reading: rd.ResignationAnswered
) -> list[ev.Event]:
    """Return the events of the answer to a resignation.

    If the resignation is refused, the game goes on unchanged. If it is accepted, the game ends as
    offered.
    """
    table = state.table(reading.room)
    if table.resigning is None:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    side, ending = table.resigning
    if reading.side is side:
        raise Refused(Refusal.NOT_YOUR_TURN)
    check_turn_in_progress(table, reading)
    where = at_table(state, reading.room)
    if not reading.accepted:
        return [ev.ResignationRefused(**where, side=side)]
    finished = ev.GameFinished(
        **where,
        loser=side,
        ending=ending,
        left=table.position.left(side),
        cube=table.cube.value,
        owner=table.cube.owner,
        tally=tally_of_resignation(game, table, side),
    )
    return [ev.GameResigned(**where, side=side, ending=ending), finished]


def end_claimed(game: Game, state: MatchInPlay, reading: rd.EndClaimMade) -> list[ev.Event]:
    """Return the event of a claim that the game has ended; the claim then waits for an answer.

    A claim to have borne off all checkers is made during the play, or after the play but before the
    opponent has thrown. A claim to pass is made while the double waits for its answer. Raises
    Refused at any other time.
    """
    table = state.table(reading.room)
    if table.recorded:
        raise Refused(Refusal.POSITION_NEEDED)
    if table.phase in (Phase.OPENING, Phase.FINISHED):
        raise Refused(Refusal.NOT_NOW)
    check_turn_in_progress(table, reading)
    if reading.ending is Ending.PASS:
        _check_passes(table, reading.side)
    elif table.phase is Phase.DOUBLED:
        raise Refused(Refusal.DOUBLE_PENDING)
    elif reading.ending not in RESIGNATIONS:
        _check_has_borne_off(state, table, reading.side)
    if reading.ending not in game.endings or any(left_refusals(reading.ending, reading.left)):
        raise Refused(Refusal.NO_SUCH_END)
    where = at_table(state, table.room)
    return [ev.EndClaimed(**where, side=reading.side, ending=reading.ending, left=reading.left)]


def _check_passes(table: TableState, side: Side) -> None:
    if table.phase is not Phase.DOUBLED:
        raise Refused(Refusal.NOT_NOW)
    if table.on_turn is side:
        raise Refused(Refusal.NOT_YOUR_TURN)


def _check_has_borne_off(state: MatchInPlay, table: TableState, side: Side) -> None:
    """Raise Refused if the side cannot claim now to have borne off its last checker.

    A side can claim it while it plays with dice that count, or after its play until the opponent
    has thrown.
    """
    plays_now = table.phase is Phase.MOVE
    if (table.on_turn is side) is not plays_now:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if plays_now and not roll_counts(state, table):
        raise Refused(Refusal.DICE_UNCONFIRMED)


def end_answered(state: MatchInPlay, reading: rd.ResignationAnswered) -> list[ev.Event]:
    """Return the events of the answer to a claim that the game has ended.

    If the claim is refused, the game goes on unchanged. If it is accepted, the game ends as
    claimed.
    """
    table = state.table(reading.room)
    claim = table.claim
    assert claim is not None
    if reading.side is claim.side:
        raise Refused(Refusal.NOT_YOUR_TURN)
    check_turn_in_progress(table, reading)
    if not reading.accepted:
        return [ev.EndRefused(**at_table(state, table.room), side=claim.side)]
    return [*_before_the_end(state, table, claim), _finished(state, table, claim)]


def _before_the_end(state: MatchInPlay, table: TableState, claim: EndClaim) -> list[ev.Event]:
    """Return the events of the act by which the claimant says the game ended.

    The act is a play, a pass or a resignation. At a table that records positions, the same events
    come before the GameFinished.
    """
    key = table.current
    assert key is not None
    if claim.ending is Ending.PASS:
        where = at_turn(state, table.room, key)
        return [ev.DoublePassed(**where, cube=table.cube.proposed)]
    if claim.ending in RESIGNATIONS:
        where = at_table(state, table.room)
        return [ev.GameResigned(**where, side=claim.side, ending=claim.ending)]
    return [turn_played(state, table, key)] if table.phase is Phase.MOVE else []


def _finished(state: MatchInPlay, table: TableState, claim: EndClaim) -> ev.GameFinished:
    lost = claim.ending is Ending.PASS or claim.ending in RESIGNATIONS
    return ev.GameFinished(
        **at_table(state, table.room),
        loser=claim.side if lost else claim.side.opponent,
        ending=claim.ending,
        left=claim.left,
        cube=table.cube.value,
        owner=table.cube.owner,
        proposer=table.on_turn if claim.ending is Ending.PASS else None,
    )
