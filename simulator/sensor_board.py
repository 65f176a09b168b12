"""A simulated board with two people at it, which turns the server's commands into messages.

It has no clock and does no I/O. It knows what a real board knows: its checkers, its display, and
the messages that it has sent. `due` returns the next message of the people. If the server repeats a
command that makes people answer, they do not answer it again, unless the server refused their
answer.
"""

from dataclasses import replace

from board_drivers.wire import messages as wire
from board_drivers.wire.values import (
    Awaited,
    Confirmed,
    CubeState,
    FaultCode,
    HoldOrGo,
    MoveJudgement,
    Question,
    RollJudgement,
    ThrowSource,
    WhichPlay,
    WireSide,
    YesOrNo,
)
from rules.dice import Cube, Roll
from rules.games.game import Game
from rules.position import CHECKERS, Position
from rules.room import Ending
from simulator.dice_supply import DiceSupply
from simulator.display import EXACT, SIDE_OF, WIRE_OF, Display, SensorSet
from simulator.people import (
    Key,
    Moment,
    People,
    ending_of,
    is_resignation,
    passed,
    played,
    resigned,
)

MOST_REPEATS = 3
"""Number of times that people repeat a refused message before they call the operator."""

_IN_VAIN = {FaultCode.ALREADY_THROWN, FaultCode.ALREADY_CONFIRMED, FaultCode.CONFLICT}
"""Refusals after which it is useless to repeat the message."""

_Offer = tuple[type[wire.TurnMessage], Moment]


class SensorBoard:
    """The board of one room; `dice` is the source of its dice, or None in the closed room."""

    def __init__(
        self,
        game: Game,
        people: People,
        dice: DiceSupply | None,
        sensors: SensorSet = EXACT,
    ) -> None:
        self.display = Display()
        self._sensors = sensors
        self.position = game.start()
        self._game = game
        self._people = people
        self._dice = dice
        self._scan = 0
        self._set_up()

    def _set_up(self) -> None:
        self.position = self._before = self._lying = self._game.start()
        self._played: Moment | None = None
        self._ties = 0
        self._offered: set[_Offer] = set()
        self._last_offer: tuple[int, _Offer] | None = None
        self._claimed = Ending.RESIGNED
        self._forget_answer()

    def _forget_answer(self) -> None:
        self._answered = False
        self._answer_number = 0
        self._repeats = 0

    def restart(self, *, forgetful: bool = False) -> None:
        """Switch the board off and on, so that the display shows no dice.

        Checkers and people are as before. If `forgetful`, the board may have lost its last message,
        so that people answer again.
        """
        self.display = replace(self.display, dice=None)
        if forgetful:
            self._forget_answer()

    def take_over_from(self, failed: "SensorBoard") -> None:
        """Continue the game, with its people and its position, from a board that has failed.

        The failed board's last offer may not have reached the server, so the people may make it
        again.
        """
        shown = failed.display
        self.display = replace(self.display, game=shown.game, attempt=shown.attempt)
        self.position, self._before, self._lying = failed.position, failed._before, failed._lying
        self._played, self._claimed, self._ties = failed._played, failed._claimed, failed._ties
        last = failed._last_offer
        self._offered = failed._offered - ({last[1]} if last else set())

    def lay(self, game: int, attempt: int, position: Position) -> None:
        """Set up the position of a game in progress. Call it before the board is connected.

        The rest of the game's state, which is the cube, the dice and the turn, comes from the
        server.
        """
        self.display = replace(self.display, game=game, attempt=attempt)
        self.position = self._before = self._lying = position

    @property
    def needs_operator(self) -> bool:
        """True if people have given up after the same message was refused repeatedly."""
        return self._repeats > MOST_REPEATS

    def hear(self, command: wire.ServerMessage) -> tuple[wire.BoardMessage, ...]:
        """Obey a command and return the board's own replies.

        A command with dice is answered by a message that repeats the dice; other commands have no
        reply.
        """
        seen, self.display = self.display, self.display.after(command)
        if (seen.game, seen.attempt) != (self.display.game, self.display.attempt):
            self._set_up()
        elif (seen.wait, seen.question) != (self.display.wait, self.display.question):
            self._forget_answer()
        if self._refuses_answer(command):
            self._repeats += 1
            self._answered = self._repeats > MOST_REPEATS
        self._forget_held(command)
        shown = self.display.dice
        if shown is None or shown is not command:
            return ()
        return (
            wire.DiceShown(
                shown.game, shown.attempt, shown.turn, shown.side, shown.die1, shown.die2
            ),
        )

    def _forget_held(self, command: wire.ServerMessage) -> None:
        """Let people repeat an offer that was refused because the director held the table."""
        match command, self._last_offer:
            case wire.Fault(code=FaultCode.HELD, detail=refused), (number, offer):
                if refused == number:
                    self._offered.discard(offer)

    def _refuses_answer(self, command: wire.ServerMessage) -> bool:
        match command:
            case wire.RollVerdict(judgement=RollJudgement.VOID, event=number, reason=reason):
                pass
            case wire.MoveVerdict(
                judgement=MoveJudgement.ILLEGAL | MoveJudgement.INCOMPLETE, event=number
            ):
                reason = FaultCode.NONE
            case wire.Fault(code=reason, detail=number) if reason >= FaultCode.NOT_PLAYING:
                pass
            case _:
                return False
        return self._answered and number == self._answer_number and reason not in _IN_VAIN

    def due(self, clock_ms: int = 0) -> wire.BoardMessage | None:
        """Return the next message of the people at this board, or None if there is none."""
        wait = self.display.wait
        if wait is None or self._answered:
            return None
        match wait.what:
            case Awaited.SET:
                return wire.Ready(*self._key(wait, wait.side or WireSide.WHITE))
            case Awaited.ROLL:
                return self._before_throw(wait) or self._throw(wait, clock_ms)
            case Awaited.READY_OR_DOUBLE:
                return self._before_throw(wait) or wire.Ready(*self._key(wait, wait.side))
            case Awaited.MOVE:
                return self._confirmation(wait) or self._play_finished(wait)
            case Awaited.CHOICE:
                return self._choice(wait)
            case Awaited.DOUBLE_ANSWER:
                return self._double_answer(wait)
            case Awaited.RESIGNATION_ANSWER | Awaited.END_ANSWER:
                return self._end_answer(wait)
            case Awaited.DICE_CONFIRMATION:
                return wire.Confirm(*self._key(wait, wait.side), what=Confirmed.DICE)
            case Awaited.RESULT_CONFIRMATION:
                side = wait.side or WireSide.WHITE
                return wire.Confirm(*self._key(wait, side), what=Confirmed.RESULT)
            case _:
                return None

    def reported(self, message: wire.BoardMessage, number: int) -> None:
        """Note that the message from `due` was sent as event `number`."""
        self._answered = True
        self._answer_number = number
        match message:
            case wire.Roll(side=WireSide.NONE, die1=white, die2=red) if white == red:
                self._ties += 1
                self._answered = False
            case wire.Confirm(what=Confirmed.DICE):
                self._offer(number, wire.Confirm)
                self._answered = not self._awaits(Awaited.MOVE)
            case wire.Double():
                self._offer(number, wire.Double)
            case wire.Resign() | wire.End():
                self._claim(message, number)
            case wire.TurnDone() | wire.Played():
                self._move_checkers()
            case wire.Answer(question=Question.FINISHED) if not self.display.records_positions:
                self._move_checkers()
            case wire.Answer(question=Question.HOLD_OR_GO, choice=HoldOrGo.GO):
                self._before, self._played = self._found(), self._on_turn()
                self.position = self._game.start()

    def _claim(self, message: wire.Resign | wire.End, number: int) -> None:
        self._claimed = ending_of(message)
        if is_resignation(self._claimed):
            self._offer(number, wire.Resign)
        elif self._claimed is not Ending.PASS:
            self._move_checkers()

    def _offer(self, number: int, kind: type[wire.TurnMessage]) -> None:
        offer = kind, self._on_turn()
        self._offered.add(offer)
        self._last_offer = number, offer

    def snapshot(self) -> wire.Snapshot | None:
        """Return a message with all that the board knows, or None before the first game."""
        shown, wait = self.display, self.display.wait
        if wait is None:
            return None
        dice, cube = shown.dice, shown.cube
        return wire.Snapshot(
            *self._key(wait, wait.side),
            position=self._sensors.counts(self._game, self.position),
            fault_mask=self._sensors.fault_mask,
            scan=self._scan,
            die1=dice.die1 if dice else 0,
            die2=dice.die2 if dice else 0,
            cube=cube.cube if cube else 0,
            cube_owner=cube.owner if cube else WireSide.NONE,
        )

    def _awaits(self, what: Awaited) -> bool:
        return self.display.wait is not None and self.display.wait.what is what

    def _key(self, wait: wire.Wait, side: WireSide) -> Key:
        return wait.game, wait.attempt, wait.turn, side

    def _on_turn(self) -> Moment:
        """Return the current turn, even if it is the opponent who has to answer."""
        wait = self.display.wait
        assert wait is not None
        return Moment(wait.game, wait.attempt, SIDE_OF[self.display.on_turn], wait.turn)

    def _before_throw(self, wait: wire.Wait) -> wire.BoardMessage | None:
        """Return a resignation or a double that people make before the throw, or None.

        Each is offered at most once per turn, and only while the game lasts.
        """
        if wait.side is WireSide.NONE or self.display.over is not None:
            return None
        at, cube = self._on_turn(), self.display.cube_to_turn()
        if (wire.Resign, at) not in self._offered:
            ending = self._people.resigns(at, self.position, cube or Cube())
            if ending is not None:
                return self._resigned(wait, at, ending)
        if (wire.Double, at) in self._offered or cube is None:
            return None
        if not self._people.doubles(at, self.position, cube):
            return None
        return wire.Double(*self._key(wait, wait.side), cube=cube.proposed)

    def _resigned(self, wait: wire.Wait, at: Moment, ending: Ending) -> wire.Resign | wire.End:
        recorded = self.display.records_positions
        key = self._key(wait, wait.side)
        return resigned(key, self.position, at.side, ending, recorded=recorded)

    def _throw(self, wait: wire.Wait, clock_ms: int) -> wire.Roll | None:
        if self._dice is None:
            return None
        dice = self._dice_of(wait, self._dice)
        return wire.Roll(
            *self._key(wait, wait.side),
            die1=dice.first,
            die2=dice.second,
            source=ThrowSource.CONSOLE,
            quality=100,
            clock_ms=clock_ms,
        )

    def _dice_of(self, wait: wire.Wait, dice: DiceSupply) -> Roll:
        if wait.side is WireSide.NONE:
            return dice.opening(wait.game, wait.attempt, self._ties + 1)
        return dice.roll(wait.game, wait.attempt, SIDE_OF[wait.side], wait.turn)

    def _confirmation(self, wait: wire.Wait) -> wire.Confirm | None:
        """Return a confirmation of the dice if the opponent gives one by a button, or None.

        At a table that records no positions this is always None, because the server has waited for
        the confirmation before the play.
        """
        at = self._on_turn()
        if self._dice is None or not self.display.records_positions:
            return None
        if (wire.Confirm, at) in self._offered or not self._people.confirms_dice(at):
            return None
        opponent = WIRE_OF[at.side.opponent]
        return wire.Confirm(*self._key(wait, opponent), what=Confirmed.DICE)

    def _play_finished(self, wait: wire.Wait) -> wire.TurnDone | wire.Played | wire.End | None:
        dice = self._dice_to_play(wait)
        if dice is None:
            return None
        at, found = self._on_turn(), self._found()
        play = self._people.play(at, found, dice)
        self._lying = self._game.apply(found, at.side, play)
        key = self._key(wait, wait.side)
        if not self.display.records_positions:
            return played(key, self._game, self._lying)
        return wire.TurnDone(
            *key,
            position=self._sensors.counts(self._game, self._lying),
            fault_mask=self._sensors.fault_mask,
            scan=self._scan + 1,
        )

    def _dice_to_play(self, wait: wire.Wait) -> Roll | None:
        return self.display.roll_of(wait.turn, wait.side)

    def _found(self) -> Position:
        """Return the position at this turn's throw, even if the turn has been played already."""
        return self._before if self._played == self._on_turn() else self.position

    def _move_checkers(self) -> None:
        self._before, self._played = self._found(), self._on_turn()
        all_off = self._lying.off(self._played.side) == CHECKERS
        set_anew = all_off and self._game.outcome(self._lying) is None
        self.position = self._game.start() if set_anew else self._lying
        self._scan += 1

    def _choice(self, wait: wire.Wait) -> wire.BoardMessage | None:
        question = self.display.question
        if question is None or (question.turn, question.side) != (wait.turn, wait.side):
            return None
        if question.about is Question.WHICH_PLAY:
            return self._which_play(wait, question)
        if question.about in (Question.FINISHED, Question.DRAW_REST):
            return self._agreed(wait, question)
        at = self._on_turn()
        holds = self._people.holds(at, self._found(), self.display.points_of(at.side))
        choice = HoldOrGo.HOLD if holds else HoldOrGo.GO
        return wire.Answer(*self._key(wait, wait.side), question=question.question, choice=choice)

    def _agreed(self, wait: wire.Wait, question: wire.Ask) -> wire.BoardMessage | None:
        """Return the answer "yes" to a question.

        The question "finished?" is asked if the opponent has thrown before the play was finished
        (ruling 7). At a table that records no positions, "yes" to it ends the play; if the play
        ends the game, return the claim that the game is over instead.
        """
        if question.about is Question.FINISHED and not self.display.records_positions:
            finished = self._play_finished(wait)
            if not isinstance(finished, wire.Played):
                return finished
        key = self._key(wait, wait.side)
        return wire.Answer(*key, question=question.question, choice=YesOrNo.YES)

    def _which_play(self, wait: wire.Wait, question: wire.Ask) -> wire.Answer:
        """Return the answer that names the play that was made, or "none of these"."""
        side, dice = SIDE_OF[wait.side], self.display.roll_of(wait.turn, wait.side)
        assert dice is not None
        play = self._game.play_between(self._before, self._lying, side, dice, wait.turn)
        made = tuple((move.origin, move.target) for move in play or ())
        known = made in question.candidates
        choice = question.candidates.index(made) if known else WhichPlay.NONE_OF_THESE
        return wire.Answer(*self._key(wait, wait.side), question=question.question, choice=choice)

    def _double_answer(self, wait: wire.Wait) -> wire.BoardMessage | None:
        cube = self.display.cube_to_turn()
        if cube is None or self.display.cube is None:
            return None
        if self.display.cube.state is not CubeState.OFFERED:
            return None
        takes = self._people.takes(self._on_turn(), self.position, cube)
        key = self._key(wait, wait.side)
        if takes:
            return wire.Take(*key)
        recorded = self.display.records_positions
        return passed(key, self.position, SIDE_OF[wait.side], recorded=recorded)

    def _end_answer(self, wait: wire.Wait) -> wire.BoardMessage:
        """Return the answer to a claimed end of the game; only a resignation may be refused."""
        accepted = not is_resignation(self._claimed) or self._people.accepts(
            self._on_turn(), self.position, self._claimed
        )
        key = self._key(wait, wait.side)
        return wire.Accept(*key) if accepted else wire.Refuse(*key)
