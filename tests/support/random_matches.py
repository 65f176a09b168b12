"""Whole matches by chance, with every ending, cube action and odd name a match file may meet."""

from collections.abc import Iterator
from random import Random

from rules.dice import Roll
from rules.games.backgammon import BACKGAMMON
from rules.match_files.record import (
    Action,
    Double,
    Drop,
    GameRecord,
    MatchRecord,
    SetUp,
    Take,
    Throw,
)
from rules.match_play.state import MONEY, MatchScore, points
from rules.position import Counts, Position, Side
from rules.room import Ending

ODD_NAMES = (
    "Ann",
    "",
    " ",
    "?",
    ":",
    "Ann: the 2nd : 5",
    'Ann "the; (great)" \\ #1, 1800',
    'back\\slash\\"quote\\\\',
    "Game 3",
    "Big Game",
    "The GAME of the Name of the Game",
    "Anna Maria Magdalena of Somewhere",
    "Anna Maria Magdalena of Some",
    "x" * 26,
    "y" * 27,
    "z" * 300,
    "  two  blanks  ",
    "Takes 21 Drops Wins 16 points",
    "1) 31: 8/5 6/5",
    "7 point match",
    "Анна-Мария Вышневолоцкая-Поднебесная",
    "安" * 40,
    "Zoé O'Neil-Brown [Team]",
    "ann,1523.50",
    "; Set Pos=",
    '"]',
    "Losses 2 point",
    "100%d%s",
)
"""Names whose letters mean something to readers of match files."""

_LENGTHS = (MONEY, 1, 3, 5, 7, 13, 64)
_LONGEST = 400
"""Throws of a game that is left unfinished, which is rare."""


def random_matches(rng: Random, *, for_gnubg: bool = False) -> Iterator[MatchRecord]:
    """Endless matches; each holds what one transcriber could have seen at a table.

    `for_gnubg` leaves out what GNU Backgammon 1.07 reads but cannot write: a cube that is not 1 at
    the start of a game, and a game given up by the doubler between the take and his throw.
    """
    while True:
        names = rng.choice(ODD_NAMES), rng.choice(ODD_NAMES)
        yield _match(rng, names, for_gnubg=for_gnubg)


def _match(rng: Random, names: tuple[str, str], *, for_gnubg: bool) -> MatchRecord:
    length = rng.choice(_LENGTHS)
    crawford = length == MONEY or rng.random() < 0.8
    score = MatchScore(length)
    games = list[GameRecord]()
    for number in range(1, rng.randint(2, 4)):
        game = _Game(rng, score, None if for_gnubg else _set_up(rng, score), for_gnubg=for_gnubg)
        game.play()
        games.append(game.record(number))
        if game.winner is None:
            break
        score = score.after(game.winner, game.points)
        if not crawford:
            score = MatchScore(length, score.white, score.red)
        if score.winner is not None:
            break
    white, red = names
    headers = {"Event": 'Cup "A" \\ B', "Round": "1"} if rng.random() < 0.5 else {}
    return MatchRecord(length, white, red, tuple(games), headers, crawford)


def _set_up(rng: Random, score: MatchScore) -> SetUp | None:
    """Now and then a game near its end, so that gammons and backgammons are common."""
    if rng.random() < 0.3:
        return None
    far = rng.choice([6, 12, 24])
    white, red = _placed(rng, 3, range(1, 7)), _placed(rng, rng.choice([4, 15]), range(1, far + 1))
    if any(white[point] and red[25 - point] for point in range(1, 25)):
        return None
    cube = rng.choice([1, 2, 4]) if score.cube_in_use else 1
    owner = rng.choice(list(Side)) if cube > 1 else None
    return SetUp(Position(white, red), cube, owner)


def _placed(rng: Random, count: int, points_: range) -> Counts:
    counts = [15 - count, *[0] * 25]
    for _ in range(count):
        counts[rng.choice(points_)] += 1
    return tuple(counts)


class _Game:
    """One game played by chance until it is won, refused, given up or left."""

    def __init__(
        self, rng: Random, score: MatchScore, set_up: SetUp | None, *, for_gnubg: bool
    ) -> None:
        self._rng = rng
        self._for_gnubg = for_gnubg
        self._score = score
        self._set_up = set_up
        self._position = set_up.position if set_up else BACKGAMMON.start()
        self._cube = set_up.cube if set_up else 1
        self._owner = set_up.owner if set_up else None
        self._actions = list[Action]()
        self._gives_up = rng.random() < 0.3
        self._doubles = rng.random() < 0.8
        self.winner: Side | None = None
        self.points = 0
        self.ending: Ending | None = None

    def play(self) -> None:
        side = self._rng.choice(list(Side))
        roll = self._roll(opening=self._set_up is None)
        left_after = self._rng.randint(1, _LONGEST)
        for _ in range(left_after):
            if self._actions and self._offers(side) and self._is_refused(side):
                return
            if self._may_resign() and self._rng.random() < 0.05:
                self._resign(side, roll)
                return
            plays = sorted(BACKGAMMON.legal_plays(self._position, side, roll))
            self._actions.append(Throw(side, roll, play := self._rng.choice(plays)))
            self._position = BACKGAMMON.apply(self._position, side, play)
            outcome = BACKGAMMON.outcome(self._position)
            if outcome is not None:
                self._won(outcome.loser.opponent, outcome.ending)
                return
            side, roll = side.opponent, self._roll(opening=False)

    def record(self, number: int) -> GameRecord:
        return GameRecord(
            number,
            self._score,
            tuple(self._actions),
            self.winner,
            self.points,
            self.ending,
            self._set_up,
        )

    def _roll(self, *, opening: bool) -> Roll:
        first, second = self._rng.randint(1, 6), self._rng.randint(1, 6)
        return self._roll(opening=True) if opening and first == second else Roll(first, second)

    def _offers(self, side: Side) -> bool:
        may = self._score.cube_in_use and self._owner in (None, side) and self._cube < 32
        return self._doubles and may and self._rng.random() < 0.1

    def _is_refused(self, side: Side) -> bool:
        self._actions.append(Double(side, self._cube * 2))
        if self._rng.random() < 0.3:
            self._actions.append(Drop(side.opponent))
            self._won(side, Ending.PASS)
            return True
        if self._score.length == MONEY and self._cube < 8 and self._rng.random() < 0.3:
            self._actions.append(Double(side.opponent, self._cube * 4, beaver=True))
            self._cube, self._owner = self._cube * 4, side.opponent
            return False
        self._actions.append(Take(side.opponent))
        self._cube, self._owner = self._cube * 2, side.opponent
        return False

    def _may_resign(self) -> bool:
        if not self._actions or not self._gives_up:
            return False
        return not (self._for_gnubg and isinstance(self._actions[-1], Take | Double))

    def _resign(self, side: Side, roll: Roll) -> None:
        """Before the throw or after it; a gammon or more only while no checker is off."""
        can_move = BACKGAMMON.legal_plays(self._position, side, roll) != {()}
        if can_move and self._rng.random() < 0.5:
            self._actions.append(Throw(side, roll, None))
        values = [Ending.RESIGNED]
        if self._position.of(side)[0] == 0:
            values += [Ending.RESIGNED_GAMMON, Ending.RESIGNED_BACKGAMMON]
        self._won(side.opponent, self._rng.choice(values))

    def _won(self, winner: Side, ending: Ending) -> None:
        self.winner, self.ending = winner, ending
        self.points = points(ending, self._cube)
