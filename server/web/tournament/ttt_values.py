"""What the director's page of a TTT shows beside its tables."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.formats.ttt.deciding import TTT
from rules.formats.ttt.standings import Standing, forfeits, open_tie
from rules.formats.ttt.state import Forfeit, TttState
from rules.identities import PersonId
from rules.text import N_
from server.engine.adjudications import Adjudications
from server.engine.evaluations import Progress, Step
from server.engine.gnubg_process import PACKAGE
from server.persons.naming import Names
from server.results.ttt_values import TttMatchShown, TttView
from server.store.accounts_db.links import Link
from server.tournament.tournament_process import TournamentProcess
from server.words.translation import Words

_STEPS = {
    Step.WAITING: N_("waits to be evaluated, %(before)s before it"),
    Step.RUNNING: N_("is being evaluated, attempt %(attempt)s"),
    Step.FAILED: N_("could not be evaluated: %(why)s"),
}
_NO_POSITION = N_("its last position is needed")
_NO_ENGINE = N_(
    "GNU Backgammon is not installed here (Debian package %(package)s): enter the three figures"
)
_NOT_ASKED = N_("is about to be evaluated")


@dataclass(frozen=True, slots=True)
class ToDo:
    """What somebody must do, or what is being done: about a match, or about a group's tie."""

    text: str
    match: int = 0
    group: int = 0
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Entered:
    """A player as the director's page lists him; `group` is empty where there is one group."""

    player: str
    name: str
    forfeits: int
    removed: str
    link: Link | None

    @property
    def is_removed(self) -> bool:
        """Whether the player is in it no more."""
        return bool(self.removed)


class DirectorsTtt:
    """A TTT as its director works with it, in a language."""

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
        """The TTT."""
        return self._tournament.state.of(TTT)

    @property
    def engine_missing(self) -> str:
        """What to install for adjudications; empty where it is there."""
        if self._adjudications.evaluations.installed:
            return ""
        return self._words.gettext(_NO_ENGINE, package=PACKAGE)

    def to_do(self) -> list[ToDo]:
        """What is open, matches by their ids, then ties."""
        open_ = [*self._of_matches()]
        for group, _ in enumerate(self.state.groups, 1):
            if tied := open_tie(self.state, group):
                players = ", ".join(map(self.view.name, tied))
                text = self._words.gettext("%(players)s are level: a mini-TTT", players=players)
                open_.append(ToDo(text, group=group))
        return open_

    def shown(self, number: int) -> TttMatchShown | None:
        """The match of that id."""
        return next((each for each in self.view.matches if each.match.number == number), None)

    def players(self) -> list[Entered]:
        """Everybody who is entered, group by group once they are drawn."""
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
            if shown.standing is not Standing.OFFICIAL:
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
        return progress.step is Step.FAILED, self._progress(progress)

    def _progress(self, progress: Progress) -> str:
        return self._words.gettext(
            _STEPS[progress.step],
            before=progress.before,
            attempt=progress.attempt,
            why=progress.why,
        )
