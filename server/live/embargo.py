"""The embargo: it alone decides which facts become public with each event of a match (ruling 12).

Every public output (feed, page, overlay or form) is made from the facts published here. The facts
about the open room are published in their order without gaps, and no fact is taken back when the
director changes the embargo.

Under `lockstep` dice become public when they are released to the closed room. The open room's play
of a turn becomes public when the closed room's play of that turn is stored, together with the
points of the turn's throw; in Trictrac, the choice to go ends a turn as a play does. Which side
throws first becomes public together with the first dice. A double, a take or a pass becomes public
after the closed room's decision in the same turn. If the closed room's game ends first, the number
of the open room's facts that wait at that moment stays the same: if three wait, the latest three
always wait, until both games are over. So the end of the closed room's game causes no burst of
facts and stays hidden. Dice that could still be corrected wait as well (our choice). A result is
published with the facts that led to it. At a table that does not record positions, a player can
claim that the game is over; the claim waits for the same action of the closed room as a resignation
would.

Under `live` everything about the open room is public except what depends on dice that do not count
yet (our own choice, after ruling 9). Under `after_game` nothing is public during the game.

Once a game is over in both rooms, all of it is public, the closed room's part included. If the
director let different dice stand in one room (ruling 9), these dice become public only then,
because until then the players of one room may not learn the other room's dice.
"""

from collections.abc import Mapping

from rules import events as ev
from rules.dice import Roll
from rules.events import Embargo
from rules.games.game import HoleChoice
from rules.position import Position
from rules.room import Room, RoomResult
from rules.tables.calls_and_holds import NOTHING_CALLED, CallsAndHolds
from rules.tables.fold import result_of
from rules.tables.state import TurnKey
from server.live.facts import (
    ClosedRoomShown,
    EmbargoChanged,
    GameAnnulled,
    GameOpened,
    GameOver,
    GameWithdrawn,
    LineUpsOpened,
    MatchCutShort,
    MatchOver,
    PlayHeld,
    ProtocolSigned,
    PublicFact,
    RecordingShown,
    ResultChanged,
    RollDiffers,
    SubstituteShown,
)
from server.live.open_table import ClosedStep, ClosedTable, OpenTable, PublicAfter


def held_shown(was: CallsAndHolds, now: CallsAndHolds) -> tuple[PlayHeld, ...]:
    """Return one fact if the director's hold of the whole match has begun or ended, else none.

    `was` are the calls and holds before an event, `now` those after it. Holds of a single table or
    a room are never public (ruling 31).
    """
    changed = was.held_as_a_whole is not now.held_as_a_whole
    return (PlayHeld(held=now.held_as_a_whole),) if changed else ()


class MatchEmbargo:
    """The embargo of one match in two rooms: it is given the match's events, and returns facts.

    The caller passes every event to `take`, in order. `start` is the position before an opening
    throw. `embargo` is the kind of embargo that is in force before the first event.
    """

    def __init__(self, start: Position, embargo: Embargo) -> None:
        self._start = start
        self._embargo = embargo
        self._seed = b""
        self._game: _GameUnderEmbargo | None = None
        self._director = NOTHING_CALLED
        self._starts: dict[Room, Position | None] = dict.fromkeys(Room, start)

    def take(self, event: ev.Event) -> tuple[PublicFact, ...]:
        """Take the match's next event; return the facts that become public with it, in order.

        Most events make nothing public.
        """
        match event:
            case ev.MatchStarted():
                self._seed = event.seed
                opened = LineUpsOpened(
                    home=event.home,
                    away=event.away,
                    commitment=event.commitment,
                    words=event.words,
                )
                return (opened,)
            case ev.SubstituteSeated():
                seated = SubstituteShown(
                    team=event.team, room=event.room, player=event.player, game=event.game
                )
                return (seated,)
            case ev.EmbargoSet():
                return self._change(event.embargo)
            case _ if isinstance(event, ev.HoldEvent):
                was, self._director = self._director, self._director.after(event)
                return held_shown(was, self._director)
            case ev.RecordingSet():
                return self._record(event)
            case ev.MatchClosed():
                return (MatchOver(seed=self._seed),)
            case ev.MatchSigned():
                return (ProtocolSigned(team=event.team),)
            case ev.MatchShortened():
                if self._game is not None and self._game.game > event.games:
                    self._game = None
                return (MatchCutShort(games=event.games),)
            case ev.GameStarted():
                self._game = _GameUnderEmbargo(event, self._starts, self._embargo)
                return (GameOpened(game=event.game, attempt=event.attempt),)
            case ev.GameEvent():
                return self._take_of_game(event)
            case _:
                return ()

    def _change(self, embargo: Embargo) -> tuple[PublicFact, ...]:
        if embargo is self._embargo:
            return ()
        self._embargo = embargo
        facts = self._game.change(embargo) if self._game else ()
        return (EmbargoChanged(embargo=embargo), *facts)

    def _record(self, event: ev.RecordingSet) -> tuple[PublicFact, ...]:
        """Replace the room's table in memory by one with positions, or by one without.

        This is possible because nothing has been played at the table yet.
        """
        self._starts[event.room] = self._start if event.positions else None
        if self._game is not None:
            self._game.set_up(event.room, self._starts[event.room])
        return (RecordingShown(room=event.room, positions=event.positions),)

    def _take_of_game(self, event: ev.GameEvent) -> tuple[PublicFact, ...]:
        match event:
            case ev.GameVoided():
                self._game = None
                return (GameWithdrawn(game=event.game, attempt=event.attempt),)
            case ev.ResultCorrected() if not self._is_under_way(event.game):
                changed = ResultChanged(
                    game=event.game,
                    room=event.room,
                    result=result_of(event),
                    opening=event.opening,
                )
                return (changed,)
            case ev.RollStands() if not self._is_under_way(event.game):
                return (_roll_differs(event),)
            case _:
                return self._game.take(event) if self._game else ()

    def _is_under_way(self, game: int) -> bool:
        current = self._game
        return current is not None and current.game == game and not current.over


class _GameUnderEmbargo:
    """One attempt at one game: the open room's facts, and what the closed room has done so far.

    A fact of the open room is called a step here. Each step is stored together with the action of
    the closed room that must come before the step may be public.
    """

    def __init__(
        self, begun: ev.GameStarted, starts: Mapping[Room, Position | None], embargo: Embargo
    ) -> None:
        self.game, self.over = begun.game, False
        self._attempt, self._embargo = begun.attempt, embargo
        self._table, self._closed = OpenTable(starts[Room.OPEN]), ClosedTable(starts[Room.CLOSED])
        self._done: set[PublicAfter] = set()
        self._results: dict[Room, RoomResult] = {}
        self._lag = 0
        self._hand_opening: Roll | None = None
        self._standing: dict[tuple[TurnKey, Room], ev.RollStands] = {}

    def set_up(self, room: Room, start: Position | None) -> None:
        """Replace one room's table by a new table with checkers at `start`.

        If `start` is None, the new table does not record positions.
        """
        if room is Room.OPEN:
            self._table = OpenTable(start)
        else:
            self._closed = ClosedTable(start)

    def change(self, embargo: Embargo) -> tuple[PublicFact, ...]:
        """Put another embargo in force; return the facts that become public under it."""
        self._embargo = embargo
        return self._publish_steps()

    def take(self, event: ev.GameEvent) -> tuple[PublicFact, ...]:
        """Take the game's next event; return the facts that become public with it, in order."""
        if isinstance(event, ev.TurnReopened):
            return self._play_on(event)
        if self.over:
            if isinstance(event, ev.RollCounted):
                self._table.take(event)
            return ()
        self._closed.take(event)
        match event:
            case ev.GameCancelled():
                self.over = True
                annulled = GameAnnulled(game=self.game, reason=event.reason)
                return (*self._publish_steps(), annulled, *self._both_rooms())
            case ev.RollStands():
                self._standing[TurnKey(event.side, event.turn), event.room] = event
                return ()
            case ev.GameFinished() | ev.ResultEntered() | ev.ResultCorrected():
                self._finish(event)
            case ev.RoomEvent(room=Room.CLOSED) | ev.RollReleased():
                self._done |= _now_public_after(event)
            case _:
                self._table.take(event)
        return self._publish()

    def _play_on(self, reopened: ev.TurnReopened) -> tuple[PublicFact, ...]:
        """Continue a game that was over, because the director reopened its last turn.

        If the game was over in both rooms, all of it was public. In that case each later step of
        the open room's game is public at once.
        """
        public, self.over = self.over, False
        self._results.pop(Room.OPEN, None)
        self._standing.pop((TurnKey(reopened.side, reopened.turn), Room.OPEN), None)
        self._table.take(reopened)
        return self._publish_steps(len(self._table.steps) if public else 0)

    def _finish(self, event: ev.GameFinished | ev.ResultEntered | ev.ResultCorrected) -> None:
        result = result_of(event)
        if not isinstance(event, ev.GameFinished):
            self._hand_opening = event.opening or self._hand_opening
        first = event.room not in self._results
        self._results[event.room] = result
        if event.room is Room.OPEN:
            self._table.finish(self.game, result, not isinstance(event, ev.GameFinished))
        elif first:
            self._lag = len(self._table.steps) - self._passed()

    def _publish(self) -> tuple[PublicFact, ...]:
        """Return the facts that become public now.

        If both rooms' results are known, return all facts of both rooms that are not public yet.
        """
        ended = len(self._results) == len(Room)
        self.over = ended
        steps = self._publish_steps()
        if not ended:
            return steps
        results = self._results
        over = GameOver(
            game=self.game,
            open=results[Room.OPEN],
            closed=results[Room.CLOSED],
            opening=self._hand_opening,
        )
        return (*steps, over, *self._both_rooms())

    def _both_rooms(self) -> tuple[PublicFact, ...]:
        """Return one fact with all steps of the closed room, then the facts about differing dice.

        There is one fact about differing dice for each turn in which the director let a room keep
        other dice than those that the server gave both rooms.
        """
        steps = tuple(self._closed.steps)
        closed = ClosedRoomShown(game=self.game, attempt=self._attempt, steps=steps)
        return (closed, *map(_roll_differs, self._standing.values()))

    def _publish_steps(self, least: int = 0) -> tuple[PublicFact, ...]:
        """Mark as public the facts of the open room that need no longer wait; return them in order.

        The first `least` facts of the game are made public in any case.
        """
        table, first = self._table, self._table.published
        table.published = max(first, self._publishable(), least)
        return tuple(step.fact for step in table.steps[first : table.published])

    def _publishable(self) -> int:
        steps = self._table.steps
        if self.over:
            return len(steps)
        match self._embargo:
            case Embargo.LIVE:
                return self._table.counted
            case Embargo.AFTER_GAME:
                return 0
            case Embargo.LOCKSTEP if Room.CLOSED in self._results:
                return min(self._table.settled, len(steps) - self._lag)
            case Embargo.LOCKSTEP:
                return self._passed()

    def _passed(self) -> int:
        """Return how many of the open room's first steps need no longer wait under `lockstep`.

        A step waits until the closed room has done the action named in the step's field `after`.
        """
        steps, count = self._table.steps, self._table.published
        while count < len(steps) and steps[count].after in self._done:
            count += 1
        return count


def _roll_differs(event: ev.RollStands) -> RollDiffers:
    return RollDiffers(
        game=event.game,
        side=event.side,
        turn=event.turn,
        room=event.room,
        dice=event.dice,
        relayed=event.relayed,
    )


def _now_public_after(event: ev.GameEvent) -> set[PublicAfter]:
    """Return the actions of the closed room that this event tells of.

    The open room's facts that wait for one of these actions can then become public.
    """
    match event:
        case ev.RollReleased():
            return {PublicAfter(ClosedStep.GIVEN_DICE, TurnKey(event.side, event.turn))}
        case ev.TurnReady() | ev.DoubleTaken() | ev.DoublePassed():
            return {PublicAfter(ClosedStep.DECIDED, TurnKey(event.side, event.turn))}
        case (
            ev.PlayMade()
            | ev.PlayCondoned()
            | ev.TurnPlayed()
            | ev.ChoiceMade(choice=HoleChoice.GO)
        ):
            return {PublicAfter(ClosedStep.PLAYED, TurnKey(event.side, event.turn))}
        case _:
            return set()
