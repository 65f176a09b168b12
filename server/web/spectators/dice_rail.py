"""The dice rail: each roll of a game once, the rooms' plays on either side of it.

While a game is played its rows are made of the public feed's facts alone. Of the closed room they
say that it has the dice or has played, which is when dice and plays become public under lockstep
(ruling 12), and never whether or where its plays part from the open room's. Once the game is over
in both rooms both are told, and the rail splits behind the first play they made differently.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import Roll
from rules.position import Side
from server.live.public_table import PublicTable
from server.live.snapshot import PublicSnapshot
from server.web.pages.board_terms import side_names
from server.web.spectators.board_words import MarkLine, MoveLine
from server.web.spectators.game_story import GameStory, Step
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class RailCell:
    """What a room did with a roll, or that it is not told; `waits`: it has yet to be played.

    `watchers` is what they would have answered to the double that is answered here.
    """

    text: str
    marks: tuple[MarkLine, ...] = ()
    waits: bool = False
    quiet: bool = False
    watchers: str = ""


@dataclass(frozen=True, slots=True)
class RailRow:
    """A step of the game: its name in links, whose it is, the dice if it has any, both rooms.

    `parts`: here the rooms first played the same dice differently; `parted`: they did before.
    """

    step: str
    side: Side
    turn: int
    dice: Roll | None
    open: RailCell | None
    closed: RailCell | None
    parts: bool = False
    parted: bool = False


def live_rail(now: PublicSnapshot, lines: Sequence[MoveLine], words: Words) -> list[RailRow]:
    """The game that is played now, oldest roll first."""
    return [
        RailRow(
            step=f"m{order}",
            side=line.side,
            turn=line.turn,
            dice=line.dice,
            open=_open_cell(line, words),
            closed=_closed_cell(line, words) if now.paced else None,
        )
        for order, line in enumerate(lines, start=1)
    ]


def story_rail(story: GameStory, words: Words) -> list[RailRow]:
    """A game as far as its story goes: both rooms of one that is over in both."""
    before, rows = Step("", 0, 0), list[RailRow]()
    for order, step in enumerate(story.steps):
        opened = story.open.lines[step.open - 1] if step.open > before.open else None
        closed = None
        if story.closed is not None and step.closed > before.closed:
            closed = story.closed.lines[step.closed - 1]
        line = opened or closed
        assert line is not None
        others = closed is not None and closed.dice not in (None, line.dice)
        rows.append(
            RailRow(
                step=step.link,
                side=line.side,
                turn=line.turn,
                dice=line.dice,
                open=_story_cell(opened, words),
                closed=_story_cell(closed, words, with_dice=others),
                parts=order == story.differs,
                parted=story.differs is not None and order > story.differs,
            )
        )
        before = step
    return rows


def pace_words(now: PublicSnapshot, words: Words) -> str:
    """Whose turn it is in the closed room, as far as dice and plays that are public tell; or none.

    The turn is that behind the newest public fact and nothing else, whatever the closed room does
    by then (ruling 12: its own turn, never the lead).
    """
    table = now.table
    if not now.paced or now.phase.value != "playing" or now.held or table.thrown is None:
        return ""
    side, turn = _turn_behind(table)
    if side is None:
        return ""
    return words.gettext(
        "Closed room: %(side)s, turn %(turn)s.", side=side_names(words)[side], turn=turn
    )


def age_terms(words: Words) -> dict[str, str]:
    """How old the newest public fact is, by the unit it is told in; pages count from its time."""
    return {
        "seconds": words.gettext("last news %(count)s s ago", count="{count}"),
        "minutes": words.gettext("last news %(count)s min ago", count="{count}"),
        "hours": words.gettext("last news %(count)s h ago", count="{count}"),
    }


def _turn_behind(table: PublicTable) -> tuple[Side | None, int]:
    """The turn that is played with the newest dice, or the next one once their play is told."""
    assert table.thrown is not None
    played = table.on_turn is not table.thrown.side or table.last_play is not None
    if not played:
        return table.thrown.side, table.thrown.turn
    turns = [_turn_of(fact, table.on_turn) for fact in table.facts]
    return table.on_turn, max(turns, default=0) + 1


def _turn_of(fact: object, side: Side | None) -> int:
    turn = getattr(fact, "turn", 0)
    return turn if getattr(fact, "side", None) is side and hasattr(fact, "dice") else 0


def _open_cell(line: MoveLine, words: Words) -> RailCell:
    if line.dice is None or line.without_dice:
        return RailCell(line.without_dice or line.text, line.marks, watchers=line.watchers)
    if line.played:
        return RailCell(words.gettext("played"), line.marks)
    return RailCell(words.gettext("not told yet"), line.marks, quiet=True)


def _closed_cell(line: MoveLine, words: Words) -> RailCell | None:
    if line.dice is None or not line.turn:
        return None
    if line.played:
        return RailCell(words.gettext("played"), quiet=True)
    return RailCell(words.gettext("has the dice"), waits=True)


def _story_cell(line: MoveLine | None, words: Words, *, with_dice: bool = False) -> RailCell | None:
    if line is None:
        return None
    if line.dice is None or with_dice:
        return RailCell(line.text, line.marks, watchers=line.watchers)
    return RailCell(
        line.without_dice or _played_words(line, words), line.marks, quiet=not line.without_dice
    )


def _played_words(line: MoveLine, words: Words) -> str:
    return words.gettext("played") if line.played else words.gettext("not played")
