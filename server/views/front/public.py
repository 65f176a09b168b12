"""A match's open table as a card with words and a board, for the front page, screens and overlays.

The card is made from the match's public snapshot only (ruling 12). Every frame of the match's feed
has the same values, so that `table-card.js` can update the card from the frame.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchAddress, MatchId
from rules.scoring.teams import PerTeam
from server.live.encoding import public_table_form
from server.live.public_table import PublicTable, set_table
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.match_ending import match_ending, won_terms
from server.values.naming import NO_NAMES, Names
from server.values.scored_match import sums
from server.views.match.lists import (
    NO_EVENTS,
    Events,
    event_called,
    is_playing,
    unit_of,
    unit_terms,
)
from server.views.match.public import (
    is_held,
    status_terms,
    status_words,
    waiting_terms,
    waiting_words,
)
from server.views.match.wait import hangs_words
from server.views.tables.pictures import board_picture
from server.views.tables.words import board_in_words, board_terms, side_names
from server.words.translation import Words

_PLAYING = PublicPhase.PLAYING


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine:
    """A match in one line: its opponents, their sums so far, and its progress.

    `home_sum` and `away_sum`, in `unit`, count the games that are over in both rooms. `status` is
    the progress in a word or two. `trial` is True if the match counts in no standings.
    """

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

    `waiting` is the sentence that says why nothing newer is shown, such as that the closed room
    still has to play. `ending` says who won a match that is over, and by how much. `turn` says who
    has to play or answer, with the dice to be played, and `told` what stands across a small board:
    the ending, or that only the closed room still plays; both may be empty. `table` is what
    `<bg-board>` draws, `picture` is the same as SVG until it does, or empty, and `in_words` says it
    for people who cannot see it. `room` is the room shown, or "table" if the match has only one.
    `home_player` and `away_player` are the names of the players in the open room; they are empty
    while line-ups are sealed, and in a match of two individuals.
    """

    event: str
    game_name: str
    waiting: str
    ending: str
    turn: str
    told: str
    table: Mapping[str, Any]
    picture: str
    in_words: str
    playing: bool
    room: str = "open"
    home_player: str = ""
    away_player: str = ""


def table_card(
    now: PublicSnapshot,
    words: Words,
    names: Names = NO_NAMES,
    events: Events = NO_EVENTS,
    *,
    aids: bool,
    drawn: bool = False,
) -> TableCard:
    """Return a match's card from its public snapshot.

    With `aids`, pip counts are included. Only if `drawn`, it has the picture of the table, which
    takes about seven kilobytes of a page.
    """
    scheduled, protocol = now.scheduled, public_protocol(now)
    home_sum, away_sum = sums(protocol)
    teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))
    ending = match_ending(protocol, teams, words) if now.phase is PublicPhase.OVER else None
    won, seated = ending.won if ending else "", now.line_ups
    return TableCard(
        address=names.match(scheduled.match_id),
        event=event_called(scheduled, events, words),
        home=teams.home,
        away=teams.away,
        home_sum=home_sum,
        away_sum=away_sum,
        unit=unit_of(scheduled, words),
        game_name=scheduled.game_name,
        status=status_words(now, words),
        trial=scheduled.trial,
        waiting=waiting_words(now, words),
        ending=won,
        turn=_turn_words(now, words),
        told=won or _hangs(now, words),
        table=public_table_form(now.table),
        picture=board_picture(now.table, scheduled.game_name) if drawn else "",
        in_words=board_in_words(now.table, scheduled.game_name, words, aids=aids),
        playing=is_playing(now),
        over=now.phase is PublicPhase.OVER,
        room="open" if now.score is None else "table",
        home_player=names.of(seated.home.open_player) if seated else "",
        away_player=names.of(seated.away.open_player) if seated else "",
    )


def _turn_words(now: PublicSnapshot, words: Words) -> str:
    """Return who has to play or to answer, and with which dice, or an empty text."""
    table = now.table
    side = table.to_answer or table.on_turn
    if side is None or table.result is not None or is_held(now) or now.phase is not _PLAYING:
        return ""
    act = act_awaited(table)
    text = turn_terms(words)[act].format(side=side_names(words)[side])
    if act != "play" or table.thrown is None:
        return text
    dice = table.thrown.dice if table.thrown.opening else table.thrown.dice.larger_first
    return f"{text} {dice}"


def act_awaited(table: PublicTable) -> str:
    """Return what the side that acts has to do, as a key of `turn_terms`."""
    return "answer" if table.to_answer else "play" if table.is_thrown else "roll"


def turn_terms(words: Words) -> dict[str, str]:
    """Return the texts that say whose turn it is, keyed by what is to be done, with `{side}`."""
    return {
        "roll": words.gettext("%(side)s to roll", side="{side}"),
        "play": words.gettext("%(side)s to play", side="{side}"),
        "answer": words.gettext("%(side)s to answer", side="{side}"),
    }


def _hangs(now: PublicSnapshot, words: Words) -> str:
    waits = now.phase is PublicPhase.OPEN_GAME_OVER and not is_held(now)
    return hangs_words(words).format(game=now.game) if waits else ""


@dataclass(frozen=True, slots=True)
class EmptyTable:
    """A table at which nobody plays, set up for a game, to be shown in place of a match's card.

    `table`, `picture`, `in_words` and `room` are as in TableCard.
    """

    game_name: str
    table: Mapping[str, Any]
    picture: str
    in_words: str
    room: str = "open"


def empty_table(words: Words, *, aids: bool) -> EmptyTable:
    """Return a table set up for backgammon; with `aids`, pip counts are included."""
    table, game = set_table(BACKGAMMON), BACKGAMMON.name
    in_words = board_in_words(table, game, words, aids=aids)
    return EmptyTable(game, public_table_form(table), board_picture(table, game), in_words)


def featured(
    matches: Sequence[PublicSnapshot], requested: MatchId | None, chosen: MatchId | None = None
) -> PublicSnapshot | None:
    """Return the match to be shown large on the front page or a screen.

    It is the match that the visitor `requested`; or else the one that the operator has `chosen`,
    while it is played; or else the first of `matches` that is played. Return None if there is none.
    """
    playing = [now for now in matches if is_playing(now)]
    asked = [now for now in matches if now.scheduled.match_id == requested]
    own = [now for now in playing if now.scheduled.match_id == chosen]
    return next(iter(asked + own + playing), None)


def in_order(
    matches: Sequence[PublicSnapshot], first: PublicSnapshot | None
) -> list[PublicSnapshot]:
    """Return the matches in order: `first`, then those being played, those planned, and those over.

    `first` is the match to be shown large. Among the matches that are over, the last one comes
    first.
    """
    playing = [now for now in matches if is_playing(now)]
    planned = [now for now in matches if now.phase is PublicPhase.PLANNED]
    over = [now for now in matches if now.phase is PublicPhase.OVER]
    rest = [now for now in (*playing, *planned, *reversed(over)) if now is not first]
    return [*([first] if first is not None else []), *rest]


def card_terms(words: Words, *, aids: bool) -> dict[str, Any]:
    """Return the texts that `table-card.js` needs, with those for `<bg-board>`, keyed by use.

    With `aids`, those for pip counts are included.
    """
    return {
        "boards": board_terms(words, aids=aids),
        "status": status_terms(words),
        "waiting": waiting_terms(words),
        "won": won_terms(words),
        "units": unit_terms(words),
        "turn": turn_terms(words),
        "hangs": hangs_words(words),
        "sides": {side.value: name for side, name in side_names(words).items()},
        "linked": words.gettext("live"),
        "lost": words.gettext("connection lost, trying again"),
        "silent": words.gettext("nothing heard since %(time)s, trying again", time="{time}"),
    }
