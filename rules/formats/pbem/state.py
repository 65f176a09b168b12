"""The state of PBeM knockouts: the boards and scores of matches (rulings 17, 22 and 23).

Pairings and winners belong to rules.formats.knockout.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from rules import events as ev
from rules.formats.format import FormatState, PointOutcome
from rules.identities import PersonId
from rules.match_play.state import MatchScore
from rules.position import Side


@dataclass(frozen=True, slots=True)
class PbemBoard:
    """One game of a match (a board); `started_by` reported its start, at the time `started_at`.

    `winner`, `points` and `won_at` are set once the end of the game was reported. `void` is True if
    the director has taken the game out of the match.
    """

    number: int
    started_by: PersonId
    started_at: datetime
    winner: PersonId | None = None
    points: int = 0
    won_at: datetime | None = None
    void: bool = False

    @property
    def running(self) -> bool:
        """True while the board is being played."""
        return self.winner is None and not self.void

    @property
    def known_as(self) -> str:
        """The board's state as text: "void", or winner and points, or empty while it is played."""
        if self.void:
            return "void"
        return "" if self.winner is None else f"{self.winner.text} {self.points}"


@dataclass(frozen=True)
class PbemMatch:
    """A match of a PBeM knockout to `length` points.

    `boards` has its games by number, in the order in which they began. `players` are White and Red
    of this match in the knockout. `ruled` is the decision of the director or of the 75 % rule, None
    if the match has none.
    """

    number: int
    knockout: int
    round: int
    length: int
    players: tuple[PersonId, PersonId]
    boards: Mapping[int, PbemBoard] = field(default_factory=dict)
    ruled: ev.KnockoutMatchRuled | None = None

    @cached_property
    def score(self) -> MatchScore:
        """The score by the boards that are won, counted in the order of their starts (ruling 17).

        `crawford` of the score is True if the game now being played is the Crawford game. Between
        games it is True if the next game is the Crawford game.
        """
        score = MatchScore(self.length)
        for board in self.boards.values():
            if board.winner is not None and score.winner is None:
                side = Side.WHITE if board.winner == self.players[0] else Side.RED
                score = score.after(side, board.points)
        return score

    @property
    def points(self) -> tuple[int, int]:
        """The points of the first player and of the second."""
        return self.score.white, self.score.red

    @property
    def over(self) -> bool:
        """True if the match is decided, by the points of its boards or by a ruling."""
        return self.ruled is not None or self.score.winner is not None

    @property
    def winner(self) -> PersonId | None:
        """The winner of the match. None if it is undecided, or if a ruling lets nobody advance."""
        if self.ruled is not None:
            return self.ruled.winner
        side = self.score.winner
        return None if side is None else self.players[0 if side is Side.WHITE else 1]

    @property
    def running(self) -> PbemBoard | None:
        """The board that is being played, or None."""
        return next((each for each in self.boards.values() if each.running), None)

    @property
    def last_finished(self) -> PbemBoard | None:
        """The board that began last among those with a winner, or None if no board has a winner."""
        won = [each for each in self.boards.values() if each.winner is not None]
        return won[-1] if won else None

    @property
    def last_heard(self) -> datetime | None:
        """The time of the last report about the match, or None if there was none."""
        times = [at for b in self.boards.values() for at in (b.started_at, b.won_at) if at]
        return max(times, default=None)

    @property
    def outcome(self) -> PointOutcome:
        """The outcome of the match by the players' reports, in the form that a knockout needs."""
        return PointOutcome(self.score.winner, *self.points)


Round = tuple[int, int]
"""The number of a knockout, and the number of one of its rounds."""


@dataclass(frozen=True, slots=True)
class PbemState(FormatState):
    """The state of a tournament's PBeM knockouts.

    `opened` has the terms of each knockout by its number, `matches` the matches by their numbers.
    `until` has, for each round in which the 75 % rule has begun, the time by which its matches must
    be finished.
    """

    opened: Mapping[int, ev.PbemOpened] = field(default_factory=dict)
    matches: Mapping[int, PbemMatch] = field(default_factory=dict)
    until: Mapping[Round, datetime] = field(default_factory=dict)

    def of_player(self, player: PersonId) -> tuple[PbemMatch, ...]:
        """Return the matches in which the player plays or has played."""
        return tuple(each for each in self.matches.values() if player in each.players)

    def board_match(self, board: int) -> PbemMatch | None:
        """Return the match to which the game with the number `board` belongs, or None."""
        return next((each for each in self.matches.values() if board in each.boards), None)

    def time_of(self, match: PbemMatch) -> datetime | None:
        """Return the time by which a match must be finished, or None if there is no limit."""
        return self.until.get((match.knockout, match.round))

    @property
    def is_set_up(self) -> bool:
        """True if a PBeM knockout was opened."""
        return bool(self.opened)

    @property
    def reported(self) -> dict[int, PointOutcome]:
        """The outcomes of all matches by their numbers, in the form that knockouts need."""
        return {number: match.outcome for number, match in self.matches.items()}

    def after(self, events: Iterable[ev.Event]) -> "PbemState":
        """Return the state after these events. Events of other formats change nothing."""
        state = self
        for event in events:
            state = state._after_one(event)
        return state

    def _after_one(self, event: ev.Event) -> "PbemState":
        match event:
            case ev.PbemOpened():
                return replace(self, opened={**self.opened, event.knockout: event})
            case ev.PbemWeekBegun():
                until = {**self.until, (event.knockout, event.round): event.until}
                return replace(self, until=until)
            case ev.PbemBoardStarted() | ev.PbemBoardWon() | ev.PbemBoardCorrected():
                match_ = self.matches.get(event.number)
                return self if match_ is None else self._with(_with_board(match_, event))
            case _ if isinstance(event, ev.KnockoutEvent):
                return self._after_knockouts(event)
            case _:
                return self

    def _after_knockouts(self, event: ev.KnockoutEvent) -> "PbemState":
        match event:
            case ev.KnockoutMatchesPublished() if event.knockout in self.opened:
                announced = {each.number: _match(event, each) for each in event.pairings}
                return replace(self, matches={**self.matches, **announced})
            case ev.KnockoutMatchRuled() if event.number in self.matches:
                return self._with(replace(self.matches[event.number], ruled=event))
            case ev.KnockoutRulingLifted() if event.number in self.matches:
                return self._with(replace(self.matches[event.number], ruled=None))
            case ev.KnockoutMatchesVoided():
                gone = {*event.numbers}
            case ev.KnockoutRoundWithdrawn():
                of_round = event.knockout, event.round
                gone = {
                    number
                    for number, each in self.matches.items()
                    if (each.knockout, each.round) == of_round
                }
            case _:
                return self
        left = {number: each for number, each in self.matches.items() if number not in gone}
        return replace(self, matches=left)

    def _with(self, match: PbemMatch) -> "PbemState":
        return replace(self, matches={**self.matches, match.number: match})


def _with_board(
    match: PbemMatch, event: ev.PbemBoardStarted | ev.PbemBoardWon | ev.PbemBoardCorrected
) -> PbemMatch:
    """Return a match after an event about one of its boards.

    If the event is not the board's start and no start of the board is known, the match is returned
    unchanged.
    """
    known = match.boards.get(event.board)
    if isinstance(event, ev.PbemBoardStarted):
        board = PbemBoard(event.board, event.player, event.at)
    elif known is None:
        return match
    elif isinstance(event, ev.PbemBoardWon):
        won = event.winner, event.points
        board = replace(known, winner=won[0], points=won[1], won_at=event.at, void=False)
    else:
        void = event.winner is None
        board = replace(known, winner=event.winner, points=event.points, void=void)
    return replace(match, boards={**match.boards, event.board: board})


def _match(event: ev.KnockoutMatchesPublished, pairing: ev.KnockoutPairing) -> PbemMatch:
    players = pairing.white, pairing.red
    return PbemMatch(pairing.number, event.knockout, event.round, event.length, players)
