"""Results entered by hand or corrected, and the right to confirm them (rulings 3, 11 and 15)."""

from collections.abc import Iterator

from rules import events as ev
from rules.dice import Roll
from rules.errors import MatchRefused, RulesError
from rules.events import Confirmer, Refusal
from rules.games.game import Game
from rules.position import Side
from rules.room import Ending, Room
from rules.scoring.scales import ScoreRefused, cube_refusals, left_refusals
from rules.tables import readings as rd
from rules.tables.points import check_tally
from rules.tables.refused import Refused
from rules.tables.state import MatchInPlay, Phase, ResultStanding
from rules.text import N_

_BEGUN = N_("a game not yet begun at this table: the director ends one that has begun")
_KNOWN = {
    Room.OPEN: N_(
        "a game without a result in the open room: the director corrects an existing one"
    ),
    Room.CLOSED: (
        N_("a game without a result in the closed room: the director corrects an existing one")
    ),
}
_TWO_DICE = N_("two different dice, White's first: equal ones are thrown again")
_OTHER_OPENING = N_("%(dice)s, as in the other room of game %(game)s")
_OPENING_KNOWN = N_("nothing: the opening throw of game %(game)s is among its rolls")
_NO_CUBE = N_("1: game %(game)s is played without a cube")
_NO_PASS = N_("another ending: game %(game)s is played without a cube")
_CENTRED = N_("nobody: a cube at 1 is in the middle")
_UNCHANGED = N_("another result than the one that stands")
_THE_WINNER = N_("the winner, who proposed the double")


def result_by_hand(
    game: Game, state: MatchInPlay, entry: rd.EnterResult, by: str
) -> list[ev.Event]:
    """Return the event that enters a result of the current game that was recorded by hand.

    `by` is the account that enters it. Raises ScoreRefused naming the wrong field: for a result
    that is impossible in this game, for an opening throw that differs from that of the other room,
    and if this room's table has begun the game or has a result of it.
    """
    _check_not_begun(state, entry)
    check_result(game, state, entry)
    known = state.hand_openings.get(entry.game)
    for refusal in opening_refusals(entry.opening, known, entry.game):
        raise refusal
    return [entered(entry, by)]


def entered(entry: rd.EnterResult, by: str) -> ev.ResultEntered:
    """Return the ResultEntered event for a checked result; `by` is the account that enters it."""
    return ev.ResultEntered(
        game=entry.game,
        attempt=entry.attempt,
        room=entry.room,
        loser=entry.loser,
        ending=entry.ending,
        left=entry.left,
        cube=entry.cube,
        owner=entry.owner,
        proposer=entry.proposer,
        opening=entry.opening,
        by=by,
        tally=entry.tally,
    )


def _check_not_begun(state: MatchInPlay, entry: rd.EnterResult) -> None:
    """Raise ScoreRefused if this room's table has begun the game or has a result of it.

    Only this room's table is checked, so that the refusal does not disclose the other room's
    progress.
    """
    if (entry.game, entry.room) in state.results:
        raise ScoreRefused("game", entry.game, _KNOWN[entry.room])
    if not may_be_kept_by_hand(state, entry.room):
        raise ScoreRefused("game", entry.game, _BEGUN)


def may_be_kept_by_hand(state: MatchInPlay, room: Room) -> bool:
    """Return True if a result of the current game in this room can be entered by hand.

    That is so if the room's table has not begun the game and has no result of it.
    """
    return state.table(room).phase is Phase.OPENING


def opening_refusals(dice: Roll | None, known: Roll | None, game: int) -> Iterator[ScoreRefused]:
    """Yield an error if `dice` cannot be the opening throw of `game`; `known` is the other room's.

    Each of the two is None if nobody wrote that throw down.
    """
    if dice is None:
        return
    if dice.is_double:
        yield ScoreRefused("opening", _written(dice), _TWO_DICE)
    if known is not None and dice != known:
        named = {"dice": _written(known), "game": game}
        yield ScoreRefused("opening", _written(dice), _OTHER_OPENING, **named)


def _written(dice: Roll) -> str:
    return f"{dice.first}:{dice.second}"


def corrected_result(
    game: Game, state: MatchInPlay, order: rd.CorrectResult, by: str
) -> ev.ResultCorrected:
    """Return the event by which the director replaces the result of a room.

    `by` is the director's id, as events have it. Raises ScoreRefused for an ending, a number of
    checkers or a cube that is impossible in this game, and for an opening throw of a game that was
    not recorded by hand. Raises Refused for a game that nobody has begun; it can only be cancelled.
    """
    check_result(game, state, order)
    check_result_is_due(state, order)
    if order.opening is not None and not _kept_by_hand(state, order.game):
        refused = _written(order.opening)
        raise ScoreRefused("opening", refused, _OPENING_KNOWN, game=order.game)
    for refusal in opening_refusals(order.opening, None, order.game):
        raise refusal
    _check_changes(state, order)
    return ev.ResultCorrected(
        game=order.game,
        attempt=order.attempt,
        room=order.room,
        loser=order.loser,
        ending=order.ending,
        left=order.left,
        cube=order.cube,
        owner=order.owner,
        proposer=order.proposer,
        by=by,
        reason=order.reason,
        tally=order.tally,
        opening=order.opening,
    )


def _kept_by_hand(state: MatchInPlay, game: int) -> bool:
    """Return True if the game's opening throw was entered by hand, so that no board threw it."""
    standings = [state.standing(room, game) for room in state.rooms]
    played = any(standing is not None and not standing.by_hand for standing in standings)
    begun = game == state.game and any(
        state.table(room).phase is not Phase.OPENING
        for room, standing in zip(state.rooms, standings, strict=True)
        if standing is None
    )
    return any(standings) and not played and not begun


def _check_changes(state: MatchInPlay, order: rd.CorrectResult) -> None:
    """Raise ScoreRefused if the corrected result is the one that stands.

    A correction makes the confirmations of a result void, so there must be something to correct.
    """
    standing = state.results.get((order.game, order.room))
    if standing is None or standing.adjusted is not None:
        return
    fields = ("loser", "ending", "left", "cube", "owner", "proposer", "tally")
    same = all(getattr(standing, field) == getattr(order, field) for field in fields)
    if same and order.opening in (None, state.hand_openings.get(order.game)):
        raise ScoreRefused("result", "", _UNCHANGED)


def check_result_is_due(state: MatchInPlay, order: rd.CorrectResult | rd.AdjustScore) -> None:
    """Raise Refused if the order is about the result of a game that nobody has begun."""
    finished = (order.game, order.room) in state.results
    if not finished and state.open.phase is Phase.OPENING:
        raise Refused(Refusal.NOT_NOW)


def check_result(game: Game, state: MatchInPlay, result: rd.EnterResult | rd.CorrectResult) -> None:
    """Raise ScoreRefused if the result is impossible in this game (ruling 3)."""
    if result.ending not in game.endings:
        allowed = ", ".join(ending.value for ending in Ending if ending in game.endings)
        raise ScoreRefused("ending", result.ending.value, f"{allowed} in {game.name}")
    if not state.cube_limit(game, result.game):
        _check_without_cube(result)
    if game.counted(result.loser) is not None:
        check_tally(result.loser, result.tally)
        return
    for refusal in result_refusals(result):
        raise refusal


def _check_without_cube(result: rd.EnterResult | rd.CorrectResult) -> None:
    if result.cube > 1:
        raise ScoreRefused("cube", result.cube, _NO_CUBE, game=result.game)
    if result.ending is Ending.PASS:
        raise ScoreRefused("ending", result.ending.value, _NO_PASS, game=result.game)


def result_refusals(result: rd.EnterResult | rd.CorrectResult) -> Iterator[ScoreRefused]:
    """Yield an error for each field of a result that is impossible in every game with SMP."""
    yield from left_refusals(result.ending, result.left)
    yield from cube_refusals(result.ending, result.cube)
    if result.owner is not None and result.cube == 1:
        yield ScoreRefused("owner", result.owner.value, _CENTRED)
    if result.ending is Ending.PASS and result.proposer not in (None, result.loser.opponent):
        yield ScoreRefused("owner", result.loser.value, _THE_WINNER)


class SecondAccountNeeded(RulesError):
    """Raised if the account that entered a result confirms it: another account has to confirm it.

    `name` is the account that entered the result, as events name it.
    """

    def __init__(self, game: int, room: Room, name: str) -> None:
        super().__init__(
            f"result: {name!r} entered the {room.value} room's result of game {game}. Operator: "
            "another account, both players of that room or both captains confirm it (ruling 15)"
        )
        self.game, self.room, self.name = game, room, name


def result_agreed(
    state: MatchInPlay, reading: rd.ResultAgreed, sender: rd.Sender
) -> list[ev.Event]:
    """Return the event that confirms the present result of any game in a room.

    Raises Refused if there is nothing to confirm or the reading is about another result. Raises
    SecondAccountNeeded if the account that entered the result confirms it. Raises MatchRefused if
    an account names no side when it confirms a result that was played.
    """
    standing = state.standing(reading.room, reading.game)
    if standing is None:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if reading.result != standing.number:
        raise Refused(Refusal.STALE)
    confirmed = ev.ResultConfirmed(
        game=reading.game,
        attempt=reading.attempt,
        room=reading.room,
        side=_side(standing, reading, sender),
        by=sender.by,
        confirmer=sender.confirmer,
        result=reading.result,
    )
    if standing.confirmed or _given(standing, confirmed):
        raise Refused(Refusal.ALREADY_CONFIRMED)
    return [confirmed]


def _side(standing: ResultStanding, reading: rd.ResultAgreed, sender: rd.Sender) -> Side | None:
    """Return the side for which the result is confirmed; None if an account confirms all of it."""
    if sender.confirmer is Confirmer.ACCOUNT and standing.entered_by:
        if sender.by == standing.entered_by:
            raise SecondAccountNeeded(reading.game, reading.room, sender.by)
        return None
    if sender.confirmer is Confirmer.CAPTAIN and not standing.entered_by:
        raise Refused(Refusal.NOTHING_TO_CONFIRM)
    if reading.side is None:
        raise MatchRefused("side", "none", N_("white or red"))
    return reading.side


def _given(standing: ResultStanding, confirmed: ev.ResultConfirmed) -> bool:
    after = standing.confirmed_by(confirmed.confirmer, confirmed.side, confirmed.by)
    return after == standing
