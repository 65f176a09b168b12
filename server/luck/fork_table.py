"""The forks of a match as a table: both decisions, what each cost, and where to see them."""

from collections.abc import Iterable, Sequence

from protocol_forms.table_form import FormColumn, FormTable
from rules.duplicate.forks import DoubleAnswer, Fork, ForkKind, PlayedTurn
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from server.console.event_words.play_words import play_words
from server.luck.figures import NONE, decimal
from server.luck.judged import JudgedMatch
from server.luck.luck_sums import fork_cost
from server.translation import N_, Words

_ROOMS = {Room.OPEN: N_("Open room"), Room.CLOSED: N_("Closed room")}
_SIDES = {Side.WHITE: N_("White"), Side.RED: N_("Red")}


def fork_place(game: int, fork: Fork) -> str:
    """What follows the match's address: the turn of a play, of a cube decision the one before."""
    key = fork.open.key if fork.kind is ForkKind.PLAY else fork.before
    return f"/g{game}" if key is None else f"/g{game}/{key[0].value[0]}{key[1]}"


def forks_table(
    forks: Sequence[tuple[int, Fork]], judged: JudgedMatch | None, words: Words
) -> FormTable:
    """A row for each fork, with its game; without figures where no engine has judged them."""
    gettext = words.gettext
    opened, closed = gettext(_ROOMS[Room.OPEN]), gettext(_ROOMS[Room.CLOSED])
    columns = (
        FormColumn(gettext("Position")),
        FormColumn(gettext("Side")),
        FormColumn(gettext("Dice")),
        *decision_columns(opened, closed, judged is not None, words),
    )
    rows = tuple(_row(game, fork, judged, words) for game, fork in forks)
    notes = (*fork_notes(judged is not None, words), place_note(words))
    return FormTable(gettext("Forks"), columns, rows, notes)


def decision_columns(first: str, second: str, judged: bool, words: Words) -> tuple[FormColumn, ...]:
    """Of both decisions at forks and, where they are `judged`, of what each cost."""
    if not judged:
        return FormColumn(first), FormColumn(second)
    decision, cost = words.gettext("Decision"), words.gettext("Cost")
    return (
        FormColumn(decision, group=first),
        FormColumn(cost, figure=True, group=first),
        FormColumn(decision, group=second),
        FormColumn(cost, figure=True, group=second),
    )


def fork_notes(judged: bool, words: Words) -> Iterable[str]:
    """What a fork is and, where they are `judged`, what costs are."""
    yield words.gettext(
        "Forks: both players had the same position and the same dice, and decided otherwise."
    )
    if judged:
        yield words.gettext(
            "Cost: in points at cube 1, beside the best play; cube decisions are not judged."
        )


def place_note(words: Words) -> str:
    """How the place of a position is read."""
    return words.gettext(
        "Position: what follows the address of the match's page; g2/w7 is White's turn 7 of game 2."
    )


def _row(game: int, fork: Fork, judged: JudgedMatch | None, words: Words) -> tuple[str, ...]:
    played = fork.kind is ForkKind.PLAY and fork.open.dice is not None
    where = (
        fork_place(game, fork)[1:],
        words.gettext(_SIDES[fork.side]),
        str(fork.open.dice) if played else "",
    )
    opened, closed = (decision_words(fork, each, words) for each in (fork.open, fork.closed))
    if judged is None:
        return *where, opened, closed
    costs = (fork_cost(judged, game, room, fork) for room in (Room.OPEN, Room.CLOSED))
    of_open, of_closed = (cost_words(cost, words) for cost in costs)
    return *where, opened, of_open, closed, of_closed


def cost_words(cost: float | None, words: Words) -> str:
    """What a decision cost; of one at the cube that is not known."""
    return NONE if cost is None else decimal(cost, words, 3)


def decision_words(fork: Fork, turn: PlayedTurn, words: Words) -> str:
    """What was decided at a fork in the room of that turn of it."""
    gettext = words.gettext
    match fork.kind:
        case ForkKind.DOUBLE:
            return gettext("doubles") if turn.double else gettext("does not double")
        case ForkKind.ANSWER:
            taken = turn.double is DoubleAnswer.TAKEN
            return gettext("takes") if taken else gettext("passes")
        case ForkKind.PLAY:
            return _written(turn, words) or gettext("as it lay")


def _written(turn: PlayedTurn, words: Words) -> str:
    return play_words(BACKGAMMON.notation(turn.play), words) if turn.play else ""
