"""How a game ends at a table whose positions are not recorded: one side says it, the other agrees.

The winner says that he has borne off all his checkers, the loser that he passes or resigns, each
with the loser's checkers not borne off, which no position shows (ruling 3). No word of one player
alone ends a game (ours).
"""

from rules import events as ev
from rules.ending import Ending
from rules.events import Refusal
from rules.games.game import Game
from rules.scoring.smp import left_refusals
from rules.side import Side
from rules.tables import readings as rd
from rules.tables.cube_actions import RESIGNATIONS
from rules.tables.facts import at_table, at_turn
from rules.tables.points import roll_counts
from rules.tables.refused import Refused, check_turn_in_progress
from rules.tables.state import EndClaim, MatchInPlay, Phase, TableState
from rules.tables.turns import turn_played


def end_claimed(game: Game, state: MatchInPlay, reading: rd.EndClaimMade) -> list[ev.Event]:
    """A claim that waits for the opponent's answer, or Refused.

    All checkers are borne off by the play that is being made, or by the last one before the
    opponent has thrown; a double is passed while it waits for its answer.
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
    """Only whoever played last can have; what his dice were must be beyond doubt."""
    plays_now = table.phase is Phase.MOVE
    if (table.on_turn is side) is not plays_now:
        raise Refused(Refusal.NOT_YOUR_TURN)
    if plays_now and not roll_counts(state, table):
        raise Refused(Refusal.DICE_UNCONFIRMED)


def end_answered(state: MatchInPlay, reading: rd.ResignationAnswered) -> list[ev.Event]:
    """Refused: nothing has changed. Accepted: the game ends as claimed."""
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
    """What ends the game, told as it is where positions are recorded."""
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
