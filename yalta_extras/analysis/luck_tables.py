"""Grids with the luck, adjusted IMP and forks of a match, for pages and printed forms.

The grid of forks has both rooms' decisions, their costs, and the address of each position. Decimals
are written as in the reader's language, with typographic minus signs. Nothing here is a result: the
IMP and VP of the match protocol are never adjusted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from babel.numbers import get_decimal_symbol

from protocol_forms.grids import Grid, GridColumn
from protocol_forms.labels import FULL_NAME, shortened, signed
from rules.duplicate.forks import DoubleAnswer, Fork, ForkKind, PlayedTurn
from rules.games.backgammon import BACKGAMMON
from rules.room import Room
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.swings import AdjustedSum
from rules.text import N_
from server.matches.match_record import MatchRecord
from server.values.naming import Names
from server.values.scored_match import AnyProtocol
from server.words.game_words import ROOMS, SIDES, play_words
from server.words.translation import Words
from yalta_extras.analysis.compared_rooms import NotCompared, Place
from yalta_extras.analysis.judged import JudgedMatch
from yalta_extras.analysis.luck_sums import (
    JudgingProgress,
    JudgingStep,
    LuckKnown,
    PlayerLuck,
    adjusted_rooms,
    fork_cost,
    left_out,
    player_lucks,
)

NONE: Final = "–"
"""The text that is shown in place of a missing figure."""

_WHY_NOT: Mapping[NotCompared, str] = {
    NotCompared.OTHER_GAME: N_("Luck and forks are worked out for backgammon only."),
    NotCompared.NOT_RECORDED: N_(
        "No luck and no forks: the positions of this match were not recorded."
    ),
    NotCompared.NOT_REPLAYED: N_(
        "No luck and no forks: the plays recorded in this match cannot be replayed."
    ),
}


def decimal(figure: float, words: Words, digits: int = 1) -> str:
    """Return a figure with `digits` decimals, written as in the language of `words`."""
    return f"{figure:.{digits}f}".replace(".", get_decimal_symbol(words.code))


def signed_decimal(figure: float, words: Words, digits: int = 1) -> str:
    """Return a figure with `digits` decimals and a plus or minus sign; zero has no sign."""
    text = decimal(abs(figure), words, digits)
    if not text.strip("0.,"):
        return text
    return f"{'+' if figure > 0 else '−'}{text}"


def fork_place(game: int, fork: Fork) -> str:
    """Return the part of a fork's address that follows the address of the match.

    It names the turn of the play or, for a cube decision, the turn before the decision.
    """
    key = fork.open.key if fork.kind is ForkKind.PLAY else fork.before
    return f"/g{game}" if key is None else f"/g{game}/{key[0].value[0]}{key[1]}"


def forks_table(
    forks: Sequence[tuple[int, Fork]], judged: JudgedMatch | None, words: Words
) -> Grid:
    """Return a grid with one row per fork.

    `forks` are pairs of game number and fork. The grid has no costs if `judged` is None.
    """
    gettext = words.gettext
    opened, closed = gettext(ROOMS[Room.OPEN]), gettext(ROOMS[Room.CLOSED])
    columns = (
        GridColumn(gettext("Position")),
        GridColumn(gettext("Side")),
        GridColumn(gettext("Dice")),
        *decision_columns(opened, closed, judged is not None, words),
    )
    rows = tuple(_row(game, fork, judged, words) for game, fork in forks)
    notes = (*fork_notes(judged is not None, words), place_note(words))
    return Grid(gettext("Forks"), columns, rows, notes)


def decision_columns(first: str, second: str, judged: bool, words: Words) -> tuple[GridColumn, ...]:
    """Return the columns for two decisions at a fork, headed `first` and `second`.

    With `judged` each is followed by a column for its cost.
    """
    if not judged:
        return GridColumn(first), GridColumn(second)
    decision, cost = words.gettext("Decision"), words.gettext("Cost")
    return (
        GridColumn(decision, group=first),
        GridColumn(cost, figure=True, group=first),
        GridColumn(decision, group=second),
        GridColumn(cost, figure=True, group=second),
    )


def fork_notes(judged: bool, words: Words) -> Iterable[str]:
    """Yield a note that explains forks and, with `judged`, a note that explains costs."""
    yield words.gettext(
        "Forks: both players had the same position and the same dice, and chose differently."
    )
    if judged:
        yield words.gettext(
            "Cost: how much the play lost compared with the best play, in points at cube 1. Cube "
            "decisions are not judged."
        )


def place_note(words: Words) -> str:
    """Return the note that explains how the grid of forks names a position."""
    return words.gettext(
        "Position: g2/w7 is White's turn 7 in game 2. Add it to the address of the match's page to "
        "see the position."
    )


def _row(game: int, fork: Fork, judged: JudgedMatch | None, words: Words) -> tuple[str, ...]:
    played = fork.kind is ForkKind.PLAY and fork.open.dice is not None
    where = (
        fork_place(game, fork)[1:],
        words.gettext(SIDES[fork.side]),
        str(fork.open.dice) if played else "",
    )
    opened, closed = (decision_words(fork, each, words) for each in (fork.open, fork.closed))
    if judged is None:
        return *where, opened, closed
    costs = (fork_cost(judged, game, room, fork) for room in (Room.OPEN, Room.CLOSED))
    of_open, of_closed = (cost_words(cost, words) for cost in costs)
    return *where, opened, of_open, closed, of_closed


def cost_words(cost: float | None, words: Words) -> str:
    """Return the cost of a decision as text, or `NONE` for a decision without cost."""
    return NONE if cost is None else decimal(cost, words, 3)


def decision_words(fork: Fork, turn: PlayedTurn, words: Words) -> str:
    """Return the decision that one room made at a fork, in words.

    `turn` is the fork's turn as that room played it.
    """
    gettext = words.gettext
    match fork.kind:
        case ForkKind.DOUBLE:
            return gettext("doubles") if turn.double else gettext("does not double")
        case ForkKind.ANSWER:
            taken = turn.double is DoubleAnswer.TAKEN
            return gettext("takes") if taken else gettext("passes")
        case ForkKind.PLAY:
            return _written(turn, words) or gettext("no checker moved")


def _written(turn: PlayedTurn, words: Words) -> str:
    return play_words(BACKGAMMON.notation(turn.play), words) if turn.play else ""


@dataclass(frozen=True, slots=True)
class LuckTables:
    """The grids with a match's luck; `notes` say what is missing in them and why.

    The last grid is that of forks, if there are any. `fork_places` has one text for each row of the
    grid of forks: the part of the fork's address that follows the address of the match. It is empty
    without forks. `finding` says which team had bad luck with the dice over both rooms; it is empty
    unless the luck is greater than its error.
    """

    tables: tuple[Grid, ...]
    notes: tuple[str, ...]
    fork_places: tuple[str, ...] = ()
    finding: str = ""

    @property
    def printed_notes(self) -> tuple[str, ...]:
        """The finding, if there is one, and the notes."""
        return (self.finding, *self.notes) if self.finding else self.notes


def luck_tables(
    known: LuckKnown, record: MatchRecord, protocol: AnyProtocol, names: Names, words: Words
) -> LuckTables:
    """Return grids and notes with all that is known of the luck of a match that is over.

    `protocol` has the match's results with their scores.
    """
    made = _Tables(known, record, protocol, names, words)
    return LuckTables(
        tuple(made.tables()),
        tuple(made.notes()),
        tuple(fork_place(game, fork) for game, fork in made.forks),
        made.finding(),
    )


def luck_finding(
    known: LuckKnown, record: MatchRecord, protocol: AnyProtocol, names: Names, words: Words
) -> str:
    """Return the finding of `luck_tables` without the tables."""
    return _Tables(known, record, protocol, names, words).finding()


@dataclass(frozen=True, slots=True)
class _Tables:
    known: LuckKnown
    record: MatchRecord
    protocol: AnyProtocol
    names: Names
    words: Words

    @property
    def forks(self) -> list[tuple[int, Fork]]:
        shared = self.known.compared.shared
        return [(game, fork) for game in sorted(shared) for fork in shared[game].forks]

    def tables(self) -> Iterable[Grid]:
        if self.known.judged is not None:
            yield self._players()
        if self.known.judged is not None and isinstance(self.protocol, MatchProtocol):
            yield self._adjusted(self.known.judged, self.protocol)
        if self.known.compared.shared:
            yield self._together()
        if self.forks:
            yield forks_table(self.forks, self.known.judged, self.words)

    def notes(self) -> Iterable[str]:
        gettext, compared = self.words.gettext, self.known.compared
        if compared.why_not is not None:
            yield gettext(_WHY_NOT[compared.why_not])
        else:
            for room in Room:
                if room in compared.not_recorded:
                    yield gettext(
                        "%(room)s: no luck and no forks, its positions were not recorded.",
                        room=gettext(ROOMS[room]),
                    )
            if self.known.judged is None:
                yield self._why_not_judged()

    def finding(self) -> str:
        """Return which team had bad luck with the dice over both rooms, and how many IMP of it.

        Return an empty text unless both rooms were judged and the luck is greater than its error.
        """
        judged, protocol, compared = self.known.judged, self.protocol, self.known.compared
        if judged is None or not isinstance(protocol, MatchProtocol) or compared.not_recorded:
            return ""
        both = adjusted_rooms(compared, judged, protocol).both
        if both.error is None or abs(both.luck) <= both.error:
            return ""
        home, away = self.record.teams
        return self.words.gettext(
            "By the dice %(team)s had %(luck)s IMP of bad luck, as the engine sees it "
            "(± %(error)s).",
            team=shortened(away if both.luck > 0 else home, FULL_NAME),
            luck=decimal(abs(both.luck), self.words),
            error=decimal(both.error, self.words),
        )

    def _why_not_judged(self) -> str:
        gettext, progress = self.words.gettext, self.known.progress
        if not self.known.installed:
            return gettext(
                "No luck and no cost of plays: GNU Backgammon's nets are not installed on this "
                "server. Its operator can add them: pipx inject yalta gnubg-nn."
            )
        if progress is None or progress.step is JudgingStep.FAILED:
            return gettext(
                "The luck of this match could not be worked out; the server's log says why."
            )
        return _progress_words(progress, self.words)

    def _players(self) -> Grid:
        gettext, judged = self.words.gettext, self.known.judged
        assert judged is not None
        columns = (
            GridColumn(gettext("Player")),
            GridColumn(gettext("Team")),
            GridColumn(gettext("Room")),
            GridColumn(gettext("Rolls"), figure=True),
            GridColumn(gettext("Luck in IMP"), figure=True, strong=True),
            GridColumn(gettext("Error rate"), figure=True),
        )
        lucks = player_lucks(self.record, judged)
        return Grid(
            gettext("Luck and play"),
            columns,
            tuple(self._player_row(each) for each in lucks),
            luck_notes(judged, self.words),
            tuple(each.room for each in lucks),
        )

    def _player_row(self, luck: PlayerLuck) -> tuple[str, ...]:
        return (
            shortened(self.names.of(luck.player), FULL_NAME),
            shortened(luck.team, FULL_NAME),
            self.words.gettext(ROOMS[luck.room]),
            str(luck.rolls),
            signed_decimal(luck.imp, self.words),
            NONE if luck.rate is None else decimal(luck.rate, self.words),
        )

    def _adjusted(self, judged: JudgedMatch, protocol: MatchProtocol) -> Grid:
        gettext = self.words.gettext
        compared = self.known.compared
        made = adjusted_rooms(compared, judged, protocol)
        rooms = [room for room in Room if room not in compared.not_recorded]
        columns = (
            GridColumn(gettext("Room")),
            GridColumn(gettext("Results"), figure=True),
            GridColumn("IMP", figure=True),
            GridColumn(gettext("Luck"), figure=True),
            GridColumn(gettext("Without luck"), figure=True, strong=True),
            GridColumn("±", figure=True),
        )
        rows = tuple(self._sum_row(gettext(ROOMS[room]), made.by_room[room]) for room in rooms)
        sums = (self._sum_row(gettext("Both rooms"), made.both),)
        missing = [each for each in left_out(compared, judged, protocol) if each[1] in rooms]
        return Grid(
            gettext("IMP without the luck of the dice"),
            columns,
            rows,
            tuple(self._adjusted_notes(missing)),
            tuple(rooms),
            sums if len(rooms) == len(Room) else (),
        )

    def _adjusted_notes(self, places: Iterable[Place]) -> Iterable[str]:
        gettext, scheduled = self.words.gettext, self.record.teams
        home, away = (shortened(team, FULL_NAME) for team in scheduled)
        yield gettext(
            "Plus is good for %(home)s, minus for %(away)s.",
            home=home,
            away=away,
        )
        yield gettext(
            "Without luck: IMP less the luck of both players. ± is its standard error, from the "
            "spread of these results: with so few games it cannot be known more exactly."
        )
        listed = ", ".join(
            gettext("game %(game)s, %(room)s", game=game, room=gettext(_LOWER[room]))
            for game, room in places
        )
        if listed:
            yield gettext(
                "Left out because the director set the result or the game was not fully recorded: "
                "%(places)s.",
                places=listed,
            )
        yield gettext("For information only: the result stands as in the match protocol.")

    def _sum_row(self, label: str, made: AdjustedSum) -> tuple[str, ...]:
        if not made.results:
            return label, "0", *[NONE] * 4
        luck, adjusted = (signed_decimal(each, self.words) for each in (made.luck, made.adjusted))
        error = NONE if made.error is None else decimal(made.error, self.words)
        return label, str(made.results), signed(made.imp), luck, adjusted, error

    def _together(self) -> Grid:
        gettext, shared = self.words.gettext, self.known.compared.shared
        columns = (
            GridColumn(gettext("Game"), figure=True),
            GridColumn(gettext("Same turns"), figure=True),
            GridColumn(gettext("Rolls of both rooms"), figure=True),
            GridColumn(gettext("Same position when rolled"), figure=True),
            GridColumn("%", figure=True),
        )
        rows = tuple(
            _together_row(str(game), each.alike, each.thrown, each.met)
            for game, each in sorted(shared.items())
        )
        sums = [
            sum(figures)
            for figures in zip(
                *((each.alike, each.thrown, each.met) for each in shared.values()), strict=True
            )
        ]
        met = gettext(
            "Same turns: how many turns, of both sides, were the same in both rooms from the start "
            "of the game. Same position: checkers and cube were the same in both rooms when the "
            "dice were rolled."
        )
        foot = _together_row(gettext("Sum"), *sums)
        return Grid(
            gettext("How long both rooms stayed the same"), columns, rows, (met,), sums=(foot,)
        )


def luck_notes(judged: JudgedMatch, words: Words) -> tuple[str, str]:
    """Return a note that explains luck and names the engine, and a note on error rates."""
    engine = words.gettext(
        "Luck: how much better each roll was than the average roll, added up for the player who "
        "threw. Judged by %(engine)s %(version)s, %(plies)s-ply.",
        engine=judged.engine,
        version=judged.version,
        plies=judged.plies,
    )
    rate = words.gettext(
        "Error rate: the average cost of a play, in thousandths of a point at cube 1; lower is "
        "better. Forced plays and cube decisions are not counted."
    )
    return engine, rate


_LOWER = {Room.OPEN: N_("open room"), Room.CLOSED: N_("closed room")}


def _together_row(label: str, alike: int, thrown: int, met: int) -> tuple[str, ...]:
    share = str(round(100 * met / thrown)) if thrown else NONE
    return label, str(alike), str(thrown), str(met), share


def _progress_words(progress: JudgingProgress, words: Words) -> str:
    if progress.step is JudgingStep.RUNNING:
        return words.gettext(
            "The luck of this match is being worked out: %(done)s of %(games)s games in a room.",
            done=progress.done,
            games=progress.games,
        )
    if not progress.before:
        return words.gettext("The luck of this match is about to be worked out.")
    return words.ngettext(
        "The luck of this match will be worked out, after %(num)s other one.",
        "The luck of this match will be worked out, after %(num)s others.",
        progress.before,
    )
