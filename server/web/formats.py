"""The formats that a tournament can have, as pages show them and as a director sets them up."""

from collections.abc import Iterator

from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.draws import PRESETS
from rules.formats.pbem.deciding import PBEM
from rules.formats.ttt.deciding import TTT
from rules.text import N_
from server.access import Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.tournaments.tournament_state import PublicState
from server.web.edge.format_pages import FormatPages, PageLink, PlayedPart, Preset, PublicFormat
from server.web.knockouts import orders as knockouts_orders
from server.web.knockouts import pages as knockouts_pages
from server.web.knockouts import public as knockouts_public
from server.web.orders.order_list import Sender
from server.web.pbem import orders as pbem_orders
from server.web.pbem import pages as pbem_pages
from server.web.team_event import orders as team_event_orders
from server.web.team_event import pages as team_event_pages
from server.web.team_event import public as team_event_public
from server.web.ttt import orders as ttt_orders
from server.web.ttt import own_games
from server.web.ttt import pages as ttt_pages
from server.web.ttt import public as ttt_public
from server.words.translation import Words


def _knockouts(state: PublicState, words: Words) -> Iterator[PlayedPart]:
    by_messages = state.of(PBEM).opened
    for each in state.of(KNOCKOUT).by_number.values():
        kind = N_("Knockout by messages") if each.number in by_messages else N_("Knockout")
        path = f"/knockouts#knockout-{each.number}"
        yield PlayedPart(path, each.plan.name, words.gettext(kind))


def _ttt(state: PublicState, words: Words) -> Iterator[PlayedPart]:
    if state.of(TTT).is_set_up:
        yield PlayedPart("/ttt", words.gettext(ttt_public.LABEL))


async def _begin_ttt(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, command_id: str
) -> None:
    rules = ttt_orders.TttRulesIn(order="rules")
    await ttt_orders.TTT_ORDERS.give(Sender(hall, visitor, tournament), rules, command_id)


FORMAT_PAGES: tuple[FormatPages, ...] = (
    FormatPages(
        team_event_public.TEAM_EVENT_SHOWN,
        (team_event_orders.router, team_event_pages.router, team_event_public.router),
        director=PageLink("", N_("Rounds")),
    ),
    FormatPages(
        knockouts_public.KNOCKOUT_SHOWN,
        (knockouts_orders.router, knockouts_pages.router, knockouts_public.router),
        director=PageLink("/knockouts", N_("Knockouts")),
        parts=_knockouts,
        presets=tuple(
            Preset(each.name, each.label, f"/knockouts?preset={each.name}#plan")
            for each in PRESETS.values()
            if not each.by_messages
        ),
    ),
    FormatPages(
        PublicFormat(PBEM, lambda _: None),
        (pbem_orders.router, pbem_pages.router),
        presets=tuple(
            Preset(each.name, each.label, "/messages#start")
            for each in PRESETS.values()
            if each.by_messages
        ),
    ),
    FormatPages(
        ttt_public.TTT_SHOWN,
        (
            ttt_orders.router,
            ttt_pages.router,
            ttt_pages.links_router,
            own_games.router,
            ttt_public.router,
        ),
        director=PageLink("/ttt", ttt_public.LABEL),
        parts=_ttt,
        presets=(
            Preset(
                "ttt",
                N_("TTT: everyone plays everyone once, games played at boards or elsewhere"),
                "/ttt",
                _begin_ttt,
                once=True,
            ),
        ),
    ),
)
"""In the order in which pages show them."""
