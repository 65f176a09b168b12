"""Decisions before play: who meets whom, with which line-ups and boards (rulings 1, 5, 13)."""

from collections.abc import Sequence
from dataclasses import replace

from rules import events as ev
from rules.duplicate.fold import new_match
from rules.duplicate.machine import begin
from rules.duplicate.seed_dice import commitment
from rules.duplicate.state import Phase
from rules.errors import LineUpRefused, MatchRefused
from rules.games.known_games import GAMES as KNOWN_GAMES
from rules.room import Room
from rules.scoring.terms import TERMS
from server.relay.match_record import MatchRecord
from server.relay.match_relay import Happened


def check_match(
    home: str, away: str, game: str, games: int, max_lead: int, teams: Sequence[str]
) -> None:
    """Raise MatchRefused naming the first field a match cannot be set up with.

    `games` a room are those the VP table has a column for, or any up to twelve where what is
    counted is compared (ruling 1, rules.scoring.tallies).
    """
    for field, name in (("home", home), ("away", away)):
        if name not in teams:
            known = ", ".join(teams) or "none yet; register both teams first"
            raise MatchRefused(field, name, f"a registered team ({known})")
    if home == away:
        raise MatchRefused("away", away, "another team than home")
    if game not in KNOWN_GAMES:
        raise MatchRefused("game", game, ", ".join(KNOWN_GAMES))
    lengths = TERMS[game].lengths
    if games not in lengths:
        raise MatchRefused("games", games, ", ".join(map(str, lengths)))
    if not 0 <= max_lead <= 100:
        raise MatchRefused("max_lead", max_lead, "0 (no limit) to 100 turns")


def line_up(
    record: MatchRecord, submitted: ev.LineUpSubmitted, players: Sequence[str], seed: bytes
) -> Happened:
    """A team's line-up; with the second one the match starts. Raises LineUpRefused."""
    if submitted.team not in record.teams:
        raise LineUpRefused(
            f"team: {submitted.team!r} does not play match {record.number}; "
            f"allowed: {' or '.join(record.teams)}"
        )
    if record.started is not None:
        raise LineUpRefused(f"match {record.number} has started: its line-ups are closed")
    for seat in ("open_player", "closed_player"):
        name = getattr(submitted, seat)
        if name not in players:
            raise LineUpRefused(f"{seat}: {name!r} is not in the team: {', '.join(players)}")
    if submitted.open_player == submitted.closed_player:
        raise LineUpRefused(
            f"closed_player: {submitted.closed_player!r} sits in the open room already"
        )
    both = record.after((submitted,))
    if set(both.line_ups) != set(record.teams):
        return (submitted,)
    return (submitted, *_start(both, seed))


def _start(record: MatchRecord, seed: bytes) -> Happened:
    home, away = (_team(record, name) for name in record.teams)
    started = ev.MatchStarted(home=home, away=away, commitment=commitment(seed), seed=seed)
    opened = begin(record.game, new_match(record.game, record.scheduled, started))
    return (started, *opened.events)


def _team(record: MatchRecord, name: str) -> ev.Team:
    entered = record.line_ups[name]
    return ev.Team(name=name, open_player=entered.open_player, closed_player=entered.closed_player)


def substitute_seated(
    record: MatchRecord, wanted: ev.SubstituteSeated, players: Sequence[str]
) -> Happened:
    """Another player of the team takes a seat between two games (ruling 11).

    Raises LineUpRefused; `wanted.game` is overruled by the game that is to begin.
    """
    state = record.state
    if state is None or record.started is None or state.over:
        raise LineUpRefused(f"match {record.number} is not being played: enter line-ups")
    if wanted.team not in record.teams:
        allowed = " or ".join(record.teams)
        raise LineUpRefused(f"team: {wanted.team!r} does not play here; allowed: {allowed}")
    if any(state.table(room).phase is not Phase.OPENING for room in Room):
        raise LineUpRefused(
            f"game {state.game} is being played; a substitute may sit down once it is confirmed "
            "in both rooms and before the next opening throw"
        )
    if wanted.player not in players:
        raise LineUpRefused(f"player: {wanted.player!r} is not in the team: {', '.join(players)}")
    for room in Room:
        if player_of(record, wanted.team, room) == wanted.player:
            raise LineUpRefused(f"player: {wanted.player!r} sits in the {room.value} room already")
    return (replace(wanted, game=state.game),)


def player_of(record: MatchRecord, team: str, room: Room, game: int | None = None) -> str:
    """Who of that team sits in that room now, or sat there in that game; the match has started."""
    for seated in reversed(record.substitutes):
        if (seated.team, seated.room) == (team, room) and (game is None or seated.game <= game):
            return seated.player
    assert record.started is not None
    first = record.started.home if team == record.started.home.name else record.started.away
    return first.open_player if room is Room.OPEN else first.closed_player


def board_assigned(record: MatchRecord, room: Room, board_id: str) -> Happened:
    """A board put on a room's table; it leaves the other room if it stood there."""
    if record.boards.get(room) == board_id:
        return ()
    return (ev.BoardAssigned(room=room, board_id=board_id),)


def board_taken(record: MatchRecord, room: Room) -> Happened:
    """The board taken from a room's table; nothing if none stands there."""
    if room not in record.boards:
        return ()
    return (ev.BoardAssigned(room=room, board_id=""),)


def embargo_set(embargo: ev.Embargo, by: str, reason: str) -> Happened:
    """What spectators are told from here on; it may be said at any time (rulings 11 and 12)."""
    return (ev.EmbargoSet(embargo=embargo, by=by, reason=reason),)


def signed(record: MatchRecord, team: str, by: str) -> Happened:
    """A captain's signature under a finished match (ruling 15)."""
    if team not in record.teams:
        raise MatchRefused("team", team, " or ".join(record.teams))
    if record.state is None or not record.state.over:
        raise MatchRefused("team", team, "nothing yet: the match is not finished")
    if team in record.signed:
        return ()
    return (ev.MatchSigned(team=team, by=by),)
