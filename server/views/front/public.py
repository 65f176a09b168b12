"""A match's open table as a card, for the grid, the screen and the overlay: words and a board.

The same values come with every frame of the feed, so that `table-card.js` can update what is
rendered here from the public snapshot alone (ruling 12).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchAddress, MatchId
from server.live.encoding import public_table_form
from server.live.public_table import set_table
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.naming import NO_NAMES, Names
from server.values.scored_match import sums
from server.views.match.lists import is_playing, unit_of
from server.views.match.public import status_terms, status_words, waiting_terms, waiting_words
from server.views.tables.words import board_in_words, board_terms, side_names
from server.words.translation import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """A match in a line; its sums, in `unit`, are those of games over in both rooms."""

    address: MatchAddress
    home: str
    away: str
    home_sum: int
    away_sum: int
    unit: str
    status: str
    trial: bool
    over: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCard(ScoreLine):
    """A match's card.

    `table` is what `<bg-board>` draws, `in_words` the same for people who cannot see the drawing.
    `room` is the room shown, "table" if the match has only one. `home_player` and `away_player` are
    those who sit in the open room; empty while line-ups are sealed, or if individuals rather than
    teams play.
    """

    event: str
    game_name: str
    waiting: str
    table: Mapping[str, Any]
    in_words: str
    playing: bool
    room: str = "open"
    home_player: str = ""
    away_player: str = ""


def table_card(
    now: PublicSnapshot, words: Words, names: Names = NO_NAMES, *, aids: bool
) -> TableCard:
    """Return the card of a match as the public knows it; `aids`: with pip counts."""
    scheduled = now.scheduled
    home_sum, away_sum = sums(public_protocol(now))
    seated = now.line_ups
    return TableCard(
        address=names.match(scheduled.match_id),
        event=scheduled.event,
        home=names.by(now.opponents.home),
        away=names.by(now.opponents.away),
        home_sum=home_sum,
        away_sum=away_sum,
        unit=unit_of(scheduled, words),
        game_name=scheduled.game_name,
        status=status_words(now, words),
        trial=scheduled.trial,
        waiting=waiting_words(now, words),
        table=public_table_form(now.table),
        in_words=board_in_words(now.table, scheduled.game_name, words, aids=aids),
        playing=is_playing(now),
        over=now.phase is PublicPhase.OVER,
        room="open" if now.score is None else "table",
        home_player=names.of(seated.home.open_player) if seated else "",
        away_player=names.of(seated.away.open_player) if seated else "",
    )


@dataclass(frozen=True, slots=True)
class EmptyTable:
    """A table set up for a game that nobody is playing yet, as drawn on a card's board."""

    game_name: str
    table: Mapping[str, Any]
    in_words: str
    room: str = "open"


def empty_table(words: Words, *, aids: bool) -> EmptyTable:
    """Return a backgammon board before the first throw."""
    table, game = set_table(BACKGAMMON), BACKGAMMON.name
    return EmptyTable(game, public_table_form(table), board_in_words(table, game, words, aids=aids))


def featured(
    matches: Sequence[PublicSnapshot], requested: MatchId | None, chosen: MatchId | None = None
) -> PublicSnapshot | None:
    """Return the match to be shown large.

    That is the requested one, else the operator's chosen one while it is played, else the first
    that is being played, else none.
    """
    playing = [now for now in matches if is_playing(now)]
    asked = [now for now in matches if now.scheduled.match_id == requested]
    own = [now for now in playing if now.scheduled.match_id == chosen]
    return next(iter(asked + own + playing), None)


def in_order(
    matches: Sequence[PublicSnapshot], first: PublicSnapshot | None
) -> list[PublicSnapshot]:
    """Return the featured match, then those being played, planned and over, newest first."""
    playing = [now for now in matches if is_playing(now)]
    planned = [now for now in matches if now.phase is PublicPhase.PLANNED]
    over = [now for now in matches if now.phase is PublicPhase.OVER]
    rest = [now for now in (*playing, *planned, *reversed(over)) if now is not first]
    return [*([first] if first is not None else []), *rest]


def card_terms(words: Words, *, aids: bool) -> dict[str, Any]:
    """Return the texts of `table-card.js`, and those of `<bg-board>` in it."""
    return {
        "boards": board_terms(words, aids=aids),
        "status": status_terms(words),
        "waiting": waiting_terms(words),
        "sides": {side.value: name for side, name in side_names(words).items()},
        "linked": words.gettext("live"),
        "lost": words.gettext("connection lost, trying again"),
    }
