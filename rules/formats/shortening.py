"""A round is shortened for all of its matches: what the director's order makes happen.

Source: ruling 1 and ADR 20. Who may is asked elsewhere.
"""

from rules import events as ev
from rules.commands.shortening_commands import ShortenRound
from rules.errors import MatchRefused
from rules.formats.given import Given, check_seen, published_round
from rules.formats.stages import EventState, Stage
from rules.scoring.vp import MATCH_LENGTHS

GAMES_CHANGED = "the number of games in round %(round)s has changed"
_OPEN = "a round that is not closed"
_LENGTHS = (
    "%(lengths)s: fewer games than the matches have, and a number the VP table has a "
    "column for; without one a match has no VP, which decide the standings"
)
_NO_LENGTH = (
    "a round of longer matches: for fewer than %(games)s games the VP table has no column, and"
    " standings rest on VP"
)
_PLAYED = "%(played)s or more: that many games have begun in match %(matches)s"


def round_shortened(state: EventState, command: ShortenRound, given: Given) -> ev.RoundShortened:
    """The event; raises MatchRefused naming the field that cannot be, ValuesChanged."""
    stage, round_ = published_round(state, command.stage, command.round)
    if round_.closed:
        raise MatchRefused("round", command.round, _OPEN)
    now = stage.games_of(command.round)
    check_seen("seen", GAMES_CHANGED, command.seen, now, round=command.round)
    lengths = shorter_lengths(stage, command.round)
    if not lengths:
        raise MatchRefused("games", command.games, _NO_LENGTH, games=now)
    if command.games not in lengths:
        named = ", ".join(map(str, lengths))
        raise MatchRefused("games", command.games, _LENGTHS, lengths=named)
    numbers = [each.number for each in round_.pairings if each.number is not None]
    played = {number: given.games_begun.get(number, 0) for number in numbers}
    most = max(played.values(), default=0)
    if command.games < most:
        matches = ", ".join(str(number) for number, games in played.items() if games == most)
        raise MatchRefused("games", command.games, _PLAYED, played=most, matches=matches)
    return ev.RoundShortened(
        stage=command.stage, round=command.round, games=command.games, reason=command.reason
    )


def shorter_lengths(stage: Stage, number: int) -> tuple[int, ...]:
    """Games a room that the matches of a round may still be cut to: those with a VP column."""
    return tuple(games for games in MATCH_LENGTHS if games < stage.games_of(number))
