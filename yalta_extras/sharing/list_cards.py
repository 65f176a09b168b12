"""The cards for pictures of lists: the matches on the front page, and a tournament's standings.

A card has the texts of a picture, and the picture is drawn from the card. These cards have what the
pages show the public (ruling 12), but no figures of a match under way.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from protocol_forms.labels import shortened
from protocol_forms.sheets.share_card import LARGEST_LIST, CardRow, ShareCard
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.team_event.deciding import TEAM_EVENT
from rules.formats.ttt.deciding import TTT
from server.live.listed_tournaments import ListedTournament
from server.views.match.lists import MatchRow
from server.views.team_event.values import PairRow, StageValues
from server.web.edge.public_services import PublicServices
from server.web.front.public import FrontLists, listed_tournaments
from server.web.shell.tournament_view import TournamentView
from server.words.translation import Words
from yalta_extras.sharing.match_cards import LONGEST

CardList = tuple[str, list[CardRow]]
"""A heading and the rows below it, for the picture of a tournament."""
_OTHERS = 2
"""How many other tournaments the front page's picture names below its list (our choice)."""


def card_of_front(
    services: PublicServices, words: Words, address: str, *, results_hidden: bool = False
) -> ShareCard:
    """Return the front page's card as the public sees it now; `address` is the server's address.

    With `results_hidden` it names finished matches without their results.
    """
    source, hub = services.source, services.hub
    lists = FrontLists(hub.in_play(), source, hub, services.latest_results, words)
    listed = listed_tournaments(services.listed_tournaments.of(source), words, source.now())
    results = [*lists.results().values()]
    card = front_card(lists.playing(), results, listed, words, address)
    rows = tuple(replace(row, sum="") for row in card.rows)
    return replace(card, rows=rows) if results_hidden else card


def front_card(
    playing: Sequence[MatchRow],
    results: Sequence[MatchRow],
    events: Sequence[tuple[ListedTournament, str]],
    words: Words,
    address: str,
) -> ShareCard:
    """Return the front page's card.

    `playing` are the matches under way, `results` the latest results. `events` are the tournaments
    in the page's list, each with its line of text. The card's title is the tournament under way if
    there is only one, otherwise `address`, the server's address.
    """
    going = [each for each, _ in events if not each.is_over]
    own = going[0] if len(going) == 1 else None
    named = [each.title for each, _ in events if each is not own][:_OTHERS]
    dates = ", ".join(filter(None, (own.place, own.dates))) if own else ""
    if playing:
        stage, rows = words.gettext("Live now"), [_match(each) for each in playing]
    elif results:
        stage, rows = words.gettext("Latest results"), [_match(each, over=True) for each in results]
    else:
        stage, rows = words.gettext("No live matches right now"), []
    return ShareCard(
        language=words.code,
        title=shortened(own.title, LONGEST) if own else address,
        stage=stage,
        rows=tuple(rows[:LARGEST_LIST]),
        notes=tuple(filter(None, (dates, *(shortened(each, LONGEST) for each in named)))),
        address=address,
    )


def _match(match: MatchRow, *, over: bool = False) -> CardRow:
    home, away = (shortened(each, LONGEST) for each in (match.home, match.away))
    if not over:
        return CardRow(f"{home} – {away}")
    first, second = match.vp or (match.home_sum, match.away_sum)
    return CardRow(f"{home} – {away}", f"{first}–{second}")


def tournament_card(
    view: TournamentView, address: str, *, results_hidden: bool = False
) -> ShareCard:
    """Return a tournament's card with the first rows of its present standings, pairs or players.

    `address` is the server's address. With `results_hidden` the card has neither rows nor a winner.
    """
    stage, rows = ("", []) if results_hidden else next(_lists(view), ("", []))
    place = view.place_and_dates if stage else ""
    won = "" if results_hidden else _winner(view)
    return ShareCard(
        language=view.words.code,
        title=shortened(view.title, LONGEST),
        stage=stage or view.place_and_dates,
        rows=tuple(rows[:LARGEST_LIST]),
        notes=tuple(filter(None, (won, place, view.standing.text))),
        address=address,
    )


def _winner(view: TournamentView) -> str:
    """Return who won a tournament of teams; empty until its last stage is decided."""
    teams = ", ".join(view.first_three[0]) if view.first_three else ""
    return view.words.gettext("Winner: %(team)s", team=shortened(teams, LONGEST)) if teams else ""


def _lists(view: TournamentView) -> Iterator[CardList]:
    """Yield the lists that a tournament's card can show, the best first.

    The lists of the tournament's formats come first, the latest list of a format before its others.
    The list of teams comes last.
    """
    for each in view.formats:
        if each.rules.name in _OF_FORMAT:
            yield from _OF_FORMAT[each.rules.name](view)
    if view.tournament.teams:
        yield view.words.gettext("Teams"), [_row(team) for team in view.tournament.teams]


def _row(name: str, figure: str = "") -> CardRow:
    return CardRow(shortened(name, LONGEST), figure)


def _stages(view: TournamentView) -> Iterator[CardList]:
    return (_list_of(each, view) for each in reversed(view.stages) if _has_begun(each))


def _has_begun(stage: StageValues) -> bool:
    return bool(stage.rounds if stage.in_pairs else stage.groups and stage.drawn)


def _list_of(stage: StageValues, view: TournamentView) -> CardList:
    if stage.in_pairs:
        return stage.name, [_pair(pair) for each in stage.rounds for pair in each.pairs]
    words, tables = view.words, [group.rows for group in stage.groups]
    played = stage.rounds[-1].number if stage.rounds else 0
    heading = words.gettext("%(stage)s · round %(round)s · VP", stage=stage.name, round=played)
    rows = tables[0] if len(tables) == 1 else [row for rows in tables for row in rows[:1]]
    return heading if played else stage.name, [_row(row.team, row.vp) for row in rows]


def _pair(pair: PairRow) -> CardRow:
    """Return a row with two teams, and with their victory points once these are decided."""
    decided = pair.score is not None and pair.decided and not pair.running
    score = pair.score if decided else None
    figure = "" if score is None else f"{score[0]}–{score[1]}"
    return CardRow(f"{_row(pair.home).name} – {_row(pair.away).name}", figure)


def _knockouts(view: TournamentView) -> Iterator[CardList]:
    for knockout in reversed(view.of(KNOCKOUT.name)):
        going = next((each.name for each in knockout.rounds if not each.played), "")
        won = [_row(knockout.winner.name, "1")] if knockout.winner else []
        yield " · ".join(filter(None, (knockout.name, "" if won else going))), won


def _tables(view: TournamentView) -> Iterator[CardList]:
    for table in view.of(TTT.name).tables:
        yield table.heading, [_row(line.name, line.points) for line in table.lines]


_OF_FORMAT: Mapping[str, Callable[[TournamentView], Iterator[CardList]]] = {
    TEAM_EVENT.name: _stages,
    KNOCKOUT.name: _knockouts,
    TTT.name: _tables,
}
