"""What the closed room did in one attempt at one game, kept until the game is over in both."""

from rules import events as ev
from rules.position import Position
from rules.room import Room
from server.live import table_facts as facts_of
from server.live.facts import TableFact


class ClosedTable:
    """The closed room's steps in their order; nobody may see them while a room still plays.

    `start` is the position before the opening throw, None where positions are not recorded.
    """

    def __init__(self, start: Position | None) -> None:
        self.steps: list[TableFact] = []
        self._start = start

    def take(self, event: ev.GameEvent) -> None:
        """Add what the closed room did or was given; events of the open room are not its own."""
        if isinstance(event, ev.RoomEvent) and event.room is not Room.CLOSED:
            return
        match event:
            case ev.RollReleased():
                self._set_anew()
                self.steps.append(facts_of.dice_shown(event))
            case ev.ChoiceMade():
                self.steps.append(facts_of.choice_shown(event))
            case ev.PlayMade() | ev.PlayCondoned():
                self.steps.append(facts_of.play_shown(event))
            case ev.TurnPlayed():
                self.steps.append(facts_of.play_ended(event))
            case ev.PointsMarked():
                self.steps.append(facts_of.points_shown(event))
                if not facts_of.is_won(event):
                    self._set_anew()
            case ev.DoubleOffered() | ev.DoubleTaken() | ev.DoublePassed():
                self.steps.append(facts_of.cube_acted(event))
            case _ if isinstance(event, facts_of.GivenUp):
                self.steps.append(facts_of.given_up(event))
            case ev.PositionCorrected():
                self._set_anew()
                self.steps.append(facts_of.checkers_put_right(event, self.steps))

    def _set_anew(self) -> None:
        again = facts_of.checkers_set(self.steps, self._start)
        if again is not None:
            self.steps.append(again)
