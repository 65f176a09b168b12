"""Replay of one game of a match file, entry by entry, with the cube and the printed result.

The printed result is compared with the result of the play (ruling 27). If the winner's game is
worth more than they needed, some sites print only the points that were needed, and others print the
length of the match. For a game given up they print what the winner still needed. Such a *capped*
result is reported as a note and not as an error.

Rules of the cube: Match Play, as ruling 17 reads it.
"""

from dataclasses import dataclass

from rules.errors import InvalidPosition
from rules.games.backgammon import BACKGAMMON
from rules.games.game import Outcome
from rules.match_files.mat_text import (
    AnyEntry,
    Doubles,
    Drops,
    Entry,
    GameText,
    Resigns,
    Takes,
    Thrown,
    Wins,
)
from rules.match_files.possible_tables import Choice, PossibleTables
from rules.match_files.record import (
    Action,
    Double,
    Drop,
    IllegalEntry,
    Note,
    Resignation,
    ResultError,
    SetUp,
    Take,
    Throw,
)
from rules.match_files.snowie import position_in
from rules.match_play.state import MatchScore, points
from rules.position import Side
from rules.room import Ending


class CubeReplay:
    """The cube's value and owner while a game is replayed, as the file has them.

    The limit of 64, which applies at the table, does not apply to files.
    """

    def __init__(self, score: MatchScore, value: int, owner_known: bool) -> None:
        self._score = score
        self._owner: Side | None = None
        self._owner_known = owner_known
        self.value = value
        self.offered: Doubles | None = None
        self.dropped: Side | None = None

    def offer(self, entry: Doubles, may_double: bool) -> str:
        """Record an offered double.

        Return why it is against the rules, or an empty text if it is not. `may_double` is True if
        the side is on turn and has not thrown.
        """
        if self.offered is not None and entry.beaver:
            self.value = self.offered.value
        why = self._refused(entry, may_double)
        self.offered = entry
        return why

    def answer(self, side: Side) -> str:
        """Return why the side cannot answer a double, or an empty text if it can."""
        if self.offered is None or self.offered.side is side:
            return "there is no double to answer"
        return ""

    def take(self, side: Side) -> None:
        """Put the offered double in force, taken by `side`.

        After a beaver, the side that beavered owns the cube.
        """
        if self.offered is not None:
            self.value = self.offered.value
            self._owner = self.offered.side if self.offered.beaver else side
            self._owner_known = True
            self.offered = None

    def _refused(self, entry: Doubles, may_double: bool) -> str:
        if self._score.length == 1:
            return "a match to 1 has no cube"
        if self._score.crawford:
            return "there is no cube in the Crawford game"
        if entry.value != self.value * 2:
            return f"the cube stands at {self.value}: a double proposes {self.value * 2}"
        if entry.beaver:
            return "" if self.offered is not None else "no double to beaver"
        if self.offered is not None or not may_double:
            return f"{player(entry.side)} is not on turn to double"
        if self._owner_known and self._owner not in (None, entry.side):
            return f"the cube is {player(entry.side.opponent)}'s"
        return ""


def player(side: Side) -> str:
    """Return the name of a side in findings: "the left player" or "the right player"."""
    return "the left player" if side is Side.WHITE else "the right player"


_RESIGNED = {2: Ending.RESIGNED_GAMMON, 3: Ending.RESIGNED_BACKGAMMON}
_NOT_CHECKED = "; the rest of the game is not checked"


class GameReplay:
    """The replay of one game, its checkers and cube; it collects the entries that break the rules.

    An entry is one cell of the file (see Entry).
    """

    def __init__(
        self,
        text: GameText,
        score: MatchScore,
        set_up: SetUp | None = None,
        *,
        jacoby: bool = False,
    ) -> None:
        self._text = text
        self._jacoby = jacoby
        self.set_up = set_up
        self._tables = PossibleTables(set_up.position if set_up else BACKGAMMON.start())
        cube = set_up.cube if set_up else 1
        self._cube = CubeReplay(score, cube, owner_known=cube == 1)
        self._next: Side | None = None
        self._opened = set_up is not None
        self._over: Outcome | None = None
        self.gave_up: Side | None = None
        self.lost_track = False
        self._last = next((e for e in reversed(text.entries) if not isinstance(e, Resigns)), None)
        self._actions: list[Action] = []
        self.plays = 0
        self.illegal: list[IllegalEntry] = []
        self.notes: list[Note] = []

    @property
    def last_line(self) -> int:
        """The line in the file of the last roll or cube action, or 0 if the game has none."""
        return self._last.line if self._last is not None else 0

    @property
    def cube_turned(self) -> bool:
        """True if a double has been taken or dropped."""
        return any(isinstance(action, Take | Drop) for action in self._actions)

    def enter(self, entry: AnyEntry) -> None:
        """Apply the next entry of the game, which is one cell of the file."""
        match entry:
            case Thrown():
                self._throw(entry)
            case Doubles():
                may_double = self._next is entry.side and self._over is None
                self._report(entry, self._cube.offer(entry, may_double))
                self._actions.append(Double(entry.side, entry.value, entry.beaver))
            case Takes():
                self._report(entry, self._cube.answer(entry.side))
                self._cube.take(entry.side)
                self._actions.append(Take(entry.side))
            case Drops():
                self._report(entry, self._cube.answer(entry.side))
                self._cube.dropped = entry.side
                self._actions.append(Drop(entry.side))
            case Resigns():
                self._resign(entry)

    def end(self) -> None:
        """Decide what became of a cube action that is left open at the end of the game's entries.

        A beaver counts as taken. A double counts as dropped if the offering side is printed as the
        winner.
        """
        offered, wins = self._cube.offered, self._text.wins
        if offered is None or self._cube.dropped is not None or wins is None:
            return
        if offered.beaver:
            self._cube.take(offered.side.opponent)
        elif wins.points == self._cube.value and (wins.loose or wins.side is offered.side):
            self._cube.dropped = offered.side.opponent
            self._actions.append(Drop(offered.side.opponent))

    def actions(self) -> tuple[Action, ...]:
        """Return the actions of the game as far as the rules can follow it."""
        self._correct(self._tables.choices())
        return tuple(self._actions)

    def result(self) -> tuple[Side, int] | None:
        """Return the winner and the points if the entries alone determine them, else None."""
        if self._cube.dropped is not None:
            return self._cube.dropped.opponent, self._cube.value
        if self._over is not None:
            ending = Ending.BEAROFF if self._counts_singly() else self._over.ending
            return self._over.loser.opponent, points(ending, self._cube.value)
        return None

    def worth_given_up(self, loser: Side) -> list[int]:
        """Return the possible points of a game that `loser` gave up.

        The points can be the value of the cube, and also twice or three times that value if the
        loser may have borne off nothing.
        """
        cube = self._cube.value
        return [cube, 2 * cube, 3 * cube] if self._tables.none_off(loser) else [cube]

    def ending(self, won: int) -> Ending | None:
        """Return the ending of the game, which gave the winner `won` points.

        Return None if the play could not be followed to its end.
        """
        if self.lost_track:
            return None
        if self._cube.dropped is not None:
            return Ending.PASS
        if self._over is not None:
            return self._over.ending
        return _RESIGNED.get(won // self._cube.value, Ending.RESIGNED)

    def _counts_singly(self) -> bool:
        """Return True if a gammon counts as a single game.

        Under the Jacoby rule a gammon counts as a single game if no double was answered.
        """
        return self._jacoby and not self.cube_turned

    def _resign(self, entry: Resigns) -> None:
        """Record a resignation.

        Some sites print it in the winner's column, so a printed result decides who resigned.
        """
        wins = self._text.wins
        self.gave_up = entry.side if wins is None or wins.loose else wins.side.opponent
        self._actions.append(Resignation(self.gave_up))

    def _report(self, entry: Entry, why: str) -> None:
        if why and not self.lost_track:
            self._tell(entry, why)

    def _tell(self, entry: Entry, why: str) -> None:
        why += _NOT_CHECKED if self.lost_track else ""
        self.illegal.append(IllegalEntry(self._text.number, entry.line, entry.text, why))

    def _correct(self, choices: tuple[Choice, ...]) -> None:
        """Replace recorded plays by those in `choices`, where they differ.

        A written play can mean several plays. At first the likeliest one is recorded; a later entry
        can show that another play was made. Each element of `choices` is the index of an action and
        its play.
        """
        for at, play in choices:
            action = self._actions[at]
            if isinstance(action, Throw) and action.play != play:
                self._actions[at] = Throw(action.side, action.roll, play)

    def _throw(self, entry: Thrown) -> None:
        self._take_silently()
        played = entry.legs is not None and not self._is_unplayed(entry)
        self.plays += played
        if not played:
            self._throw_unplayed(entry)
            return
        if self.lost_track:
            self._actions.append(Throw(entry.side, entry.roll, entry.legs))
            return
        turn_order = self._turn_order(entry)
        self._next, self._opened = entry.side.opponent, True
        why = self._play(entry)
        if turn_order or why:
            self._tell(entry, turn_order or why)

    def _take_silently(self) -> None:
        """Record that a double or a beaver was taken.

        The file has no answer to it, but the game went on.
        """
        offered = self._cube.offered
        if offered is not None and self._cube.dropped is None:
            self._cube.take(offered.side.opponent)
            if not offered.beaver:
                self._actions.append(Take(offered.side.opponent))

    def _turn_order(self, entry: Thrown) -> str:
        if self._over is not None or self._cube.dropped is not None:
            return "the game is over"
        if not self._opened and entry.roll.is_double:
            return "equal dice cannot open a game"
        if self._next not in (None, entry.side):
            return f"{player(entry.side)} is not on turn"
        return ""

    def _throw_unplayed(self, entry: Thrown) -> None:
        self._actions.append(Throw(entry.side, entry.roll, None))
        if entry is self._last:
            self.gave_up = self.gave_up or entry.side
        elif not self.lost_track:
            self.lost_track = True
            self._tell(entry, "the play is not told")

    def _is_unplayed(self, entry: Thrown) -> bool:
        """Return True if the game was given up at this entry, before its roll was played out."""
        wins = self._text.wins
        if entry is not self._last or wins is None or self.lost_track:
            return False
        if wins.side is entry.side and not wins.loose:
            return False
        if entry.blank:
            return not self._tables.dances(entry.side, entry.roll.dice)
        legs = entry.legs or ()
        if not legs or not self._tables.begins_a_play(entry.side, entry.roll.dice, legs):
            return False
        why = f"{entry.text}: given up before the roll was played out"
        self.notes.append(Note(self._text.number, entry.line, why))
        return True

    def _play(self, entry: Thrown) -> str:
        """Move the checkers. Return why the play is illegal, or an empty text if it is legal."""
        if entry.after:
            return self._condone(entry)
        if entry.impossible:
            self.lost_track = True
            self._actions.append(Throw(entry.side, entry.roll, None))
            return f"no checker can move {entry.impossible}"
        side, legs, dice = entry.side, entry.legs or (), entry.roll.dice
        play = self._tables.play(side, dice, legs, at=len(self._actions))
        if play is None:
            why = self._tables.why_illegal(side, dice, legs)
            after = self._tables.apply_as_written(side, legs)
            self.lost_track = after is None
            self._actions.append(Throw(side, entry.roll, legs, after))
        else:
            why = ""
            self._actions.append(Throw(side, entry.roll, play))
            self._correct(self._tables.settle())
        if not self.lost_track:
            self._over = self._over or self._tables.outcome_for(side)
        return why

    def _condone(self, entry: Thrown) -> str:
        try:
            after = position_in(entry.after)
            BACKGAMMON.check(after)
        except InvalidPosition as error:
            self.lost_track = True
            return str(error)
        self._tables.lie(after)
        self._actions.append(Throw(entry.side, entry.roll, (), after))
        if not entry.play_put_right:
            return "condoned at the table"
        why = f"{entry.play_put_right}, then the director put the checkers right"
        self.notes.append(Note(self._text.number, entry.line, why))
        return ""


@dataclass(frozen=True, slots=True)
class PrintedResult:
    """The result of a game: the winner and the points.

    They are as printed, or as the play gives them if nothing is printed.
    """

    winner: Side | None
    points: int
    errors: tuple[ResultError, ...] = ()
    notes: tuple[Note, ...] = ()


def printed_result(text: GameText, game: GameReplay, score: MatchScore) -> PrintedResult:
    """Return the printed result of a game that was replayed to its end, with errors and notes.

    `score` is the score before the game.
    """
    made, wins = game.result(), text.wins
    if wins is None:
        winner, points = made or (None, 0)
        return PrintedResult(winner, points)
    winner = _winner(game, wins)
    errors = [ResultError(text.number, line, why) for line, why in _others(text, wins)]
    notes = []
    if winner is not wins.side and not wins.loose:
        notes.append("the result stands in the other player's column")
    if text.told is not None:
        notes.append(f"the result is {text.told.value}; the play need not make it")
    elif not game.lost_track:
        why, note = _judged(game, winner, wins.points, score)
        errors += [ResultError(text.number, wins.line, why)] * bool(why)
        notes += [note] * bool(note)
    noted = tuple(Note(text.number, wins.line, note) for note in notes)
    return PrintedResult(winner, wins.points, tuple(errors), noted)


def _winner(game: GameReplay, wins: Wins) -> Side:
    """Return the winner of a game with the printed result `wins`.

    A result on the line of the last play is printed in whichever cell is free; then the play
    decides who won.
    """
    made = game.result()
    behind_the_play = wins.line == game.last_line and made is not None and made[1] == wins.points
    if made is not None and (wins.loose or behind_the_play):
        return made[0]
    if wins.loose and game.gave_up is not None:
        return game.gave_up.opponent
    return wins.side


def _others(text: GameText, wins: Wins) -> list[tuple[int, str]]:
    """Return the printed results that contradict the one that counts, each as (line, reason)."""
    found = []
    for other in text.results[1:]:
        if other.points != wins.points:
            why = f"{other.points} is printed here and {wins.points} in line {wins.line}"
            found.append((other.line, why))
        elif other.by_winner and other.side is not wins.side and not (other.loose or wins.loose):
            found.append((other.line, "both players are printed as the winner"))
    return found


def _judged(game: GameReplay, winner: Side, won: int, score: MatchScore) -> tuple[str, str]:
    """Return two texts: why a printed result is impossible, and a note if it is only unusual.

    The result is that `winner` won `won` points; `score` is the score before the game. Each text is
    empty if there is nothing to say.
    """
    made = game.result()
    if made is not None:
        if (winner, won) == made:
            return "", ""
        capped = _capped(winner, won, score) if winner is made[0] and won < made[1] else ""
        if capped:
            return "", f"{player(winner)} wins {made[1]}; {won} is printed, {capped}"
        single = winner is made[0] and won == game.worth_given_up(winner.opponent)[0]
        jacoby = ", as under the Jacoby rule" * (single and won < made[1] and not game.cube_turned)
        return f"{player(made[0])} wins {made[1]}; {player(winner)} {won} is printed{jacoby}", ""
    worth = game.worth_given_up(winner.opponent)
    if won in worth:
        return "", ""
    if capped := _capped(winner, won, score):
        return "", f"{player(winner.opponent)} gave up; {won} is printed, {capped}"
    allowed = " or ".join(str(value) for value in worth)
    return f"a game given up at cube {worth[0]} is worth {allowed}; {won} is printed", ""


def _capped(winner: Side, won: int, score: MatchScore) -> str:
    """Return, in words, which number of the match is printed in place of the game's points.

    `won` are the printed points, `score` is the score before the game. Return an empty text if the
    number is neither the points still needed nor the match length.
    """
    needed = score.needs(winner)
    if needed and won == needed:
        return "the points the match still needed"
    return "the length of the match" if needed and won == score.length else ""
