"""The director's page on which knockouts are planned, drawn, published and ruled on."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from rules.events import KnockoutEvent
from rules.formats.knockout.bracket import Bracket
from rules.formats.knockout.deciding import BY_POINTS, KNOCKOUT
from rules.formats.knockout.draws import PRESETS
from rules.formats.knockout.ruling import winner_or_none
from rules.formats.knockout.state import Knockout
from rules.formats.pbem.deciding import PBEM
from rules.games.backgammon import BACKGAMMON
from rules.identities import PersonId
from rules.match_play.machine import LONGEST
from rules.text import N_
from server.tournaments.tournament_process import TournamentProcess
from server.tournaments.tournament_state import PublicState
from server.views.director.seen_results import points_seen_by
from server.views.knockouts.values import BracketMatchShown, BracketPage, KnockoutShown, PlayerShown
from server.views.log.words import log_lines
from server.views.seen_values import seen_values
from server.web.edge.format_pages import FormatPages, PageLink, PlayedPart, Preset
from server.web.knockouts.orders import KNOCKOUT_ORDERS
from server.web.knockouts.orders import router as orders_router
from server.web.knockouts.public import KNOCKOUT_SHOWN
from server.web.knockouts.public import router as public_router
from server.web.orders.order_list import Fields
from server.web.orders.order_routes import ShowRefused, add_form_route
from server.web.orders.tournament_desk import SchedulingDesk, TournamentDesk
from server.web.shell.form_errors import NOTHING_REFUSED, Refused
from server.words.translation import Words

router = APIRouter(prefix="/hall/t/{tournament}/tournament/knockouts", include_in_schema=False)
PresetProposed = Annotated[str, Query(max_length=40)]


@dataclass(frozen=True, slots=True)
class QuestionShown:
    """A match whose winner changed after its first winner had advanced, for the director to decide.

    `round` and `place` say which match of the knockout it is. `went_on` is the player who advanced,
    `winner` the one who has won it now. `later` are the numbers of the announced matches that
    depend on it. `must_keep` is true if `went_on` has to stay, because the new winner already plays
    in the next round. `seen` is the winner's id, which the form sends back.
    """

    round: int
    place: int
    went_on: str
    winner: str
    later: str
    must_keep: bool
    seen: str


@dataclass(frozen=True, slots=True)
class DrawnHere:
    """A knockout with what the director can do next in it.

    `draw` is the number of the round that can be drawn, 0 for none. `ready` has, by round, the
    matches that can be published: as pairs in words, and as a text that the form sends back.
    `removable` is the round that can be withdrawn, 0 for none. `rulings_seen` is a text with the
    rulings so far, which forms send back: an order is refused if they have changed since.
    """

    shown: KnockoutShown
    draw: int
    entrants_seen: str
    ready: Mapping[int, tuple[list[str], str]]
    questions: list[QuestionShown]
    published: list[BracketMatchShown]
    rulings: list[BracketMatchShown]
    rulings_seen: str
    removable: int
    playing: list[PlayerShown]
    withdrawn: list[PlayerShown]


@router.get("")
async def knockouts(desk: SchedulingDesk, preset: PresetProposed = "") -> Response:
    """Show every knockout, with the forms for what can be done next.

    `preset` is the way to play that the form for a new knockout proposes.
    """
    return _page(desk, proposed=preset)


async def _refused(desk: SchedulingDesk) -> ShowRefused:
    return lambda _, why: _page(desk, why)


def _anchor(fields: Fields, _: TournamentProcess) -> str:
    number = fields.get("knockout", "")
    return f"#knockout-{number}" if number.isdecimal() else ""


add_form_route(router, KNOCKOUT_ORDERS, _refused, _anchor)


def _page(desk: TournamentDesk, why: Refused = NOTHING_REFUSED, proposed: str = "") -> Response:
    words, names, tournament = desk.words, desk.names, desk.tournament
    which, state = tournament.tournament, tournament.state
    outcomes = points_seen_by(desk.visitor, desk.hall, desk.public, which)
    addresses, playing = desk.hall.addresses(which), desk.public.playing(which)
    page = BracketPage(outcomes, names, addresses, words, playing)
    entries = [each for each in tournament.entries if isinstance(each.event, KnockoutEvent)]
    return desk.shell.page(
        desk.request,
        "knockouts/desk.html",
        status=why.page_status,
        tournament=desk.name,
        tournaments=desk.tournaments,
        title=tournament.title,
        knockouts=[
            drawn_here(page, each, each.bracket(outcomes))
            for each in state.of(KNOCKOUT).by_number.values()
        ],
        presets=[(each.name, each.label) for each in PRESETS.values() if not each.by_messages],
        proposed=proposed,
        games=BY_POINTS,
        longest=LONGEST,
        by_messages=[*state.of(PBEM).opened],
        may_direct=desk.may_direct,
        log=list(reversed(log_lines(entries, words, BACKGAMMON, names))),
        refused=why,
    )


def drawn_here(page: BracketPage, knockout: Knockout, bracket: Bracket) -> DrawnHere:
    """Return a knockout with what the director can do next in it.

    `page` puts the knockout into words, `bracket` has its rounds as they stand now.
    """
    shown = page.knockout(knockout)
    matches = [match for each in shown.rounds for match in each.matches]
    rounds = {*knockout.drawn, *(round_ for round_, _place in knockout.announced)}
    withdrawn = set(knockout.withdrawn)
    return DrawnHere(
        shown=shown,
        draw=_next_draw(knockout, bracket),
        entrants_seen=seen_values([each.text for each in knockout.entrants]),
        ready={
            number: ready
            for number in range(1, len(bracket.rounds) + 1)
            if (ready := _ready(page, bracket.pairs_ready(number)))[0]
        },
        questions=[
            QuestionShown(
                each.feeder.round,
                each.feeder.place,
                *page.question(each),
                each.must_keep,
                winner.text if (winner := winner_or_none(each.feeder)) else "",
            )
            for each in bracket.questions
        ],
        published=[each for each in matches if each.number],
        rulings=[each for each in matches if each.number in knockout.rulings],
        rulings_seen=json.dumps({at: knockout.ruled_as(at) for at in knockout.rulings}),
        removable=max(rounds, default=0),
        playing=[page.player(each) for each in knockout.entrants if each not in withdrawn],
        withdrawn=[page.player(each) for each in knockout.withdrawn],
    )


def _ready(
    page: BracketPage, pairs: tuple[tuple[PersonId, PersonId], ...]
) -> tuple[list[str], str]:
    """Return the pairs of a round that can be published: in words, and as a text for the form.

    The form sends the text back, so that the order is refused if the pairs have changed since.
    """
    shown = [" – ".join(page.player(player).name for player in pair) for pair in pairs]
    return shown, seen_values([[player.text for player in pair] for pair in pairs])


def _next_draw(knockout: Knockout, bracket: Bracket) -> int:
    """Return the round that can be drawn now, 0 for none."""
    if not bracket.rounds:
        return 1
    to_come = len(bracket.rounds) < bracket.rounds_in_all and not bracket.questions
    last_played = all(each.is_decided for each in bracket.rounds[-1])
    return len(bracket.rounds) + 1 if to_come and last_played else 0


def _parts(state: PublicState, words: Words) -> Iterator[PlayedPart]:
    by_messages = state.of(PBEM).opened
    for each in state.of(KNOCKOUT).by_number.values():
        kind = N_("Knockout by messages") if each.number in by_messages else N_("Knockout")
        path = f"/knockouts#knockout-{each.number}"
        yield PlayedPart(path, each.plan.name, words.gettext(kind))


KNOCKOUT_PAGES = FormatPages(
    KNOCKOUT_SHOWN,
    (orders_router, router, public_router),
    director=PageLink("/knockouts", N_("Knockouts")),
    parts=_parts,
    presets=tuple(
        Preset(each.name, each.label, f"/knockouts?preset={each.name}#plan")
        for each in PRESETS.values()
        if not each.by_messages
    ),
)
