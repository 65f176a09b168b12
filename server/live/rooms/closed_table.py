"""What the closed room did in one attempt at one game, kept until the game is over in both."""

from rules import events as ev
from rules.position import Position
from rules.room import Room
from rules.tables.state import TurnKey
from server.live.facts import TableFact
from server.live.rooms import table_facts as facts_of


class ClosedTable:
    """The closed room's steps in their order; nobody may see them while a room still plays.

    `start` is the position before the opening throw, None where positions are not recorded.
    """

    def __init__(self, start: Position | None) -> None:
        self.steps: list[TableFact] = []
        self._start = start
        self._over = False
        self._not_given: dict[TurnKey, ev.PaperRoll] = {}

    def take(self, event: ev.GameEvent) -> None:
        """Add what the closed room did or was given; events of the open room are not its own."""
        if isinstance(event, ev.RoomEvent) and event.room is not Room.CLOSED:
            return
        match event:
            case ev.RollThrown() | ev.RollCorrected():
                self._await(event)
            case ev.GameFinished():
                self._over = True
            case ev.PlayedOnPaper() if not self._over:
                for roll in (*self._not_given.values(), *event.rolls):
                    self.steps.append(facts_of.paper_dice_shown(event.game, roll))
            case ev.RollReleased():
                self._not_given.pop(TurnKey(event.side, event.turn), None)
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

    def _await(self, event: ev.RollThrown | ev.RollCorrected) -> None:
        """A throw of the open room, which comes here by board or, once boards fail, by slip."""
        if event.opening:
            self._not_given.clear()
        key = TurnKey(event.side, event.turn)
        self._not_given[key] = ev.PaperRoll(
            side=event.side, turn=event.turn, dice=event.dice, opening=event.opening
        )

    def _set_anew(self) -> None:
        again = facts_of.checkers_set(self.steps, self._start)
        if again is not None:
            self.steps.append(again)
