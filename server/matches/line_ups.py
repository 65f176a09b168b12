"""Players at the tables: line-ups before a match, substitutes between its games (rulings 11, 13).

Source: ruling 5 (colours), ruling 11 (substitutes), ruling 13 (line-ups are sealed until both are
in). Also here: the captains' words, which are given with the line-ups and joined with the match's
seed (ruling 8).

Also here: the players of a match and those who may be seated in it, from its record and from facts
of other streams. Source: rulings 33 (merged persons are one) and 34 (players of a match are not
shown it).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules import commands as cmd
from rules import events as ev
from rules.duplicate.machine import begin
from rules.duplicate.seed_dice import as_word, commitment
from rules.duplicate.state import new_match
from rules.errors import LineUpRefused
from rules.events import LineUpSubmitted, MatchPlayScheduled, SubstituteSeated, Team
from rules.identities import MatchId, PersonId
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import TeamPlace, side_of
from rules.tables.state import Phase
from rules.text import N_
from server.access import MatchPlayers
from server.matches.match_record import MatchRecord
from server.values.finished_match import FinishedMatch


@dataclass(frozen=True, slots=True)
class PlayerSeat:
    """A person at a table of a match, who plays for a team from game number `since` on."""

    player: PersonId
    team: str
    room: Room
    side: Side
    since: int = 1


def seats_of(match: MatchRecord | FinishedMatch) -> tuple[PlayerSeat, ...]:
    """Return everyone who sits or ever sat in a match, seat by seat.

    Players who sat in the same seat one after the other are in that order. The result is empty
    before both line-ups are in.
    """
    if isinstance(match.scheduled, MatchPlayScheduled):
        return tuple(
            PlayerSeat(player, player.text, TABLE, side)
            for player, side in (
                (match.scheduled.white, Side.WHITE),
                (match.scheduled.red, Side.RED),
            )
        )
    if isinstance(match, FinishedMatch):
        line_ups: Iterable[LineUpSubmitted | Team] = match.line_ups
    elif match.started is not None:
        line_ups = match.started.home, match.started.away
    else:
        return ()
    by_team = {_team_seats(each): each for each in line_ups}
    return tuple(
        seat
        for room in Room
        for place, team in zip(TeamPlace, match.teams, strict=True)
        for seat in _in_turn(by_team[team], room, side_of(place, room), match.substitutes)
    )


def _team_seats(line_up: LineUpSubmitted | Team) -> str:
    return line_up.team if isinstance(line_up, LineUpSubmitted) else line_up.name


def _in_turn(
    line_up: LineUpSubmitted | Team, room: Room, side: Side, substitutes: Iterable[SubstituteSeated]
) -> Iterable[PlayerSeat]:
    first = line_up.open_player if room is Room.OPEN else line_up.closed_player
    yield PlayerSeat(first, _team_seats(line_up), room, side)
    for each in substitutes:
        if (each.team, each.room) == (_team_seats(line_up), room):
            yield PlayerSeat(each.player, each.team, room, side, each.game)


def seated_now(seats: Iterable[PlayerSeat]) -> dict[tuple[Room, Side], PlayerSeat]:
    """Return the player who sits in each seat now, or sat there last."""
    return {(seat.room, seat.side): seat for seat in seats}


_SITS_THERE = {
    Room.OPEN: N_("'%(player)s' sits in the open room already"),
    Room.CLOSED: N_("'%(player)s' sits in the closed room already"),
}
_NO_LINE_UPS = (
    "match %(match)s is of two players at one table: it has no line-ups and no substitutes"
)
_NO_SEED = N_("match %(match)s was set up before words could be given")
_WORDS_CLOSED = N_("match %(match)s has started: captains can no longer give a word")
_WORDS_OPEN = N_(
    "both captains' words for match %(match)s have been opened: they can no longer be changed"
)
_NO_WORD = N_("a word has one to %(letters)s letters and no line break")
WORD_LETTERS = 60
"""The largest number of letters in a captain's word."""
_PLAYS_ELSEWHERE = N_("'%(player)s' is in the line-up of match %(match)s, which is not over")
NOT_IN_TEAM = N_("'%(player)s' is not in the team: %(players)s")
NOT_IN_ROSTER = N_(
    "'%(player)s' does not play %(game)s for this team; these players do: %(players)s"
)
_ANOTHER_GAME = N_(
    "this was meant for another game or attempt: the match is now in game %(game)s, attempt "
    "%(attempt)s"
)
_GAME_IS_PLAYED = N_(
    "game %(game)s is being played; a substitute may sit down once it is confirmed in both rooms "
    "and before the next opening throw"
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The players whom a team may seat: all, or those on its roster for the game `roster_of`.

    `roster_of` is the name of a kind of game, such as long gammon, or empty if the team may seat
    all of its players.
    """

    players: Sequence[PersonId]
    roster_of: str = ""


def line_up_submitted(
    record: MatchRecord,
    command: cmd.SubmitLineUp,
    allowed: Allowed,
    seed: bytes,
    merged: Mapping[PersonId, PersonId],
) -> tuple[ev.Event, ...]:
    """Return the event of a team's line-up; the second line-up also starts the match.

    If both line-ups are in, the events that start the match follow. `seed` is used to draw tail
    rolls if the match was set up without a seed (ruling 8). `merged` maps the id of a merged person
    to their present id. Raises LineUpRefused.
    """
    check_has_line_ups(record)
    check_plays(record, command.team)
    if record.started is not None:
        why = N_("match %(match)s has started: its line-ups are closed")
        raise LineUpRefused(why, match=record.match_id)
    for seat in ("open_player", "closed_player"):
        _check_member(seat, getattr(command, seat), allowed)
    if _one_person(command.open_player, command.closed_player, merged):
        named = {"player": command.closed_player}
        raise LineUpRefused(_SITS_THERE[Room.OPEN], "closed_player", **named)
    submitted = ev.LineUpSubmitted(
        team=command.team, open_player=command.open_player, closed_player=command.closed_player
    )
    both = record.after((submitted,))
    if set(both.line_ups) != set(record.teams):
        return (submitted,)
    return (submitted, *_start(both, seed))


def check_is_free(seat: str, player: PersonId, elsewhere: Mapping[PersonId, MatchId]) -> None:
    """Raise LineUpRefused if the player is in the line-up of another match that is not over.

    `seat` is the field of the command that names the player. `elsewhere` maps each player who is
    lined up in another match to that match.
    """
    if player in elsewhere:
        named = {"player": player, "match": elsewhere[player]}
        raise LineUpRefused(_PLAYS_ELSEWHERE, seat, **named)


def _one_person(one: PersonId, other: PersonId, merged: Mapping[PersonId, PersonId]) -> bool:
    return merged.get(one, one) == merged.get(other, other)


def seated_in(record: MatchRecord) -> list[PersonId]:
    """Return everyone who is lined up in a match or sat down in it later."""
    lined_up = [
        player
        for each in record.line_ups.values()
        for player in (each.open_player, each.closed_player)
    ]
    return [*lined_up, *(each.player for each in record.substitutes)]


def line_up_of(record: MatchRecord, team: str) -> cmd.LineUp | None:
    """Return a team's last line-up, or None if the team has handed in no line-up."""
    entered = record.line_ups.get(team)
    return cmd.LineUp(entered.open_player, entered.closed_player) if entered else None


def word_given(record: MatchRecord, command: cmd.GiveWord, by: str) -> tuple[ev.Event, ...]:
    """Return the event that a captain gives their word (ruling 8).

    A captain may replace the word until both words are in. `by` is the id of the person who gives
    it. Raises LineUpRefused.
    """
    check_has_line_ups(record)
    check_plays(record, command.team)
    if record.started is not None:
        raise LineUpRefused(_WORDS_CLOSED, match=record.match_id)
    if record.committed is None:
        raise LineUpRefused(_NO_SEED, match=record.match_id)
    if record.opened_words:
        raise LineUpRefused(_WORDS_OPEN, match=record.match_id)
    word = as_word(command.word)
    if not 0 < len(word) <= WORD_LETTERS or not word.isprintable():
        raise LineUpRefused(_NO_WORD, "word", letters=WORD_LETTERS)
    if record.words.get(command.team) == word:
        return ()
    return (ev.WordGiven(team=command.team, word=word, by=by),)


def _start(record: MatchRecord, chosen: bytes) -> tuple[ev.Event, ...]:
    """Start the match. `chosen` becomes the seed if the match was set up without one."""
    home, away = (_team(record, name) for name in record.teams)
    seed = record.committed.seed if record.committed is not None else chosen
    words = tuple(record.words.get(team, "") for team in record.teams) if record.words else ()
    started = ev.MatchStarted(
        home=home, away=away, commitment=commitment(seed), seed=seed, words=words
    )
    assert isinstance(record.scheduled, ev.MatchScheduled)
    opened = begin(
        record.game, new_match(record.game, record.scheduled, started, record.unrecorded)
    )
    return (started, *opened.events)


def _team(record: MatchRecord, name: str) -> ev.Team:
    entered = record.line_ups[name]
    return ev.Team(name=name, open_player=entered.open_player, closed_player=entered.closed_player)


def substitute_seated(
    record: MatchRecord,
    command: cmd.SeatSubstitute,
    by: str,
    allowed: Allowed,
    merged: Mapping[PersonId, PersonId],
) -> tuple[ev.Event, ...]:
    """Return the event that seats another player of the team between two games (ruling 11).

    `by` is the id of the person who gave the command. `merged` maps the id of a merged person to
    their present id. Raises LineUpRefused, also if the command's game and attempt are not the next
    to begin.
    """
    check_has_line_ups(record)
    state = record.state
    if state is None or record.started is None or state.over:
        why = N_("match %(match)s is not being played: enter line-ups")
        raise LineUpRefused(why, match=record.match_id)
    check_plays(record, command.team)
    if (command.game, command.attempt) != (state.game, state.attempt):
        raise LineUpRefused(_ANOTHER_GAME, game=state.game, attempt=state.attempt)
    if any(state.table(room).phase is not Phase.OPENING for room in Room):
        raise LineUpRefused(_GAME_IS_PLAYED, game=state.game)
    _check_member("player", command.player, allowed)
    for room in Room:
        if _one_person(player_of(record, command.team, room), command.player, merged):
            raise LineUpRefused(_SITS_THERE[room], "player", player=command.player)
    seated = ev.SubstituteSeated(
        team=command.team,
        room=command.room,
        player=command.player,
        game=command.game,
        by=by,
        reason=command.reason,
        watched=command.watched,
    )
    return (seated,)


def has_begun(record: MatchRecord) -> bool:
    """Return True if the players at the match's tables are known.

    This is so if both line-ups are in, or if the match is at one table, where there are no
    line-ups.
    """
    return record.started is not None or isinstance(record.scheduled, ev.MatchPlayScheduled)


def check_has_line_ups(record: MatchRecord) -> None:
    """Raise LineUpRefused if the match is at one table, where two players meet without line-ups."""
    if isinstance(record.scheduled, ev.MatchPlayScheduled):
        raise LineUpRefused(_NO_LINE_UPS, match=record.match_id)


def check_plays(record: MatchRecord, team: str) -> None:
    """Raise LineUpRefused if the team does not play in the match."""
    if team not in record.teams:
        why = N_("'%(team)s' does not play match %(match)s; allowed: %(home)s or %(away)s")
        home, away = record.teams
        raise LineUpRefused(why, "team", team=team, match=record.match_id, home=home, away=away)


def _check_member(field: str, player: PersonId, allowed: Allowed) -> None:
    if player in allowed.players:
        return
    named = {"player": player, "players": tuple(allowed.players)}
    if allowed.roster_of:
        raise LineUpRefused(NOT_IN_ROSTER, field, game=allowed.roster_of, **named)
    raise LineUpRefused(NOT_IN_TEAM, field, **named)


def player_of(record: MatchRecord, team: str, room: Room, game: int | None = None) -> PersonId:
    """Return the team's player in the room, now or in the given game; the match must have started.

    In a match of two players at one table, each player is their own team.
    """
    if isinstance(record.scheduled, ev.MatchPlayScheduled):
        return PersonId(team)
    for seated in reversed(record.substitutes):
        if (seated.team, seated.room) == (team, room) and (game is None or seated.game <= game):
            return seated.player
    assert record.started is not None
    first = record.started.home if team == record.started.home.name else record.started.away
    return first.open_player if room is Room.OPEN else first.closed_player


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """The facts about persons that a match needs; `rosters` are the players of its teams.

    `merged` maps the id of a merged person to their present id.
    """

    rosters: frozenset[PersonId] = frozenset()
    merged: Mapping[PersonId, PersonId] = field(default_factory=dict)

    def known_as(self, person: PersonId) -> PersonId:
        """Return the present id of a person, who may have been merged."""
        return self.merged.get(person, person)


NO_FACTS = PersonFacts()


def match_players(record: MatchRecord, facts: PersonFacts) -> MatchPlayers:
    """Return the players of a match as it stands.

    A person who sits in both rooms, as after two persons were merged, counts as in the closed room.
    """
    seats = {
        facts.known_as(player_of(record, team, room)): room
        for room in sorted(record.rooms, key=lambda room: room is Room.CLOSED)
        for team in record.teams
        if has_begun(record)
    }
    lined_up = {
        player
        for line_up in record.line_ups.values()
        for player in (line_up.open_player, line_up.closed_player)
    }
    return MatchPlayers(
        match=record.match_id,
        seats=seats,
        rosters=frozenset(map(facts.known_as, facts.rosters | lined_up)),
        merged=facts.merged,
        over=record.is_over,
    )
