"""The page that builds a big screen's address: `/screen/address`, with a preview beside it."""

from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import HTMLResponse

from rules.identities import MatchAddress, MatchId
from server.access import Action
from server.live.hub import LiveHub
from server.persons.naming import Names
from server.web.edge.addresses import address_choice
from server.web.edge.authorization import needs
from server.web.edge.services import LiveHubDep
from server.web.pages.shell import THEMES, ShellDep
from server.web.schemas.fields import MatchText, TournamentText
from server.web.spectators.screen_page import Show, Tables
from server.web.spectators.sight_changes import HiddenMatchesDep
from server.words.languages import LANGUAGES

LanguageOfStage = Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)}|)$")]
"""The language of a screen or overlay, empty for that of the browser it is opened in."""
ThemeOfStage = Annotated[str, Query(pattern=f"^({'|'.join(THEMES)})$")]
"""The colours of a screen or overlay."""


@dataclass(frozen=True, slots=True)
class ScreenForm:
    """A big screen's settings as the form has them; empty texts are no choice."""

    show: Show
    tables: Tables
    seconds: int
    match: str
    tournament: str
    screen_theme: str
    screen_language: str

    @property
    def path(self) -> str:
        """The screen's path with the settings that say anything about what is shown."""
        matters = {
            "show": self.show.value,
            "matches": self.match if self.show is Show.MATCH else "",
            "tables": str(self.tables.value) if self.show is Show.WALL else "",
            "seconds": "" if self.show is Show.MATCH else str(self.seconds),
            "tournament": "" if self.show is Show.MATCH and self.match else self.tournament,
            "theme": self.screen_theme,
            "language": self.screen_language,
        }
        settings = {name: value for name, value in matters.items() if value}
        return f"/screen?{urlencode(settings, safe='/')}"


async def _form(
    show: Show = Show.ROTATION,
    tables: Tables = Tables.FOUR,
    seconds: Annotated[int, Query(ge=5, le=600)] = 20,
    match: MatchText | Literal[""] = "",
    tournament: TournamentText | Literal[""] = "",
    screen_theme: ThemeOfStage = "dark",
    screen_language: LanguageOfStage = "",
) -> ScreenForm:
    return ScreenForm(show, tables, seconds, match, tournament, screen_theme, screen_language)


router = APIRouter(include_in_schema=False, dependencies=[Depends(needs(Action.WATCH))])


@router.get("/screen/address")
async def screen_address(
    request: Request,
    shell: ShellDep,
    hub: LiveHubDep,
    hidden: HiddenMatchesDep,
    form: Annotated[ScreenForm, Depends(_form)],
) -> HTMLResponse:
    """The form, and the address that it makes."""
    names, choice = hub.names_of(shell.words(request).code), address_choice(request)
    answer = shell.page(
        request,
        "screen_address.html",
        form=form,
        matches=_matches(hub, names, hidden),
        tournaments=[(name, name) for name in sorted(map(str, names.tournaments.values()))],
        path=form.path,
        address=f"{choice.base}{form.path}",
        only_here=choice.only_here,
    )
    return with_frames(answer)


def with_frames(answer: HTMLResponse) -> HTMLResponse:
    """The page, which may show others of this server in a frame."""
    policy = answer.headers["content-security-policy"]
    answer.headers["content-security-policy"] = f"{policy}; frame-src 'self'"
    return answer


def _matches(
    hub: LiveHub, names: Names, hidden: frozenset[MatchId]
) -> list[tuple[MatchAddress, str, str]]:
    """What can be chosen: a match's address and its opponents' names."""
    return [
        (address, names.by(of.home), names.by(of.away))
        for now in hub.in_play()
        if now.scheduled.match_id not in hidden
        for address, of in [(names.match(now.scheduled.match_id), now.opponents)]
    ]
