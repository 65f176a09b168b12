"""Matches that belong to no round of a format (rulings 1 and 17)."""

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused
from rules.games.known_games import GAMES as KNOWN_GAMES
from rules.match_play.machine import new_match
from rules.match_play.state import ENDINGS
from rules.scoring.terms import TERMS
from rules.text import N_
from server.matches.clock_orders import check_clock_minutes
from server.tournaments.changed_teams import ENTERED
from server.tournaments.given import TournamentGiven
from server.tournaments.tournament_state import TournamentState

_BY_POINTS = [name for name, game in KNOWN_GAMES.items() if game.endings <= ENDINGS]
"""The names of the games whose results are worth points."""


def match_set_up(
    state: TournamentState, command: cmd.ScheduleMatch, given: TournamentGiven
) -> ev.MatchScheduled:
    """Return the event that sets up a match of two teams.

    Raises MatchRefused, which names the first field that is wrong.
    """
    _check_match(state, command)
    return ev.MatchScheduled(
        match_id=given.next_match,
        event=command.event,
        home=command.home,
        away=command.away,
        games=command.games,
        game_name=command.game_name,
        roll_set=1 if command.trial else given.roll_set,
        max_lead=command.max_lead,
        tail_drawn=command.tail_drawn,
        embargo=command.embargo,
        trial=command.trial,
        clocks=command.clocks,
        clock_minutes=command.clock_minutes,
    )


def match_play_set_up(
    command: cmd.ScheduleMatchPlay, given: TournamentGiven
) -> ev.MatchPlayScheduled:
    """Return the event that sets up a match of two players at one table, to points (ruling 17).

    Raises MatchRefused, which names the first field that is wrong.
    """
    if command.white == command.red:
        raise MatchRefused("red", command.red, N_("another player than White"))
    if command.game_name not in _BY_POINTS:
        raise MatchRefused("game", command.game_name, ", ".join(_BY_POINTS))
    new_match(KNOWN_GAMES[command.game_name], command.length)
    check_clock_minutes(command.clock_minutes)
    return ev.MatchPlayScheduled(
        match_id=given.next_match,
        event=command.event,
        white=command.white,
        red=command.red,
        length=command.length,
        game_name=command.game_name,
        trial=command.trial,
        clocks=command.clocks,
        clock_minutes=command.clock_minutes,
    )


def _check_match(state: TournamentState, command: cmd.ScheduleMatch) -> None:
    """Raise MatchRefused, which names the first wrong field, if the match cannot be set up.

    The number of `games` per room must have a column in the table of VP. In Trictrac, where the
    trous of the rooms are compared instead, any number up to twelve is allowed (ruling 1,
    rules.scoring.tallies).
    """
    for field_name, name in (("home", command.home), ("away", command.away)):
        if name not in state.teams:
            raise MatchRefused(field_name, name, ENTERED, teams=", ".join(state.teams))
    if command.home == command.away:
        raise MatchRefused("away", command.away, N_("a team other than the home team"))
    if command.game_name not in KNOWN_GAMES:
        raise MatchRefused("game", command.game_name, ", ".join(KNOWN_GAMES))
    lengths = TERMS[command.game_name].lengths
    if command.games not in lengths:
        raise MatchRefused("games", command.games, ", ".join(map(str, lengths)))
    if not 0 <= command.max_lead <= 100:
        raise MatchRefused("max_lead", command.max_lead, N_("0 (no limit) to 100 turns"))
    check_clock_minutes(command.clock_minutes)
