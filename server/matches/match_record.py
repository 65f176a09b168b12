"""One match, made from its events: set-up, line-ups, tables, signatures."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rules import events as ev
from rules.any_match import AnyDecision, AnyMatchState, apply
from rules.dice import Roll
from rules.duplicate.state import new_match
from rules.games.game import Game
from rules.games.known_games import GAMES
from rules.identities import MatchId, PersonId
from rules.match_play.machine import new_match as new_match_play
from rules.match_play.state import TABLE
from rules.room import Room
from rules.tables.calls_and_holds import NOTHING_CALLED, CallsAndHolds


@dataclass(frozen=True, slots=True)
class Departure:
    """A board that was taken off this match's table in `room`.

    `game` is the number and attempt of the game that was being played then, or None.
    """

    room: Room
    game: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match after some of its events; `state` is None until both line-ups are in.

    A match at one table has no line-ups and has its `state` from the beginning.

    `scheduled` is the event that set the match up, with fewer games if its round was shortened.
    `committed` is the seed with which the match was set up. `words` has the captains' words, keyed
    by team; they are joined with this seed. `before_start` has the calls and holds as long as
    `state` is None. `embargo` and `clocks` are the last settings made, or None if those of
    `scheduled` apply.

    `boards` are the boards at the tables, `linked` the rooms whose board is connected. `departed`
    are boards that were taken off one of the match's tables and may still show the dice that they
    received at that table (ruling 28). `moved` has the tables whose board went to another match and
    was not replaced. `let_in` has the doubts in spite of which boards were admitted, each with the
    board's id and the id of the journal in doubt (empty if the doubt is not about a journal).
    `unrecorded` are the rooms whose table records no positions.

    `openings` are the opening throws by game, `cancelled` the director's reasons by game, and
    `adjusted` the director's reasons for scores that they set. `signed` has the signer by team.
    `substitutes` are in the order in which they sat down. `away` are players who have left their
    tables for a while, `watched` are persons who watched the open room, each with the number and
    attempt of the game. `roll_sets` maps each game that was begun anew to the number of its new
    roll set.
    """

    game: Game
    scheduled: ev.AnyScheduled
    line_ups: Mapping[str, ev.LineUpSubmitted] = field(default_factory=dict)
    committed: ev.SeedCommitted | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    started: ev.MatchStarted | None = None
    state: AnyMatchState | None = None
    boards: Mapping[Room, str] = field(default_factory=dict)
    linked: frozenset[Room] = frozenset()
    departed: Mapping[str, Departure] = field(default_factory=dict)
    moved: Mapping[Room, ev.BoardMoved] = field(default_factory=dict)
    openings: Mapping[int, Roll] = field(default_factory=dict)
    cancelled: Mapping[int, str] = field(default_factory=dict)
    adjusted: Mapping[tuple[int, Room], str] = field(default_factory=dict)
    substitutes: tuple[ev.SubstituteSeated, ...] = ()
    signed: Mapping[str, str] = field(default_factory=dict)
    embargo: ev.Embargo | None = None
    clocks: ev.ClockSetting | None = None
    away: frozenset[PersonId] = frozenset()
    watched: frozenset[tuple[PersonId, int, int]] = frozenset()
    unrecorded: frozenset[Room] = frozenset()
    withdrawn: bool = False
    let_in: frozenset[tuple[str, ev.BoardDoubt, bytes]] = frozenset()
    roll_sets: Mapping[int, int] = field(default_factory=dict)
    before_start: CallsAndHolds = NOTHING_CALLED

    @property
    def match_id(self) -> MatchId:
        """The match's id."""
        return self.scheduled.match_id

    @classmethod
    def of(cls, scheduled: ev.AnyScheduled) -> "MatchRecord":
        """Return a match that has just been set up. At one table it has its `state` at once."""
        game = GAMES[scheduled.game_name]
        if isinstance(scheduled, ev.MatchPlayScheduled):
            return cls(game, scheduled, state=new_match_play(game, scheduled.length))
        return cls(game, scheduled)

    @property
    def teams(self) -> tuple[str, str]:
        """The home team and the away team, or White and Red of a match at one table.

        The home team is White in the open room.
        """
        return self.scheduled.opponents

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms of the match's tables."""
        return tuple(Room) if isinstance(self.scheduled, ev.MatchScheduled) else (TABLE,)

    @property
    def director(self) -> CallsAndHolds:
        """The calls for the director and the holds."""
        return self.before_start if self.state is None else self.state.director

    @property
    def opened_words(self) -> tuple[str, ...]:
        """The captains' words, home first, once both are in; empty while a word is missing.

        Until then a word that is in stays sealed.
        """
        all_in = len(self.words) == len(self.teams)
        return tuple(self.words[team] for team in self.teams) if all_in else ()

    @property
    def has_begun(self) -> bool:
        """True if a die was thrown or a result entered.

        Until then the match can be withdrawn (ruling 29).
        """
        return bool(self.openings) or (self.state is not None and bool(self.state.results))

    @property
    def has_secrets(self) -> bool:
        """True if a game is being played in two rooms, so that rolls have to be kept secret."""
        in_two_rooms = isinstance(self.scheduled, ev.MatchScheduled)
        return in_two_rooms and self.state is not None and self.state.game_under_way

    @property
    def is_over(self) -> bool:
        """True if every game of the match has been played; results may still be unconfirmed."""
        return self.state is not None and self.state.over

    @property
    def games_begun(self) -> int:
        """The number of the last game begun in either room, or 0 before the first."""
        if self.state is None:
            return 0
        under_way = self.state.game if self.state.game_under_way else 0
        return max([under_way, *(game for game, _ in self.state.results)])

    def roll_set_of(self, game: int) -> int | None:
        """Return the number of the roll set of a game's last attempt (ruling 15).

        Return None in a match at one table, and in a match that counts in no standings (a trial).
        """
        scheduled = self.scheduled
        if not isinstance(scheduled, ev.MatchScheduled) or scheduled.trial:
            return None
        return self.roll_sets.get(game, scheduled.roll_set + game - 1)

    @property
    def roll_set_behind(self) -> int:
        """The first roll set number that is higher than all those used by this match.

        It is 1 for a match at one table, which has no roll sets. It is 0 for a match in two rooms
        that counts in no standings (a trial) and so uses none of the event's roll sets.
        """
        scheduled = self.scheduled
        if not isinstance(scheduled, ev.MatchScheduled):
            return 1
        if scheduled.trial:
            return 0
        again = (number + 1 for number in self.roll_sets.values())
        return max(scheduled.roll_set + scheduled.games, *again, 0)

    @property
    def embargo_in_force(self) -> ev.Embargo:
        """The embargo for spectators (ruling 12); at one table spectators see play live."""
        if isinstance(self.scheduled, ev.MatchPlayScheduled):
            return ev.Embargo.LIVE
        return self.embargo or self.scheduled.embargo

    @property
    def clocks_in_force(self) -> ev.ClockSetting:
        """The setting by which time is counted now (ruling 30)."""
        scheduled = self.scheduled
        return self.clocks or ev.ClockSetting(scheduled.clocks, scheduled.clock_minutes)

    def room_of(self, board_id: str) -> Room | None:
        """Return the room at whose table the board is, or None if the board is at no table."""
        return next((room for room, board in self.boards.items() if board == board_id), None)

    def after(self, happened: Iterable[ev.Event]) -> "MatchRecord":
        """Return the match after these events."""
        record = self
        for event in happened:
            record = record._after_one(event)
        return record

    def decided(self, decision: AnyDecision) -> "MatchRecord":
        """Return the match after a decision of the rules, with the state that the rules made."""
        record = replace(self, state=decision.state)
        for event in decision.events:
            record = record._noting(event)
        return record

    def _after_one(self, event: ev.Event) -> "MatchRecord":
        match event:
            case ev.LineUpSubmitted():
                return replace(self, line_ups={**self.line_ups, event.team: event})
            case ev.SeedCommitted():
                return replace(self, committed=event)
            case ev.WordGiven():
                return replace(self, words={**self.words, event.team: event.word})
            case ev.MatchStarted() if isinstance(self.scheduled, ev.MatchScheduled):
                state = new_match(self.game, self.scheduled, event, self.unrecorded)
                state = replace(state, director=self.before_start)
                return replace(self, started=event, state=state)
            case ev.BoardAssigned():
                return self._with_board(event.room, event.board_id)
            case ev.BoardMoved():
                return self._without_board(event)
            case ev.BoardLeftClosedRoom():
                others = {b: was for b, was in self.departed.items() if b != event.board_id}
                return replace(self, departed=others)
            case ev.BoardAttached() if self.boards.get(event.room) == event.board_id:
                return replace(self, linked=self.linked | {event.room})
            case ev.BoardLost() if self.boards.get(event.room) == event.board_id:
                return replace(self, linked=self.linked - {event.room})
            case ev.BoardLetIn():
                doubt = event.board_id, event.doubt, event.journal_id
                return replace(self, let_in=self.let_in | {doubt})
            case ev.SubstituteSeated():
                seated = (*self.substitutes, event)
                return replace(self, substitutes=seated, away=self.away - {event.player})
            case ev.PlayerLeft():
                return replace(self, away=self.away | {event.player})
            case ev.PlayerReturned():
                return replace(self, away=self.away - {event.player})
            case ev.OpenRoomWatched():
                seen = event.player, event.game, event.attempt
                return replace(self, watched=self.watched | {seen})
            case ev.RecordingSet():
                return self._with_recording(event)
            case ev.EmbargoSet():
                return replace(self, embargo=event.embargo)
            case ev.ClocksSet():
                return replace(self, clocks=ev.ClockSetting(event.clocks, event.minutes))
            case ev.MatchSigned():
                return replace(self, signed={**self.signed, event.team: event.by})
            case ev.MatchWithdrawn():
                return replace(self, withdrawn=True)
            case ev.MatchShortened() if isinstance(self.scheduled, ev.MatchScheduled):
                fewer = replace(self.scheduled, games=event.games)
                return replace(self, scheduled=fewer)._after_play(event)
            case _ if self.state is None and isinstance(event, ev.CallEvent):
                return replace(self, before_start=self.before_start.after(event))
            case _:
                return self._after_play(event)

    def with_new_roll_set(self, voided: ev.GameVoided) -> "MatchRecord":
        """Return the match with the number of the roll set for the game's next attempt."""
        if not voided.next_roll_set:
            return self
        return replace(self, roll_sets={**self.roll_sets, voided.game: voided.next_roll_set})

    def _with_recording(self, event: ev.RecordingSet) -> "MatchRecord":
        unrecorded = self.unrecorded - {event.room}
        if not event.positions:
            unrecorded |= {event.room}
        return replace(self, unrecorded=unrecorded)._after_play(event)

    def _with_board(self, room: Room, board_id: str) -> "MatchRecord":
        """Return the match with the board in that room, and no longer in the other room."""
        kept = {where: board for where, board in self.boards.items() if board != board_id}
        boards = {**kept, room: board_id}
        if not board_id:
            del boards[room]
        moved = {where: event for where, event in self.moved.items() if where not in boards}
        return replace(self._with_boards(boards), moved=moved)

    def _without_board(self, moved: ev.BoardMoved) -> "MatchRecord":
        """Return the match after the board went to another match, with its departure noted."""
        stood = self.room_of(moved.board_id)
        kept = {where: board for where, board in self.boards.items() if where is not stood}
        record = self._with_boards(kept)
        if stood is None:
            return record
        return replace(record, moved={**self.moved, stood: moved})

    def _with_boards(self, boards: Mapping[Room, str]) -> "MatchRecord":
        state = self.state
        game = (state.game, state.attempt) if state and state.game_under_way else None
        left = {
            board: Departure(room, game)
            for room, board in self.boards.items()
            if board not in boards.values()
        }
        departed = {b: was for b, was in self.departed.items() if b not in boards.values()}
        unmoved = {where for where in self.linked if self.boards.get(where) == boards.get(where)}
        return replace(
            self, boards=boards, linked=frozenset(unmoved), departed={**departed, **left}
        )

    def _after_play(self, event: ev.Event) -> "MatchRecord":
        if self.state is None:
            return self
        return replace(self, state=apply(self.game, self.state, event))._noting(event)

    def _noting(self, event: ev.Event) -> "MatchRecord":
        """Return the match after an event, with those of its facts that are not part of `state`.

        They are, for example, opening throws, reasons and signatures.
        """
        match event:
            case ev.OpeningDecided():
                return replace(self, openings={**self.openings, event.game: event.dice})
            case ev.RollThrown() | ev.RollCorrected() if event.opening:
                return replace(self, openings={**self.openings, event.game: event.dice})
            case ev.PlayedOnPaper():
                opened = [(event.game, each.dice) for each in event.rolls if each.opening]
                return replace(self, openings={**self.openings, **dict(opened)})
            case ev.ResultEntered() if event.opening is not None:
                return replace(self, openings={event.game: event.opening, **self.openings})
            case ev.OpeningTied():
                return self._without_opening(event.game)
            case ev.GameVoided():
                return self._without_opening(event.game).with_new_roll_set(event)
            case ev.ResultCorrected():
                reasons = {**self.adjusted, (event.game, event.room): event.reason}
                openings = self.openings
                if event.opening is not None:
                    openings = {**openings, event.game: event.opening}
                return replace(self, signed={}, adjusted=reasons, openings=openings)
            case ev.MatchShortened():
                return self._noting_fewer(event.games)
            case ev.GameCancelled():
                return replace(self, cancelled={**self.cancelled, event.game: event.reason})
            case _:
                return self

    def _without_opening(self, game: int) -> "MatchRecord":
        others = {each: dice for each, dice in self.openings.items() if each != game}
        return replace(self, openings=others)

    def _noting_fewer(self, games: int) -> "MatchRecord":
        """Return the match shortened to `games` games, and without signatures."""
        return replace(
            self,
            openings={game: dice for game, dice in self.openings.items() if game <= games},
            cancelled={game: why for game, why in self.cancelled.items() if game <= games},
            adjusted={place: why for place, why in self.adjusted.items() if place[0] <= games},
            signed={},
        )
