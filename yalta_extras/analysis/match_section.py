"""The section on luck in the page of a finished match, and its updates for pages that are open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import escape

from protocol_forms.writers.html import ShownTable, shown_table
from server.hall import Hall
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.matches.match_record import MatchRecord
from server.values.naming import Names
from server.views.match.prints import players_of
from server.web.shell.page_templates import page_templates
from server.words.translation import Words, words_for
from yalta_extras.analysis.luck_sums import LuckKnown
from yalta_extras.analysis.luck_tables import luck_finding, luck_tables
from yalta_extras.analysis.match_luck import MatchLuck

PLACE = "luck"
"""The id of the section's element in the page."""
HEADLINE = "luck-finding"
"""The id of the element that says below the sentence on the end which team had bad luck."""


@dataclass(frozen=True, slots=True)
class LuckSection:
    """The values of the section's template.

    `tables` are the grids of luck, `notes` say what is missing in them and why. `forks` has the
    address of each fork in the last grid, in its rows' order. `again` is True if more of the luck
    will be known soon. `sheets` are the address of each player's take-home sheet and the player's
    name.
    """

    tables: Sequence[ShownTable]
    notes: Sequence[str]
    forks: Sequence[str]
    again: bool
    sheets: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class LuckParts:
    """A function that makes the section for open pages: a server.live.follower.Fragments.

    The section is empty until the match is over for everybody, again if play is resumed, and if no
    positions were recorded. If a finished match's comparison is not in memory, no section is
    returned, so that pages keep the one that they show.
    """

    hall: Hall
    luck: MatchLuck

    def __call__(self, now: PublicSnapshot, language: str, names: Names) -> Mapping[str, str]:
        """Return the section's and the headline's HTML, keyed by PLACE and HEADLINE.

        Return an empty mapping for a match at one table.
        """
        if len(now.rooms) == 1:
            return {}
        match_id = now.scheduled.match_id
        process = self.hall.matches.get(match_id)
        if now.phase is not PublicPhase.OVER or (process and not process.record.is_over):
            return {PLACE: "", HEADLINE: ""}
        known = self.luck.known_at_once(match_id)
        if process is None or known is None:
            return {}
        if not known.has_positions:
            return {PLACE: "", HEADLINE: ""}
        words = words_for(language)
        return {
            PLACE: section_html(known, process.record, now, names, words),
            HEADLINE: headline_html(known, process.record, now, names, words),
        }


def section_html(
    known: LuckKnown, record: MatchRecord, now: PublicSnapshot, names: Names, words: Words
) -> str:
    """Return the section's HTML for a match that is over for everybody.

    `known` is what is known of its luck, `now` its public state.
    """
    made = luck_tables(known, record, public_protocol(now), names, words)
    path = names.match(now.scheduled.match_id).path
    section = LuckSection(
        [shown_table(table) for table in made.tables],
        made.notes,
        [f"{path}{place}" for place in made.fork_places],
        known.coming,
        [
            (f"{path}/forms/take-home-sheet?player={person.text}", names.of(person))
            for person in players_of(record, names)
        ],
    )
    template = page_templates(words.code).get_template("analysis/_luck.html")
    return template.render(luck=section, base=path).strip()


def headline_html(
    known: LuckKnown, record: MatchRecord, now: PublicSnapshot, names: Names, words: Words
) -> str:
    """Return the headline's HTML; it is empty unless the luck is greater than its error.

    The values are as in `section_html`.
    """
    return str(escape(luck_finding(known, record, public_protocol(now), names, words)))
