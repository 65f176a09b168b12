"""The public state of a match, and the public match protocol.

Both are made from public items and from nothing else, so no page or number made from them can
depend on what is still under embargo (ruling 12). The protocol has only games that are over in both
rooms.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from rules.dice import Roll
from rules.events import AnyScheduled, Embargo, MatchPlayScheduled, MatchScheduled, Team
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import TABLE, MatchScore
from rules.position import Side
from rules.room import CANCELLED, Room, RoomResult
from rules.scoring.match_protocol import Confirmations
from rules.scoring.teams import PerTeam, TeamPlace
from server.live import facts as fx
from server.live.public_table import (
    PublicGame,
    PublicTable,
    is_begun,
    table_after,
    without_position,
)
from server.values.scored_match import AnyProtocol, ScoredResults


class PublicPhase(Enum):
    """The phase of a match, as far as it is public."""

    PLANNED = "planned"
    PLAYING = "playing"
    OPEN_GAME_OVER = "open-game-over"
    GAME_OVER = "game-over"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PublicSnapshot:
    """The public state of a match after item number `last` (0 before the first).

    `start` is a table set up for a new game, `table` the open room's table in the current game. The
    tables of the rooms in `unrecorded` do not record positions and so show no checkers. `line_ups`
    is None until both are public.

    `game` and `attempt` are the numbers of the current game and attempt, 0 until the first game has
    begun. `openings` are the opening throws, keyed by game. `results` are the results of the games
    that are over in both rooms, keyed by game and room. `annulled` is the director's reason for
    each cancelled game, `finished` the facts of both rooms for each game that is over in both; both
    are keyed by game. `score` is the score of a match at one table and `games` the games that made
    it; in other matches `score` is None.

    `commitment` is the SHA-256 of the match's seed and public from the start. `words` are the
    captains' words that are joined with the seed, public with the line-ups. `seed` is empty until
    the match is over. `signed` names the teams, or at one table the players, who have signed.

    `held` is True if the director holds the whole match. `paced` is True if the embargo was
    `lockstep` during the whole current game. `asked` is True while watchers are asked how they
    would answer a double.
    """

    scheduled: AnyScheduled
    start: PublicTable
    table: PublicTable
    last: int = 0
    phase: PublicPhase = PublicPhase.PLANNED
    line_ups: PerTeam[Team] | None = None
    commitment: bytes = b""
    words: tuple[str, ...] = ()
    seed: bytes = b""
    game: int = 0
    attempt: int = 0
    embargo: Embargo = Embargo.LOCKSTEP
    openings: Mapping[int, Roll] = field(default_factory=dict)
    results: Mapping[tuple[int, Room], RoomResult] = field(default_factory=dict)
    annulled: Mapping[int, str] = field(default_factory=dict)
    finished: Mapping[int, PublicGame] = field(default_factory=dict)
    signed: frozenset[str] = frozenset()
    score: MatchScore | None = None
    games: tuple[GameScore, ...] = ()
    held: bool = False
    paced: bool = False
    unrecorded: frozenset[Room] = frozenset()
    asked: bool = False

    @property
    def opponents(self) -> PerTeam[str]:
        """The home and the away team; in a match at one table the players, White first."""
        return PerTeam(*self.scheduled.opponents)

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms in which the match has a table."""
        return tuple(Room) if isinstance(self.scheduled, MatchScheduled) else (TABLE,)

    def public_game(self, game: int) -> PublicGame | None:
        """Return a game with its public facts, or None if it has not begun.

        The facts of both rooms are included if the game is over in both.
        """
        if game in self.finished:
            return self.finished[game]
        if not game or game != self.game:
            return None
        return PublicGame(game=game, attempt=self.attempt, open=self.table.facts)

    def start_of(self, game: int, room: Room = Room.OPEN) -> PublicTable:
        """Return that room's table as it was, or will be, before the opening throw of that game."""
        start, score = self._set_for(game, room), self.score
        if score is None or game == self.game:
            return replace(start, cubeless=self.table.cubeless)
        crawford = any(each.crawford for each in self.games if each.game == game)
        return replace(start, cubeless=crawford or score.length == 1)

    def _set_for(self, game: int, room: Room) -> PublicTable:
        """Return that room's table as it was set up before that game.

        If the game had no throw, nobody knows whether checkers were set up; then the table is
        returned without checkers.
        """
        over = self.finished.get(game)
        begun = not self.kept_by_hand if over is None else is_begun(over.facts(room))
        start = self.set_in(room)
        return start if begun else without_position(start)

    @property
    def kept_by_hand(self) -> bool:
        """True if some results are known, and no dice were shown by a board in any game."""
        games = (self.table.facts, *(each.open for each in self.finished.values()))
        return bool(self.results) and not any(map(is_begun, games))

    @property
    def game_is_known(self) -> bool:
        """True if the opening throw of a game that is under way is public."""
        between = (PublicPhase.PLANNED, PublicPhase.GAME_OVER, PublicPhase.OVER)
        return self.phase not in between and self.game in self.openings

    def set_in(self, room: Room) -> PublicTable:
        """Return that room's table as set up for a new game.

        The table has no checkers if it does not record positions.
        """
        if room not in self.unrecorded:
            return self.start
        return replace(self.start, position=None, before=None)

    def after(self, item: fx.PublicItem) -> "PublicSnapshot":
        """Return the snapshot after this item became public."""
        fact = item.fact
        if not isinstance(fact, fx.TableFact):
            return replace(_after_match_fact(self, fact), last=item.number)
        phase, openings, over = self.phase, self.openings, self
        if isinstance(fact, fx.OpenGameFinished):
            phase = PublicPhase.OPEN_GAME_OVER
        if isinstance(fact, fx.TurnTakenBack | fx.RollTakenBack):
            phase, over = PublicPhase.PLAYING, _without_results(self, fact.game)
        match fact:
            case fx.OpeningShown() | fx.DiceShown(opening=True) | fx.PaperDiceShown(opening=True):
                openings = {**openings, fact.game: fact.dice}
            case _:
                pass
        if isinstance(fact, fx.RollTakenBack) and fact.opening:
            openings = _but(openings, fact.game)
        table = table_after(self._set_at_last(fact), fact)
        return replace(over, last=item.number, phase=phase, openings=openings, table=table)

    def _set_at_last(self, fact: fx.TableFact) -> PublicTable:
        """Return the table before `fact`, with checkers set up if `fact` is the game's first throw.

        The table may have been shown without checkers until then.
        """
        table, start = self.table, self.set_in(Room.OPEN)
        if not is_begun((fact,)) or is_begun(table.facts):
            return table
        return replace(table, position=start.position, before=start.before)


def before_play(scheduled: AnyScheduled, start: PublicTable) -> PublicSnapshot:
    """Return the snapshot of a match that has no public item yet.

    `start` is a table of the match's game before an opening throw. A match at one table gets the
    embargo LIVE.
    """
    if not isinstance(scheduled, MatchScheduled):
        score = MatchScore(scheduled.length)
        table = replace(start, cubeless=not score.cube_in_use)
        return PublicSnapshot(scheduled, start, table, embargo=Embargo.LIVE, score=score)
    return PublicSnapshot(scheduled, start, start, embargo=scheduled.embargo)


def _after_match_fact(now: PublicSnapshot, fact: fx.MatchFact) -> PublicSnapshot:
    match fact:
        case fx.SubstituteShown():
            return _with_substitute(now, fact)
        case fx.EmbargoChanged():
            paced = now.paced and fact.embargo is Embargo.LOCKSTEP
            return replace(now, embargo=fact.embargo, paced=paced)
        case fx.RecordingShown():
            return _recording(now, fact)
        case fx.LineUpsOpened():
            return replace(
                now,
                line_ups=PerTeam(fact.home, fact.away),
                commitment=fact.commitment,
                words=fact.words,
            )
        case fx.GameOpened():
            return replace(
                now,
                game=fact.game,
                attempt=fact.attempt,
                phase=PublicPhase.PLAYING,
                paced=now.embargo is Embargo.LOCKSTEP,
                table=_set_for_next(now),
            )
        case fx.GameWithdrawn():
            return _without(now, fact.game)
        case fx.ClosedRoomShown():
            return _with_both_rooms(now, fact)
        case fx.RollDiffers():
            game = now.finished[fact.game].with_differing(fact)
            return replace(now, finished={**now.finished, fact.game: game})
        case fx.MatchScoreShown():
            table = replace(now.table, cubeless=not fact.score.cube_in_use)
            return replace(now, score=fact.score, games=fact.games, table=table)
        case fx.MatchCutShort():
            return _cut_short(now, fact.games)
        case fx.PlayHeld():
            return replace(now, held=fact.held)
        case fx.MatchOver():
            return replace(now, phase=PublicPhase.OVER, seed=fact.seed)
        case fx.MatchGoesOn():
            ended = now.table.result is not None
            return replace(now, phase=PublicPhase.GAME_OVER if ended else PublicPhase.PLAYING)
        case fx.ProtocolSigned():
            return replace(now, signed=now.signed | {fact.team})
        case fx.GameOver() | fx.GameAnnulled() | fx.ResultChanged():
            return _with_results(now, fact)


def _set_for_next(now: PublicSnapshot) -> PublicTable:
    """Return the open room's table before a game's first throw.

    If all results so far were entered by hand, nobody knows whether checkers are set up at the
    table; then the table is returned without checkers.
    """
    table = replace(now.set_in(Room.OPEN), cubeless=now.table.cubeless)
    return without_position(table) if now.kept_by_hand else table


def _recording(now: PublicSnapshot, fact: fx.RecordingShown) -> PublicSnapshot:
    """Return the snapshot after a table was set to record positions, or not to.

    Nothing has been played at the table yet.
    """
    unrecorded = now.unrecorded - {fact.room}
    if not fact.positions:
        unrecorded |= {fact.room}
    now = replace(now, unrecorded=unrecorded)
    return replace(now, table=replace(now.set_in(Room.OPEN), cubeless=now.table.cubeless))


def _cut_short(now: PublicSnapshot, games: int) -> PublicSnapshot:
    """Return the snapshot of a match that was shortened to `games` games.

    If the current game no longer belongs to the match, the last remaining game becomes the current
    one.
    """
    assert isinstance(now.scheduled, MatchScheduled)
    now = replace(now, scheduled=replace(now.scheduled, games=games), signed=frozenset())
    if now.game <= games:
        return now
    last = now.finished[games]
    table = replace(now.set_in(Room.OPEN), cubeless=now.table.cubeless)
    for fact in last.open:
        table = table_after(table, fact)
    return replace(
        now,
        game=games,
        attempt=last.attempt,
        phase=PublicPhase.GAME_OVER,
        table=table,
        openings={game: dice for game, dice in now.openings.items() if game <= games},
        results={place: each for place, each in now.results.items() if place[0] <= games},
        annulled={game: why for game, why in now.annulled.items() if game <= games},
        finished={game: each for game, each in now.finished.items() if game <= games},
    )


def _with_substitute(now: PublicSnapshot, fact: fx.SubstituteShown) -> PublicSnapshot:
    assert now.line_ups is not None
    home, away = (
        _seated(team, fact) if team.name == fact.team else team
        for team in (now.line_ups.home, now.line_ups.away)
    )
    return replace(now, line_ups=PerTeam(home, away))


def _seated(team: Team, fact: fx.SubstituteShown) -> Team:
    if fact.room is Room.OPEN:
        return replace(team, open_player=fact.player)
    return replace(team, closed_player=fact.player)


def _with_results(
    now: PublicSnapshot, fact: fx.GameOver | fx.GameAnnulled | fx.ResultChanged
) -> PublicSnapshot:
    match fact:
        case fx.ResultChanged():
            results = {**now.results, (fact.game, fact.room): fact.result}
            now = _with_hand_opening(now, fact.game, fact.opening)
            return replace(now, results=results, signed=frozenset())
        case fx.GameOver():
            both = {(fact.game, Room.OPEN): fact.open}
            if fact.closed is None:
                now = _with_its_story(now, fact.game)
            else:
                both[fact.game, Room.CLOSED] = fact.closed
            if fact.game not in now.openings:
                now = _with_hand_opening(now, fact.game, fact.opening)
            return replace(now, phase=PublicPhase.GAME_OVER, results={**now.results, **both})
        case fx.GameAnnulled():
            both = {(fact.game, room): CANCELLED for room in Room}
            return replace(
                now,
                phase=PublicPhase.GAME_OVER,
                results={**now.results, **both},
                annulled={**now.annulled, fact.game: fact.reason},
                table=now.table if is_begun(now.table.facts) else without_position(now.table),
            )


def _with_hand_opening(now: PublicSnapshot, game: int, dice: Roll | None) -> PublicSnapshot:
    return now if dice is None else replace(now, openings={**now.openings, game: dice})


def _with_its_story(now: PublicSnapshot, game: int) -> PublicSnapshot:
    one = PublicGame(game=game, attempt=now.attempt, open=now.table.facts)
    return replace(now, finished={**now.finished, game: one})


def _with_both_rooms(now: PublicSnapshot, fact: fx.ClosedRoomShown) -> PublicSnapshot:
    both = PublicGame(game=fact.game, attempt=fact.attempt, open=now.table.facts, closed=fact.steps)
    return replace(now, finished={**now.finished, fact.game: both})


_Value = TypeVar("_Value")


def _but(values: Mapping[int, _Value], game: int) -> Mapping[int, _Value]:
    return {known: value for known, value in values.items() if known != game}


def _without(now: PublicSnapshot, game: int) -> PublicSnapshot:
    return replace(_without_results(now, game), openings=_but(now.openings, game))


def _without_results(now: PublicSnapshot, game: int) -> PublicSnapshot:
    """Return the snapshot without the results and finished facts of a game that goes on again."""
    return replace(
        now,
        finished=_but(now.finished, game),
        results={place: result for place, result in now.results.items() if place[0] != game},
    )


def public_protocol(now: PublicSnapshot) -> AnyProtocol:
    """Return the match protocol with the results of the match's public games, and their scores."""
    if isinstance(now.scheduled, MatchPlayScheduled):
        return _of_one_table(now, now.scheduled)
    scored = ScoredResults(now.scheduled, now.results)
    return scored.protocol(now.openings, now.annulled, _confirmations(now))


def _of_one_table(now: PublicSnapshot, scheduled: MatchPlayScheduled) -> MatchPlayProtocol:
    """Return the protocol of a match at one table.

    All results are marked as confirmed, because players sign only results that they have confirmed.
    """
    assert now.score is not None
    by_side = {scheduled.white.text: Side.WHITE, scheduled.red.text: Side.RED}
    games = tuple(replace(each, opening=now.openings.get(each.game)) for each in now.games)
    return MatchPlayProtocol(
        score=now.score,
        games=games,
        complete=now.phase is PublicPhase.OVER,
        confirmed=True,
        signed=frozenset(by_side[name] for name in now.signed),
    )


def _confirmations(now: PublicSnapshot) -> Confirmations:
    """Return which rooms have confirmed and which captains have signed.

    A captain signs only a match whose results are confirmed (ruling 15); a correction voids the
    signatures.
    """
    rooms = frozenset(Room) if now.phase is PublicPhase.OVER else frozenset[Room]()
    names = now.opponents
    signed = frozenset(place for place in TeamPlace if names.of(place) in now.signed)
    return Confirmations(rooms, signed)
