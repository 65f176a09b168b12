"""Sentences that a phone at a table shows about the table's match; the wire carries none of them.

They are the score of a match to points, the notice that no game may start from a time on (the last
start), and results to confirm.
"""

from datetime import datetime
from typing import Any

from rules.any_match import AnyMatchState, MatchPlayState
from rules.ledger import unix_microseconds
from rules.position import Side
from rules.room import Room
from server.matches.match_record import MatchRecord
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Names
from server.views.match.values import players_in
from server.views.team_event.values import last_start_words
from server.words.game_words import result_words
from server.words.translation import Words


def score_words(state: AnyMatchState | None, words: Words) -> str:
    """Return the score of a match to points and whether this is the Crawford game.

    Return an empty text for other matches, and before the match starts.
    """
    if not isinstance(state, MatchPlayState):
        return ""
    score = state.score
    text = words.ngettext(
        "White %(white)s – %(red)s Red, to %(num)s point",
        "White %(white)s – %(red)s Red, to %(num)s points",
        score.length,
        white=score.white,
        red=score.red,
    )
    return f"{text} · {words.gettext('Crawford game')}" if score.crawford else text


def match_result_words(record: MatchRecord, names: Names, words: Words) -> str:
    """Return who won a match to points and how; empty for other matches, and before its end."""
    state = record.state
    if not isinstance(state, MatchPlayState) or not state.over or state.winner is None:
        return ""
    won = state.winner
    return words.gettext(
        "%(winner)s wins the match %(won)s–%(lost)s.",
        winner=players_in(record, Room.OPEN, names).get(won, ""),
        won=state.score.of(won),
        lost=state.score.of(won.opponent),
    )


def no_start_words(tournament: TournamentProcess, now: datetime, words: Words) -> str:
    """Return the notice that the director lets no game start now; empty if one may start."""
    times = tournament.state.event.times
    if times.game_may_begin(now) or times.last_start is None:
        return ""
    until = words.moment(times.last_start.until)
    return words.gettext("The director lets no game start before %(until)s.", until=until)


def start_notices(
    tournament: TournamentProcess, now: datetime, words: Words
) -> list[dict[str, str]]:
    """Return the notice of the time after which no game may start, as a list of announcements.

    If the director has set such a time and it is still to come, the list has one item; otherwise
    the list is empty. Once the time has come, `no_start_words` returns the notice.
    """
    order = tournament.state.event.times.last_start
    if order is None or now >= order.at:
        return []
    text = last_start_words(order, now, words)
    key = f"last-start-{unix_microseconds(order.at) // 1000}"
    return [{"key": key, "time": "", "text": text}]


def corrected_results(
    record: MatchRecord, room: Room, names: Names, words: Words
) -> list[dict[str, Any]]:
    """Return the room's entered results that its players are asked to confirm (ruling 15).

    `number` is the number of the result that a confirmation names, `sides` are those who have not
    confirmed it.
    """
    state = record.state
    if state is None:
        return []
    found = []
    for game, where in state.unconfirmed:
        if where is not room:
            continue
        standing = state.standings[game, room]
        players = players_in(record, room, names, game)
        result = result_words(
            words,
            state.results[game, room],
            players,
            record.game.name,
            left=not isinstance(state, MatchPlayState),
        )
        found.append(
            {
                "game": game,
                "attempt": state.attempts[game],
                "number": standing.number,
                "text": words.gettext("Game %(game)s: %(result)s", game=game, result=result),
                "sides": [side.value for side in Side if side not in standing.players],
            }
        )
    return found
