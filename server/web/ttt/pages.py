"""The director's page of a TTT: rules, players, groups, matches, adjudications and removals.

The page also makes the personal links of players, which are shown once, on a sheet.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from protocol_forms.sheets.hall_sheets import LinkCard, LinkSheet, link_sheet_pdf
from rules.errors import MatchRefused
from rules.events import TttEvent
from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.standings import TttCounts, forfeits, open_tie
from rules.formats.ttt.state import Forfeit, TttRules, TttState
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.text import N_
from server.access import Action, Visitor, may
from server.engine.adjudications import Adjudications
from server.engine.evaluations import EvaluationProgress, EvaluationStep
from server.engine.gnubg_process import PACKAGE
from server.hall import Hall
from server.people.accounts_process import SecretShownBefore
from server.people.commands import GiveEntrantLink, RevokeEntrantLink
from server.people.sign_in import Authenticator
from server.store.accounts_db.links import Link
from server.tournaments.tournament_process import TournamentProcess
from server.tournaments.tournament_state import PublicState
from server.values.naming import Names
from server.views.log.words import log_lines
from server.views.ttt.values import TttMatchShown, TttView
from server.web.edge.addresses import AddressChoice, address_choice, path_of_link
from server.web.edge.authorization import GivingLinks, Scheduling
from server.web.edge.command_ids import CommandIdDep
from server.web.edge.form_fields import posted
from server.web.edge.format_pages import FormatPages, PageLink, PlayedPart, Preset
from server.web.edge.services import AuthenticatorDep, HallDep, TournamentDep
from server.web.orders.order_list import Fields, Sender
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.shell.form_errors import NOTHING_REFUSED, REFUSALS, Refused, refused
from server.web.shell.secret_shown import SHOWN_BEFORE, qr_svg
from server.web.shell.shell import PAGE_HEADERS, Shell, ShellDep
from server.web.ttt import own_games
from server.web.ttt.orders import TTT_ORDERS, TttRulesIn
from server.web.ttt.orders import router as orders_router
from server.web.ttt.public import LABEL, TTT_SHOWN
from server.web.ttt.public import router as public_router
from server.words.translation import Words

_STEPS = {
    EvaluationStep.WAITING: N_("waiting to be evaluated, %(before)s ahead of it"),
    EvaluationStep.RUNNING: N_("is being evaluated, attempt %(attempt)s"),
    EvaluationStep.FAILED: N_("could not be evaluated: %(why)s"),
}
_NO_POSITION = N_("its last position is needed")
_NO_ENGINE = N_(
    "GNU Backgammon is not installed here (Debian package %(package)s): enter the three figures"
)
_NOT_ASKED = N_("is about to be evaluated")


@dataclass(frozen=True, slots=True)
class ToDo:
    """Something that somebody has to do, or that the server is doing.

    It is about a match, or about a tie in a group.
    """

    text: str
    match: int = 0
    group: int = 0
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """A player in the list on the director's page.

    `removed` is the reason for which the player was removed, or empty if the player was not
    removed.
    """

    player: str
    name: str
    forfeits: int
    removed: str
    link: Link | None

    @property
    def is_removed(self) -> bool:
        """True if the player is no longer in the TTT."""
        return bool(self.removed)


class DirectorsTtt:
    """The values of a TTT's page for its director, in one language."""

    def __init__(
        self,
        tournament: TournamentProcess,
        adjudications: Adjudications,
        links: Mapping[PersonId, Link],
        names: Names,
        words: Words,
    ) -> None:
        self._tournament, self._adjudications = tournament, adjudications
        self._links, self._words = links, words
        self.view = TttView(self.state, names, words)

    @property
    def state(self) -> TttState:
        """The state of the TTT."""
        return self._tournament.state.of(TTT)

    @property
    def engine_missing(self) -> str:
        """A notice if adjudications need a package that is not installed, else an empty text."""
        if self._adjudications.evaluations.installed:
            return ""
        return self._words.gettext(_NO_ENGINE, package=PACKAGE)

    def to_do(self) -> list[ToDo]:
        """Return what has to be done: first about matches, by their numbers, then about ties."""
        open_ = [*self._of_matches()]
        for group, _ in enumerate(self.state.groups, 1):
            if tied := open_tie(self.state, group):
                players = ", ".join(map(self.view.name, tied))
                text = self._words.gettext("%(players)s are level: a mini-TTT", players=players)
                open_.append(ToDo(text, group=group))
        return open_

    def shown(self, number: int) -> TttMatchShown | None:
        """Return the match of that number, or None."""
        return next((each for each in self.view.matches if each.match.number == number), None)

    def players(self) -> list[Entered]:
        """Return all entered players; once groups are drawn, they are sorted by group."""
        lost = forfeits(self.state)
        order = [each for group in self.state.groups for each in group] or self.state.players
        return [
            Entered(
                player.text,
                self.view.name(player),
                lost.get(player, 0),
                self._removed(player),
                self._links.get(player),
            )
            for player in order
        ]

    def _removed(self, player: PersonId) -> str:
        removal = self.state.removed.get(player)
        if removal is None:
            return ""
        if removal.reason:
            return removal.reason
        return self._words.ngettext("%(num)s time-out", "%(num)s time-outs", removal.forfeits)

    def _of_matches(self) -> list[ToDo]:
        found = list[ToDo]()
        for shown in self.view.matches:
            match = shown.match
            if shown.standing is not TttCounts.OFFICIAL:
                continue
            label = self._words.gettext("Match %(number)s", number=match.number)
            both = f"{label}, {shown.inviter} – {shown.invited}"
            if match.in_doubt:
                text = self._words.gettext("the players report different results")
                found.append(ToDo(f"{both}: {text}", match.number))
            elif isinstance(match.decided, Forfeit) and match.decided.adjudication is None:
                failed, text = self._waiting(match.number, match.decided)
                found.append(ToDo(f"{both}: {text}", match.number, failed=failed))
        return found

    def _waiting(self, number: int, forfeit: Forfeit) -> tuple[bool, str]:
        if not forfeit.position:
            return False, self._words.gettext(_NO_POSITION)
        progress = self._adjudications.progress(self._tournament.tournament, number)
        if progress is None:
            return False, self.engine_missing or self._words.gettext(_NOT_ASKED)
        return progress.step is EvaluationStep.FAILED, self._progress(progress)

    def _progress(self, progress: EvaluationProgress) -> str:
        return self._words.gettext(
            _STEPS[progress.step],
            before=progress.before,
            attempt=progress.attempt,
            why=progress.why,
        )


router = APIRouter(prefix="/hall/t/{tournament}/tournament/ttt", include_in_schema=False)
MatchChosen = Annotated[int, Query(ge=0, le=10**12)]


@router.get("")
async def ttt(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
    match: MatchChosen = 0,
) -> Response:
    """Show the TTT as it is now; with `match`, the decisions that are possible about this match."""
    return ttt_page(request, visitor, shell, hall, tournament, authenticator, match)


async def _refused(
    request: Request,
    visitor: Scheduling,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
) -> ShowRefused:
    def show(fields: Fields, why: Refused) -> Response:
        match = fields.get("match", "")
        of_match = why.form.startswith("match-") and match.isdecimal()
        number = int(match) if of_match else 0
        return ttt_page(request, visitor, shell, hall, tournament, authenticator, number, why)

    return show


add_form_route(router, TTT_ORDERS, _refused)


def ttt_page(
    request: Request,
    visitor: Visitor,
    shell: Shell,
    hall: Hall,
    tournament: TournamentProcess,
    authenticator: Authenticator,
    match: int = 0,
    why: Refused = NOTHING_REFUSED,
) -> Response:
    """Return the director's page of a TTT.

    `match` is the number of the match to decide about, 0 for none. `why` is the reason for a
    refusal.
    """
    words = shell.words(request)
    names = hall.names(words.code, in_full=True)
    links = authenticator.links.of_entrants()
    directed = DirectorsTtt(tournament, hall.adjudications, links, names, words)
    log = [each for each in tournament.entries if isinstance(each.event, TttEvent)]
    return shell.page(
        request,
        "ttt/desk.html",
        status=why.page_status,
        tournament=str(tournament.name),
        tournaments=[str(each) for each in hall.tournaments.names.values()],
        title=tournament.state.title,
        ttt=directed.view,
        directed=directed,
        rules=directed.state.rules if directed.state.is_set_up else TttRules(),
        chosen=directed.shown(match),
        everybody=[(each.player, each.name) for each in directed.players()],
        choice=address_choice(request),
        may_direct=may(visitor, Action.DIRECT),
        log=list(reversed(log_lines(log, words, BACKGAMMON, names))),
        refused=why,
    )


links_router = APIRouter(
    prefix="/hall/t/{tournament}/tournament/ttt/links", include_in_schema=False
)
_NOTE = N_(
    "Cut along the lines. Anyone who opens a link acts for the person named on it: give "
    "each one to its owner."
)
_USE = N_("Your own games: invite, accept, report, see how you stand. Scan it or type the address.")

_ALL_LINKED = N_(
    "Everyone who plays has a link. A link is shown only once: if one is lost, make a new one."
)


@links_router.post("")
async def make(
    request: Request,
    giver: GivingLinks,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Make personal links for players, and show the links on a sheet.

    If the form's field `player` names a player, only that player gets a link. Otherwise every
    player who has no link gets one.
    """
    fields, words = await posted(request), shell.words(request)
    try:
        people = _asked(tournament, authenticator, fields.get("player", ""))
        if not people:
            why = Refused("links", {"": words.gettext(_ALL_LINKED)})
            return ttt_page(request, giver, shell, hall, tournament, authenticator, why=why)
        made = [(each, await _made(hall, each, giver, command_id)) for each in people]
    except (SecretShownBefore, *REFUSALS) as error:
        names = hall.names(words.code, in_full=True)
        why = refused("links", fields, error, words, names)
        if isinstance(error, SecretShownBefore):
            why = Refused("links", {"": words.gettext(SHOWN_BEFORE)})
        return ttt_page(request, giver, shell, hall, tournament, authenticator, why=why)
    choice = address_choice(request)
    sheet = _sheet(tournament, made, choice, hall, words)
    if fields.get("as") == "pdf":
        pdf = await asyncio.to_thread(link_sheet_pdf, sheet, words.gettext, words.code)
        named = {"content-disposition": 'inline; filename="links.pdf"'}
        return Response(pdf, 201, {**PAGE_HEADERS, **named}, media_type="application/pdf")
    drawn = [qr_svg(each.address) for each in sheet.cards]
    return shell.page(
        request, "links/sheet.html", status=201, sheet=sheet, drawn=drawn, choice=choice
    )


@links_router.post("/revoke")
async def revoke(
    request: Request,
    giver: GivingLinks,
    command_id: CommandIdDep,
    shell: ShellDep,
    hall: HallDep,
    tournament: TournamentDep,
    authenticator: AuthenticatorDep,
) -> Response:
    """Revoke a player's link."""
    fields, words = await posted(request), shell.words(request)
    try:
        player = _player(tournament, fields.get("player", ""))
        command = RevokeEntrantLink(person=player)
        await hall.commands.to_entrant_links(command, giver, command_id)
    except REFUSALS as error:
        why = refused("links", fields, error, words, hall.names(words.code, in_full=True))
        return ttt_page(request, giver, shell, hall, tournament, authenticator, why=why)
    return RedirectResponse(f"/hall/t/{tournament.name}/tournament/ttt#players", 303)


def _asked(
    tournament: TournamentProcess, authenticator: Authenticator, player: str
) -> list[PersonId]:
    """Return the players to make links for: the named player, or all players without a link."""
    if player:
        return [_player(tournament, player)]
    linked = authenticator.links.of_entrants()
    return [each for each in tournament.state.of(TTT).players if each not in linked]


def _player(tournament: TournamentProcess, player: str) -> PersonId:
    """Return the player with that id. Raises MatchRefused if the person is not in the TTT."""
    players = tournament.state.of(TTT).players
    for each in players:
        if each.text == player:
            return each
    raise MatchRefused("player", player, "%(players)s", players=players)


async def _made(hall: Hall, player: PersonId, giver: Visitor, command_id: str) -> str:
    key, mark, digest = command_id.partition("#")
    own_id = f"{key}.{player}{mark}{digest}" if command_id else ""
    answer = await hall.commands.to_entrant_links(GiveEntrantLink(person=player), giver, own_id)
    return answer.secret


def _sheet(
    tournament: TournamentProcess,
    made: Sequence[tuple[PersonId, str]],
    choice: AddressChoice,
    hall: Hall,
    words: Words,
) -> LinkSheet:
    title, names = tournament.title, hall.names(words.code)
    cards = tuple(
        LinkCard(
            heading=words.gettext("TTT"),
            whose=names.of(player),
            match=title,
            use=words.gettext(_USE),
            address=choice.base + path_of_link(token),
        )
        for player, token in made
    )
    return LinkSheet(words.gettext("Links to hand out"), words.gettext(_NOTE), cards)


def _parts(state: PublicState, words: Words) -> Iterator[PlayedPart]:
    if state.of(TTT).is_set_up:
        yield PlayedPart("/ttt", words.gettext(LABEL))


async def _begin(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, command_id: str
) -> None:
    await TTT_ORDERS.give(Sender(hall, visitor, tournament), TttRulesIn(order="rules"), command_id)


TTT_PAGES = FormatPages(
    TTT_SHOWN,
    (orders_router, router, links_router, own_games.router, public_router),
    director=PageLink("/ttt", LABEL),
    parts=_parts,
    presets=(
        Preset(
            "ttt",
            N_("TTT: a round robin of single games, at boards or elsewhere"),
            "/ttt",
            _begin,
            once=True,
        ),
    ),
)
