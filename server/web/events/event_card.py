"""The picture of a tournament for those who share one of its pages: its name, its round, who leads.

It shows what its pages show the public (ruling 12), and of a match under way no figure.
"""

from collections.abc import Iterator
from dataclasses import replace

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from protocol_forms.labels import shortened
from protocol_forms.sheets.share_card import LARGEST_LIST, CardRow, ShareCard
from server.access import Action
from server.results.stage_values import PairRow, StageValues
from server.web.edge.addresses import public_url
from server.web.edge.authorization import needs
from server.web.edge.services import services_of
from server.web.events.event_dependency import EventViewDep
from server.web.events.event_view import EventView
from server.web.pages.card_head import CardHead, host_of, list_card_head
from server.web.pages.card_images import CardImagesDep, CardLanguage, card_answer, no_card
from server.words.translation import words_for

_LONGEST = 60
"""Letters of a name; what is longer could be read on no picture."""

router = APIRouter(
    prefix="/cards", include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))]
)


@router.get("/t/{tournament}.png")
async def of_tournament(
    request: Request, view: EventViewDep, images: CardImagesDep, language: CardLanguage = None
) -> Response:
    """How a tournament stands, in the language of the address."""
    base = public_url(request)
    if not base:
        return no_card()
    words = words_for(language or services_of(request).language)
    card = event_card(replace(view, words=words), host_of(base))
    return await card_answer(images, card, lambda: card)


def event_head(request: Request, view: EventView, path: str) -> CardHead | None:
    """The tags of a tournament's page at `path`; None where `public_url` is not set."""
    base = public_url(request)
    if not base:
        return None
    card = event_card(view, host_of(base))
    return list_card_head(request, view.words, path, card, f"/t/{view.name}")


def event_card(view: EventView, address: str) -> ShareCard:
    """Its card: the head of what it plays now, a table, its pairs or its players."""
    stage, rows = next(_lists(view), ("", []))
    return ShareCard(
        language=view.words.code,
        title=shortened(view.title, _LONGEST),
        stage=stage or view.place_and_dates,
        rows=tuple(rows[:LARGEST_LIST]),
        notes=tuple(filter(None, (view.place_and_dates if stage else "", view.standing.text))),
        address=address,
    )


_Listed = tuple[str, list[CardRow]]


def _lists(view: EventView) -> Iterator[_Listed]:
    """What the tournament plays, the latest first, each with what heads its list."""
    yield from (_of_stage(each, view) for each in reversed(view.stages) if _has_begun(each))
    for knockout in reversed(view.knockouts):
        going = next((each.name for each in knockout.rounds if not each.played), "")
        won = [CardRow(shortened(knockout.winner.name, _LONGEST), "1")] if knockout.winner else []
        yield " · ".join(filter(None, (knockout.name, "" if won else going))), won
    for table in view.ttt.tables:
        yield table.heading, [_row(line.name, line.points) for line in table.lines]
    if view.tournament.teams:
        yield view.words.gettext("Teams"), [_row(team) for team in view.tournament.teams]


def _has_begun(stage: StageValues) -> bool:
    return bool(stage.rounds if stage.in_pairs else stage.groups and stage.drawn)


def _of_stage(stage: StageValues, view: EventView) -> _Listed:
    if stage.in_pairs:
        return stage.name, [_pair(pair) for each in stage.rounds for pair in each.pairs]
    words, tables = view.words, [group.rows for group in stage.groups]
    played = stage.rounds[-1].number if stage.rounds else 0
    heading = words.gettext("%(stage)s · round %(round)s · VP", stage=stage.name, round=played)
    rows = tables[0] if len(tables) == 1 else [row for rows in tables for row in rows[:1]]
    return heading if played else stage.name, [_row(row.team, row.vp) for row in rows]


def _pair(pair: PairRow) -> CardRow:
    """Two teams, with their victory points once they are decided."""
    decided = pair.score is not None and pair.decided and not pair.running
    score = pair.score if decided else None
    return CardRow(
        f"{shortened(pair.home, _LONGEST)} – {shortened(pair.away, _LONGEST)}",
        "" if score is None else f"{score[0]}–{score[1]}",
    )


def _row(name: str, figure: str = "") -> CardRow:
    return CardRow(shortened(name, _LONGEST), figure)
