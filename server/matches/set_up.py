"""Decisions before play: who meets whom, with which line-ups and boards (rulings 1, 5, 13)."""

from collections.abc import Iterable, Mapping, Sequence

from rules import events as ev
from rules.duplicate.fold import new_match
from rules.duplicate.machine import begin
from rules.duplicate.seed_dice import commitment
from rules.errors import LineUpRefused, MatchRefused
from rules.games.known_games import GAMES as KNOWN_GAMES
from rules.room import Room
from rules.scoring.terms import TERMS
from rules.tables.state import Phase
from server.matches.match_record import MatchRecord
from server.matches.saying import Happened

_ENTERED = "a team that is entered: %(teams)s"
_NAME_STAYS = "%(team)s: match %(match)s is set up with it"
_PLAYERS_STAY = "a list with %(players)s: the line-up of match %(match)s names them"
_ALL_STAY = "a list with %(players)s: a line-up of match %(match)s is in, still sealed"
_SITS_THERE = {
    Room.OPEN: "'%(player)s' sits in the open room already",
    Room.CLOSED: "'%(player)s' sits in the closed room already",
}
_ANOTHER_GAME = "ordered for another game or attempt; now it is game %(game)s, attempt %(attempt)s"
_GAME_IS_PLAYED = (
    "game %(game)s is being played; a substitute may sit down once it is confirmed in both rooms "
    "and before the next opening throw"
)
_UNCONFIRMED = {
    Room.OPEN: "nothing yet: the open room's result of game %(game)s is unconfirmed",
    Room.CLOSED: "nothing yet: the closed room's result of game %(game)s is unconfirmed",
}


def check_match(
    home: str, away: str, game: str, games: int, max_lead: int, teams: Sequence[str]
) -> None:
    """Raise MatchRefused naming the first field a match cannot be set up with.

    `games` a room are those the VP table has a column for, or any up to twelve where what is
    counted is compared (ruling 1, rules.scoring.tallies).
    """
    for field, name in (("home", home), ("away", away)):
        if name not in teams:
            known = ", ".join(teams)
            raise MatchRefused(field, name, _ENTERED, teams=known)
    if home == away:
        raise MatchRefused("away", away, "another team than home")
    if game not in KNOWN_GAMES:
        raise MatchRefused("game", game, ", ".join(KNOWN_GAMES))
    lengths = TERMS[game].lengths
    if games not in lengths:
        raise MatchRefused("games", games, ", ".join(map(str, lengths)))
    if not 0 <= max_lead <= 100:
        raise MatchRefused("max_lead", max_lead, "0 (no limit) to 100 turns")


def teams_after(teams: dict[str, tuple[str, ...]], event: ev.Event) -> dict[str, tuple[str, ...]]:
    """Every team with its players, in the order they entered, once this event is known."""
    match event:
        case ev.TeamRegistered():
            return {**teams, event.name: event.players}
        case ev.TeamChanged():
            mended = event.name, event.players
            return dict(mended if name == event.team else (name, teams[name]) for name in teams)
        case _:
            return teams


def team_changed(
    wanted: ev.TeamChanged,
    teams: Mapping[str, Sequence[str]],
    records: Iterable[MatchRecord],
) -> None:
    """Raise MatchRefused where a team cannot be mended so.

    It keeps its name once a match is set up with it, and the players that a line-up names. Of a
    sealed one it keeps all, so that nobody learns whom it names (ruling 13).
    """
    if wanted.team not in teams:
        raise MatchRefused("team", wanted.team, _ENTERED, teams=", ".join(teams))
    if wanted.name != wanted.team and wanted.name in teams:
        raise MatchRefused("name", wanted.name, "a name no other team has")
    for record in records:
        if wanted.team not in record.teams:
            continue
        if wanted.name != wanted.team:
            raise MatchRefused(
                "name", wanted.name, _NAME_STAYS, team=wanted.team, match=record.number
            )
        kept = _kept(record, wanted.team, teams[wanted.team])
        gone = [player for player in kept if player not in wanted.players]
        if gone:
            raise MatchRefused(
                "players",
                ", ".join(wanted.players),
                _PLAYERS_STAY if record.started else _ALL_STAY,
                players=", ".join(gone),
                match=record.number,
            )


def _kept(record: MatchRecord, team: str, players: Sequence[str]) -> list[str]:
    """Who of a team cannot leave it any more because of this match."""
    line_up = record.line_ups.get(team)
    if line_up is None or record.started is None:
        return [] if line_up is None else list(players)
    seated = [each.player for each in record.substitutes if each.team == team]
    return [line_up.open_player, line_up.closed_player, *seated]


def line_up(
    record: MatchRecord, submitted: ev.LineUpSubmitted, players: Sequence[str], seed: bytes
) -> Happened:
    """A team's line-up; with the second one the match starts. Raises LineUpRefused."""
    _check_plays(record, submitted.team)
    if record.started is not None:
        why = "match %(match)s has started: its line-ups are closed"
        raise LineUpRefused(why, match=record.number)
    for seat in ("open_player", "closed_player"):
        _check_member(seat, getattr(submitted, seat), players)
    if submitted.open_player == submitted.closed_player:
        named = {"player": submitted.closed_player}
        raise LineUpRefused(_SITS_THERE[Room.OPEN], "closed_player", **named)
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
    record: MatchRecord, wanted: ev.SubstituteSeated, attempt: int, players: Sequence[str]
) -> Happened:
    """Another player of the team takes a seat between two games (ruling 11).

    Raises LineUpRefused, also where `wanted.game` in that attempt is not the one to begin.
    """
    state = record.state
    if state is None or record.started is None or state.over:
        why = "match %(match)s is not being played: enter line-ups"
        raise LineUpRefused(why, match=record.number)
    _check_plays(record, wanted.team)
    if (wanted.game, attempt) != (state.game, state.attempt):
        raise LineUpRefused(_ANOTHER_GAME, game=state.game, attempt=state.attempt)
    if any(state.table(room).phase is not Phase.OPENING for room in Room):
        raise LineUpRefused(_GAME_IS_PLAYED, game=state.game)
    _check_member("player", wanted.player, players)
    for room in Room:
        if player_of(record, wanted.team, room) == wanted.player:
            raise LineUpRefused(_SITS_THERE[room], "player", player=wanted.player)
    return (wanted,)


def _check_plays(record: MatchRecord, team: str) -> None:
    if team not in record.teams:
        why = "'%(team)s' does not play match %(match)s; allowed: %(home)s or %(away)s"
        home, away = record.teams
        raise LineUpRefused(why, "team", team=team, match=record.number, home=home, away=away)


def _check_member(field: str, player: str, players: Sequence[str]) -> None:
    if player not in players:
        why = "'%(player)s' is not in the team: %(players)s"
        raise LineUpRefused(why, field, player=player, players=", ".join(players))


def player_of(record: MatchRecord, team: str, room: Room, game: int | None = None) -> str:
    """Who of that team sits in that room now, or sat there in that game; the match has started."""
    for seated in reversed(record.substitutes):
        if (seated.team, seated.room) == (team, room) and (game is None or seated.game <= game):
            return seated.player
    assert record.started is not None
    first = record.started.home if team == record.started.home.name else record.started.away
    return first.open_player if room is Room.OPEN else first.closed_player


def embargo_set(embargo: ev.Embargo, by: str, reason: str) -> Happened:
    """What spectators are told from here on; it may be said at any time (rulings 11 and 12)."""
    return (ev.EmbargoSet(embargo=embargo, by=by, reason=reason),)


def signed(record: MatchRecord, team: str, by: str) -> Happened:
    """A captain's signature under a finished match (ruling 15).

    Raises MatchRefused while the match goes on, or a result of it is unconfirmed.
    """
    if team not in record.teams:
        raise MatchRefused("team", team, " or ".join(record.teams))
    if record.state is None or not record.state.over:
        raise MatchRefused("team", team, "nothing yet: the match is not finished")
    for game, room in record.state.unconfirmed:
        raise MatchRefused("team", team, _UNCONFIRMED[room], game=game)
    if team in record.signed:
        return ()
    return (ev.MatchSigned(team=team, by=by),)
