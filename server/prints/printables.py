"""Everything that can be printed, in one list: addresses, print desk and `yalta print` read it.

A form is registered here by whoever makes it. It stands above the hall and the live feed, whose
values forms are made of, and below the web: the command line prints without HTTP.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from protocol_forms.writers.html import form_in_two_languages
from protocol_forms.writers.sheet import Sheet, in_two_languages
from rules.errors import MatchRefused
from rules.text import N_
from server.access import Action
from server.prints import position_prints, sheet_prints
from server.prints.decision_prints import decisions
from server.prints.event_prints import (
    cross_tables,
    ranking,
    schedule,
    standings,
)
from server.prints.form_context import FormContext
from server.prints.formats import Printed, sheet_of
from server.prints.knockout_prints import bracket, bracket_tree
from server.prints.match_prints import (
    PROTOCOL,
    luck,
    protocol,
    protocol_made_at,
    rolled_sets,
    room_results,
    scoring_tables,
    side_statistics,
)
from server.prints.player_prints import player_sheet
from server.prints.round_prints import by_name, by_table
from server.prints.take_home_prints import TAKE_HOME, take_home_sheet
from server.prints.ttt_prints import ttt
from server.words.translation import Words


class Scope(Enum):
    """What a form is of: `Part` names which round, team, player or game of it.

    `SEAT` is a player of a match.
    """

    NOTHING = "nothing"
    EVENT = "event"
    ROUND = "round"
    TEAM = "team"
    PLAYER = "player"
    MATCH = "match"
    GAME = "game"
    SEAT = "seat"

    @property
    def of_match(self) -> bool:
        """Whether its address is a match's."""
        return self in (Scope.MATCH, Scope.GAME, Scope.SEAT)


def _at_no_time(_: FormContext) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """A form that can be printed.

    `kind` is its name in addresses, `title` in English for the catalogues. `make` gives the form in
    the language of what is wanted; it raises MatchRefused, naming the field, for a part that is
    not there. `action`: who may at an operator's address; `public`: everybody has it, too, made of
    what is public. `about_luck`: it is of little use before that is worked out. `made_at`: the time
    that its PDF says of itself, in UNIX seconds.
    """

    kind: str
    title: str
    scope: Scope
    make: Callable[[FormContext], Printed]
    action: Action = Action.SEE_BOTH_ROOMS
    public: bool = False
    about_luck: bool = False
    made_at: Callable[[FormContext], int] = _at_no_time


PRINTABLES: tuple[Printable, ...] = (
    Printable(
        kind=PROTOCOL,
        title=N_("Match protocol"),
        scope=Scope.MATCH,
        make=protocol,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="room-results",
        title=N_("Results by room and player"),
        scope=Scope.MATCH,
        make=room_results,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="roll-sets",
        title=N_("Sets of rolls"),
        scope=Scope.GAME,
        make=rolled_sets,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="side-statistics",
        title=N_("Side statistics"),
        scope=Scope.MATCH,
        make=side_statistics,
        public=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="luck",
        title=N_("Luck and forks"),
        scope=Scope.MATCH,
        make=luck,
        public=True,
        about_luck=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind=TAKE_HOME,
        title=N_("Take-home sheet"),
        scope=Scope.SEAT,
        make=take_home_sheet,
        public=True,
        about_luck=True,
        made_at=protocol_made_at,
    ),
    Printable(
        kind="pairings-by-name",
        title=N_("Pairings by name"),
        scope=Scope.ROUND,
        make=by_name,
        public=True,
    ),
    Printable(
        kind="pairings-by-table",
        title=N_("Pairings by table"),
        scope=Scope.ROUND,
        make=by_table,
        public=True,
    ),
    Printable(
        kind="standings",
        title=N_("Standings"),
        scope=Scope.EVENT,
        make=standings,
        public=True,
    ),
    Printable(
        kind="schedule",
        title=N_("Schedule"),
        scope=Scope.EVENT,
        make=schedule,
        public=True,
    ),
    Printable(
        kind="bracket",
        title=N_("Bracket"),
        scope=Scope.EVENT,
        make=bracket,
        public=True,
    ),
    Printable(
        kind="bracket-tree",
        title=N_("Bracket to hang up"),
        scope=Scope.EVENT,
        make=bracket_tree,
        public=True,
    ),
    Printable(
        kind="cross-tables",
        title=N_("Cross-tables"),
        scope=Scope.EVENT,
        make=cross_tables,
        public=True,
    ),
    Printable(
        kind="ranking",
        title=N_("Ranking"),
        scope=Scope.EVENT,
        make=ranking,
        public=True,
    ),
    Printable(
        kind="decisions",
        title=N_("Decisions at forks"),
        scope=Scope.EVENT,
        make=decisions,
        public=True,
    ),
    Printable(
        kind="ttt",
        title=N_("TTT"),
        scope=Scope.EVENT,
        make=ttt,
        public=True,
    ),
    Printable(
        kind="player-sheet",
        title=N_("Player's sheet"),
        scope=Scope.PLAYER,
        make=player_sheet,
        public=True,
    ),
    Printable(
        kind="scoring-tables",
        title=N_("Scoring tables for backgammon"),
        scope=Scope.NOTHING,
        make=scoring_tables,
        public=True,
    ),
    Printable(
        kind="signs",
        title=N_("Signs for the rooms"),
        scope=Scope.NOTHING,
        make=sheet_prints.signs,
    ),
    Printable(
        kind="house-rules",
        title=N_("House rules"),
        scope=Scope.NOTHING,
        make=sheet_prints.rules_to_hang,
        public=True,
    ),
    Printable(
        kind="where",
        title=N_("Where do I play? To hang at the entrance"),
        scope=Scope.NOTHING,
        make=sheet_prints.for_the_entrance,
    ),
    Printable(
        kind="player-plates",
        title=N_("Nameplates of players"),
        scope=Scope.TEAM,
        make=sheet_prints.plates_of_players,
    ),
    Printable(
        kind="team-plates",
        title=N_("Nameplates of teams"),
        scope=Scope.TEAM,
        make=sheet_prints.plates_of_teams,
    ),
    Printable(
        kind="table-plates",
        title=N_("Nameplates of tables"),
        scope=Scope.ROUND,
        make=sheet_prints.plates_of_tables,
    ),
    Printable(
        kind="score-sheet",
        title=N_("Score sheet to fill in by hand"),
        scope=Scope.MATCH,
        make=sheet_prints.score_sheet,
    ),
    Printable(
        kind="blank-protocol",
        title=N_("Match protocol to fill in by hand"),
        scope=Scope.MATCH,
        make=sheet_prints.protocol_to_fill,
    ),
    Printable(
        kind="board",
        title=N_("Current position"),
        scope=Scope.MATCH,
        make=sheet_prints.board_as_it_stands,
    ),
    Printable(
        kind="position-sheet-open",
        title=N_("Position sheet of the open room, to continue on paper"),
        scope=Scope.MATCH,
        make=position_prints.open_sheet,
    ),
    Printable(
        kind="position-sheet-closed",
        title=N_("Position sheet of the closed room, to continue on paper"),
        scope=Scope.MATCH,
        make=position_prints.closed_sheet,
    ),
    Printable(
        kind="position-sheets-open",
        title=N_("Position sheets of a round's open rooms"),
        scope=Scope.ROUND,
        make=position_prints.open_sheets_of_round,
    ),
    Printable(
        kind="position-sheets-closed",
        title=N_("Position sheets of a round's closed rooms"),
        scope=Scope.ROUND,
        make=position_prints.closed_sheets_of_round,
    ),
    Printable(
        kind="roll-slips",
        title=N_("Roll slips for a runner"),
        scope=Scope.MATCH,
        make=position_prints.slips,
    ),
    Printable(
        kind="rolls-to-carry",
        title=N_("Rolls to carry to the closed room"),
        scope=Scope.MATCH,
        make=position_prints.slips_to_carry,
    ),
    Printable(
        kind="call-slips",
        title=N_("Slips to call the director"),
        scope=Scope.NOTHING,
        make=sheet_prints.slips_of_calls,
    ),
    Printable(
        kind="ruling-slips",
        title=N_("Slips for rulings"),
        scope=Scope.NOTHING,
        make=sheet_prints.slips_of_rulings,
    ),
    Printable(
        kind="empty-board",
        title=N_("Board to draw on"),
        scope=Scope.NOTHING,
        make=sheet_prints.empty_board,
    ),
)
"""In the order in which the print desk shows them."""

_BY_KIND: Mapping[str, Printable] = {each.kind: each for each in PRINTABLES}


def printable(kind: str, *, of_match: bool, public: bool) -> Printable:
    """The form of that name at such an address; raises MatchRefused for one that is not there."""
    known = _BY_KIND.get(kind)
    if known is None or known.scope.of_match is not of_match or (public and not known.public):
        allowed = [
            each.kind
            for each in PRINTABLES
            if each.scope.of_match is of_match and (each.public or not public)
        ]
        raise MatchRefused("form", kind, ", ".join(allowed))
    return known


def sheet_for(form: Printable, context: FormContext, second: Words | None = None) -> Sheet:
    """The form as it is typeset, in one language or in two; raises as its `make` does."""
    sheet = sheet_of(_made(form, context), context.words)
    if second is None or second.code == context.words.code:
        return sheet
    return in_two_languages(sheet, sheet_of(_beside(form, context, second), second))


def page_for(form: Printable, context: FormContext, second: Words | None = None) -> Printed:
    """The form as it is shown on a page, in one language or in two; raises as its `make` does."""
    first = _made(form, context)
    if second is None or second.code == context.words.code:
        return first
    return form_in_two_languages(first, _beside(form, context, second), second.code)


def _made(form: Printable, context: FormContext) -> Printed:
    """The form; one that everybody may have carries the address of its live page, as a QR code."""
    made = form.make(context)
    return replace(made, link=context.live_page) if form.public and not made.link else made


def _beside(form: Printable, context: FormContext, second: Words) -> Printed:
    """The same in another language, in the first one's order."""
    return _made(form, replace(context, words=second, sorted_as=context.words))
