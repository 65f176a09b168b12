"""Cases as the director's page shows them: where they stand, and all that was written down."""

from dataclasses import dataclass

from rules.directing.cases import Case, ruling_seen
from rules.games.backgammon import BACKGAMMON
from rules.identities import MatchAddress, MatchId
from server.access import Sight, Visitor
from server.console.log_words import LogLine, log_lines
from server.console.seen_values import seen_values
from server.hall import Hall
from server.live.public_events import hidden_cases
from server.persons.naming import Names
from server.tournament.tournament_process import TournamentProcess
from server.words.tournament_sentences import CASE_RULINGS, CASE_STAGES
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A case: `ruling` and `stage_text` in words, `stage` and all of `was` as forms send them back.

    `was` are teams and facts, `ruling_was` the ruling and its words, `words_were` what everybody
    may read.

    `steps` are all that was written down, the first first; `appeal_until` a time of day where an
    appeal may still be lodged, `late` where its time has passed.
    """

    case: Case
    address: MatchAddress | None
    adjusted: MatchAddress | None
    ruling: str
    stage_text: str
    was: str
    ruling_was: str
    words_were: str
    appeal_until: str
    late: bool
    steps: tuple[LogLine, ...]

    @property
    def stage(self) -> str:
        """How far it has come, as forms say it."""
        return self.case.stage.value


def shown_cases(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, words: Words
) -> list[CaseShown]:
    """What a visitor may see of the case book: open ones first, the newest of them first."""
    hidden, names = hidden_cases(hall, tournament, visitor), hall.names(words.code, in_full=True)
    cases = tournament.state.rulings.cases.cases
    shown = [
        _shown(each, hall, tournament, words, names)
        for number, each in cases.items()
        if number not in hidden
    ]
    return sorted(shown, key=lambda each: (not each.case.is_open, -each.case.case))


def _shown(
    case: Case, hall: Hall, tournament: TournamentProcess, words: Words, names: Names
) -> CaseShown:
    steps = [each for each in tournament.entries if getattr(each.event, "case", 0) == case.case]
    ruled = case.ruled
    until = ruled.appeal_until if ruled else None
    runs = until is not None and hall.now() <= until
    adjusted = ruled.number if ruled else 0
    return CaseShown(
        case=case,
        address=_address(case.number, tournament, names),
        adjusted=_address(adjusted, tournament, names),
        ruling=words.gettext(CASE_RULINGS[ruled.ruling.value]) if ruled else "",
        stage_text=words.gettext(CASE_STAGES[case.stage.value]),
        was=seen_values((*case.teams, case.facts)),
        ruling_was=seen_values(ruling_seen(case)),
        words_were=case.words,
        appeal_until=words.clock(until.astimezone()) if until and runs else "",
        late=not runs,
        steps=tuple(log_lines(steps, words, BACKGAMMON, names)),
    )


def _address(number: int, tournament: TournamentProcess, names: Names) -> MatchAddress | None:
    return names.match(MatchId(tournament.tournament, number)) if number else None


def matches_of(
    hall: Hall, tournament: TournamentProcess, visitor: Visitor, words: Words
) -> list[tuple[int, str]]:
    """Matches a case may be about, with both teams: those in which the visitor does not play."""
    names, found = hall.names(words.code), [(0, words.gettext("no match"))]
    for stage in tournament.state.event.stages.values():
        for number, pairing in sorted(stage.of_numbers.items()):
            match_id = MatchId(tournament.tournament, number)
            if hall.sight(visitor, match_id) is Sight.BY_ROLE:
                label = names.match(match_id).label
                found.append((number, f"{label}: {pairing.home} – {pairing.away}"))
    return found
