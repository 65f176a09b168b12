"""The card for the picture of a match, and the size and HTML of its frame on other sites.

Everything is made from what is public at the time, so no position under embargo is ever shown
(ruling 12).
"""

import html
from dataclasses import dataclass, replace

from protocol_forms.board_drawing import BoardDrawn, facing_of
from protocol_forms.labels import shortened
from protocol_forms.sheets.share_card import CardRow, ShareCard
from rules.dice import Cube
from rules.games.known_games import GAMES
from rules.match_play.protocol import MatchPlayProtocol
from rules.position import Side
from rules.scoring.teams import PerTeam
from server.live.facts import DiceShown
from server.live.public_table import PublicTable, cube_on_board
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.match_ending import Ending, match_ending
from server.values.naming import NO_NAMES, Names
from server.values.scored_match import AnyProtocol, sums
from server.views.front.public import act_awaited, turn_terms
from server.views.games.positions import PublicPosition, where_words
from server.views.match.first_glance import lead_words
from server.views.match.lists import unit_of
from server.views.match.public import (
    counted_words,
    finished_words,
    is_held,
    latest_words,
    move_lines,
    status_words,
)
from server.views.tables.words import side_names
from server.web.match_page.stories import MatchShown
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table as a picture shows it, with words: the match's progress and the last action.

    The table is that of the open room, or the only table. `stage` is the progress, `latest` the
    last action at the table, and `told` who has won or leads if the match is shown as it is now.
    """

    table: PublicTable
    stage: str
    latest: str
    told: str = ""


def table_now(now: PublicSnapshot, words: Words, names: Names = NO_NAMES) -> TableShown:
    """Return a match's table as the public sees it now, with who has won or leads."""
    lines = move_lines(now.table.facts, GAMES[now.scheduled.game_name], words)
    teams = PerTeam(*map(names.by, now.scheduled.opponents))
    told, stage = lead_words(now, teams, words), status_words(now, words)
    if now.phase is PublicPhase.OVER and now.table.position is None:
        return TableShown(now.table, stage, told)
    return TableShown(now.table, stage, latest_words(lines, words), told)


def table_decided(
    now: PublicSnapshot, position: PublicPosition, words: Words, names: Names
) -> TableShown:
    """Return a finished match's table at the position that its picture shows, with who has won."""
    shown, finished = table_at(now, position, words), table_now(now, words, names)
    game = words.gettext("Game %(game)s", game=position.place.game)
    latest = f"{game}, {shown.latest}{_next_door(position, words)}" if shown.latest else game
    return TableShown(position.open, finished.stage, latest, finished.told)


def _next_door(position: PublicPosition, words: Words) -> str:
    """Return what the closed room did with the roll that the rooms were the first to differ on."""
    story = position.story
    if story.closed is None or position.step is None or position.step != story.differs:
        return ""
    line = story.closed.lines[story.steps[position.step].closed - 1]
    return f" · {words.gettext('Closed room')}: {line.without_dice}" if line.dice else ""


def ending_now(now: PublicSnapshot, words: Words, names: Names) -> Ending | None:
    """Return the sentence on the end of a match, or None if the match is not over."""
    if now.phase is not PublicPhase.OVER:
        return None
    teams = PerTeam(*map(names.by, now.scheduled.opponents))
    return match_ending(public_protocol(now), teams, words)


def table_at(now: PublicSnapshot, position: PublicPosition, words: Words) -> TableShown:
    """Return a match's open table at a position of one of its games."""
    stage = status_words(now, words)
    if position.step is not None:
        sentence = words.gettext(
            "Game %(game)s, move %(step)s of %(steps)s",
            game="{game}",
            step="{step}",
            steps="{steps}",
        )
        stage = where_words(sentence, position.story, position.step, words)
    return TableShown(position.open, stage, _latest(position, words))


def table_shown(page: MatchShown, words: Words, names: Names = NO_NAMES) -> TableShown:
    """Return the table that a match's page shows: at the position of the page, or as it is now."""
    if page.position is None:
        return table_now(page.now, words, names)
    return table_at(page.now, page.position, words)


def _latest(position: PublicPosition, words: Words) -> str:
    if position.line is None or position.side is None or position.step is None:
        return ""
    text = f"{side_names(words)[position.side]} {position.line.text}"
    in_open = position.story.steps[position.step].link.startswith("m")
    return text if in_open else f"{words.gettext('Closed room')}: {text}"


LONGEST = 60
"""The most characters of a name in a picture (our choice); a longer one would be illegible."""


def match_card(
    now: PublicSnapshot,
    shown: TableShown,
    words: Words,
    names: Names = NO_NAMES,
    *,
    address: str = "",
) -> ShareCard:
    """Return the card of a match with that table; `address` is the server's address."""
    table, game = shown.table, GAMES[now.scheduled.game_name]
    number = names.match(now.scheduled.match_id).label
    match = words.gettext("Match %(number)s", number=number)
    event = now.scheduled.event
    stage = shown.stage[:1].upper() + shown.stage[1:]
    protocol = public_protocol(now)
    dice = table.thrown if table.result is None and table.doubled is None else None
    two_rooms, cube = len(now.rooms) > 1, cube_on_board(table, game)
    return ShareCard(
        language=words.code,
        title=event or match,
        stage=f"{match} · {shown.stage}" if event else stage,
        rows=_rows(now, protocol, words, names),
        told=shown.told,
        notes=tuple(_notes(now, table, protocol, words)),
        motto=words.gettext("Both rooms play the same dice.") if two_rooms else "",
        address=address,
        board=BoardDrawn("", position=table.position, cube=cube or Cube(), facing=facing_of(game)),
        has_cube=cube is not None,
        dice=None if dice is None else _dice_laid(dice),
        turn=None if shown.told and now.phase is PublicPhase.OVER else _turn(now, table, words),
        room=words.gettext("Open room") if two_rooms else "",
        latest=shortened(shown.latest, 2 * LONGEST),
    )


def start_shown(now: PublicSnapshot, words: Words) -> TableShown:
    """Return a finished match's table before the first roll, for those who hide results."""
    return TableShown(now.start_of(1), finished_words(words), "")


def card_without_result(
    now: PublicSnapshot, words: Words, names: Names = NO_NAMES, *, address: str = ""
) -> ShareCard:
    """Return the card of a finished match without its result; `address` is the server's address."""
    card = match_card(now, start_shown(now, words), words, names, address=address)
    rows = tuple(replace(row, sum="", unit="") for row in card.rows)
    return replace(card, rows=rows, told="", notes=(), dice=None, turn=None)


def names_line(now: PublicSnapshot, names: Names = NO_NAMES) -> str:
    """Return both opponents' names."""
    return " – ".join(map(names.by, now.scheduled.opponents))


def score_line(now: PublicSnapshot, names: Names = NO_NAMES) -> str:
    """Return both opponents' names, with the score between them once the match has begun."""
    home, away = map(names.by, now.scheduled.opponents)
    if now.phase is PublicPhase.PLANNED:
        return f"{home} – {away}"
    first, second = map(_figure, sums(public_protocol(now)))
    return f"{home} {first} – {second} {away}"


def _rows(
    now: PublicSnapshot, protocol: AnyProtocol, words: Words, names: Names
) -> tuple[CardRow, ...]:
    """Return a row for each team, home first.

    Home has White in the open room, or is the first player at one table.
    """
    figures = ("", "") if now.phase is PublicPhase.PLANNED else map(_figure, sums(protocol))
    seated = ("", "")
    if now.line_ups is not None:
        both = now.line_ups.home, now.line_ups.away
        seated = names.of(both[0].open_player), names.of(both[1].open_player)
    sides = side_names(words).items()
    rows = zip(now.scheduled.opponents, figures, seated, sides, strict=True)
    return tuple(
        CardRow(
            name=shortened(names.by(name), LONGEST),
            sum=figure,
            player=shortened(player or colour, LONGEST),
            side=side,
            unit=unit_of(now.scheduled, words) if figure else "",
        )
        for name, figure, player, (side, colour) in rows
    )


def _figure(number: int) -> str:
    return str(number).replace("-", "−")


def _notes(
    now: PublicSnapshot, table: PublicTable, protocol: AnyProtocol, words: Words
) -> list[str]:
    if now.phase is PublicPhase.OVER:
        return []
    notes = [counted_words(table, words)]
    if isinstance(protocol, MatchPlayProtocol):
        notes.insert(0, words.gettext("Match to %(points)s", points=protocol.score.length))
    return [*filter(None, notes)]


def _turn(now: PublicSnapshot, table: PublicTable, words: Words) -> tuple[Side, str] | None:
    """Return the side that has to throw, play or answer, with a text that says so.

    While a double waits, it is the side that has to answer. Return None if there is no such side or
    if the director holds the match.
    """
    side = table.to_answer or table.on_turn
    if side is None or is_held(now):
        return None
    return side, turn_terms(words)[act_awaited(table)].format(side=side_names(words)[side])


def _dice_laid(thrown: DiceShown) -> tuple[Side, tuple[int, int]]:
    """Return the dice with their side, the larger first; in an opening throw White's first."""
    dice = thrown.dice if thrown.opening else thrown.dice.larger_first
    return thrown.side, (dice.first, dice.second)


_WIDEST = 800
"""The greatest width of a frame in pixels (our choice); a wider one would show nothing more."""
_USUAL = 640
_BESIDE_BOARD = 200
"""The height in pixels that the names, score and words of a frame need besides the board."""
_BOARD = 558 / 664
"""The ratio of a board's height to its width."""


def frame_size(maxwidth: int | None = None, maxheight: int | None = None) -> tuple[int, int]:
    """Return the width and height of a frame in pixels.

    They are at most `maxwidth` and `maxheight`, which are None for no limit.
    """
    width = min(maxwidth or _USUAL, _WIDEST)
    return width, min(maxheight or 10_000, round(width * _BOARD) + _BESIDE_BOARD)


def frame_code(source: str, title: str, size: tuple[int, int]) -> str:
    """Return the HTML by which another site's page shows a frame.

    `source` is the address of the page in the frame, `title` the frame's title, `size` its width
    and height in pixels.
    """
    width, height = size
    return (
        f'<iframe src="{html.escape(source)}" title="{html.escape(title)}" width="{width}"'
        f' height="{height}" style="border:0" loading="lazy" allowfullscreen></iframe>'
    )
