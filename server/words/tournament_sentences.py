"""A tournament in words: stages, hours, queries, cases, entries, and the log's sentences.

The values filled into a template are the event's fields.
"""

from collections.abc import Mapping

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.entries import written
from rules.text import N_
from server.words.match_sentences import Template
from server.words.translation import Words, named


def _entry_limit_set(event: ev.EntryLimitSet) -> str:
    if event.limit:
        return N_("Limit of teams: %(limit)s")
    return N_("No limit on the number of teams")


def _attendance_set(event: ev.AttendanceSet) -> str:
    if event.present:
        return N_("%(team)s is present")
    return N_("%(team)s is not present after all")


def _roster_set(event: ev.RosterSet) -> str:
    if event.players:
        return N_("Who plays %(game_name)s for %(team)s: %(players)s")
    return N_("Everyone in %(team)s may play %(game_name)s")


def _room_note_sent(event: ev.RoomNoteSent) -> str:
    if event.text:
        return N_("Note to the table from %(by)s: %(text)s")
    return N_("%(by)s took back the note to the table")


OF_TOURNAMENTS: Mapping[type, Template] = {
    ev.MatchWithdrawn: N_("The match was removed. Reason: %(reason)s"),
    ev.EventDescribed: N_("The tournament is called %(title)s. Place: %(place)s. Dates: %(dates)s"),
    ev.RoomPlacesSet: N_("Open room: %(open_room)s. Closed room: %(closed_room)s"),
    ev.StagePlanned: N_("Stage %(stage)s was planned: %(name)s, %(games)s games a match"),
    ev.StageWithdrawn: N_("Stage %(stage)s was removed"),
    ev.StageDrawn: N_("Stage %(stage)s was drawn: %(groups)s. Seed: %(seed)s"),
    ev.DrawWithdrawn: N_("The draw of stage %(stage)s was undone. Reason: %(reason)s"),
    ev.RoundPublished: N_("Round %(round)s of stage %(stage)s was published"),
    ev.RoundWithdrawn: N_("Round %(round)s of stage %(stage)s was removed. Reason: %(reason)s"),
    ev.RoundClosed: N_("Round %(round)s of stage %(stage)s was closed"),
    ev.RoundReopened: N_("Round %(round)s of stage %(stage)s was reopened. Reason: %(reason)s"),
    ev.ExtraGamesSet: N_("Match %(number)s was set up: two more games of a level match"),
    ev.WalkoverGiven: N_("Walkover in match %(number)s; absent: %(absent)s. Reason: %(reason)s"),
    ev.WalkoverLifted: N_("The walkover in match %(number)s was removed. Reason: %(reason)s"),
    ev.TeamWithdrawn: N_("%(team)s withdrew. Reason: %(reason)s"),
    ev.TeamReturned: N_("%(team)s plays again. Reason: %(reason)s"),
    ev.PenaltyGiven: N_("%(team)s: penalty of %(vp)s VP and %(imp)s IMP. Reason: %(reason)s"),
    ev.PenaltyLifted: N_("Penalty %(penalty)s was removed. Reason: %(reason)s"),
    ev.OrderDecided: N_("The director decided the order: %(teams)s. Reason: %(reason)s"),
    ev.TeamJoined: N_(
        "%(team)s plays in stage %(stage)s from round %(round)s on. Reason: %(reason)s"
    ),
    ev.RoundShortened: N_(
        "Round %(round)s of stage %(stage)s was shortened to %(games)s games. Reason: %(reason)s"
    ),
    ev.MatchShortened: N_(
        "The match has %(games)s games: its round was shortened. Reason: %(reason)s"
    ),
    ev.QualificationKept: N_("The teams drawn into stage %(stage)s stay. Reason: %(reason)s"),
    ev.TimetablePlanned: N_("The hours were planned: %(days)s. Tables: %(tables)s"),
    ev.RoundTimed: N_("Round %(round)s of stage %(stage)s starts %(starts_at)s"),
    ev.RoundTimeLifted: N_("The start of round %(round)s of stage %(stage)s was removed"),
    ev.LastStartSet: N_("No game starts from %(at)s to %(until)s. Reason: %(reason)s"),
    ev.LastStartLifted: N_("Games start at any time again. Reason: %(reason)s"),
    ev.StageChanged: N_(
        "Stage %(stage)s was changed: %(games)s games a match, meetings: %(meetings)s"
    ),
    ev.QueryPeriodSet: N_("Results are final %(minutes)s minutes after they are posted"),
    ev.QueryRaised: N_("Query %(query)s about match %(number)s by %(by)s: %(text)s"),
    ev.QueryAnswered: N_("Query %(query)s was answered: %(answer)s"),
    ev.EntryWithdrawn: N_("%(team)s was removed. Reason: %(reason)s"),
    ev.TournamentWithdrawn: N_("The tournament was removed. Reason: %(reason)s"),
    ev.ClockSet: N_("The computer's clock was set; it is now %(by_ms)s ms ahead of the time here"),
    ev.CaseOpened: N_("Case %(case)s was opened; teams: %(teams)s. %(facts)s"),
    ev.CaseAmended: N_("Case %(case)s was corrected; teams: %(teams)s. %(facts)s"),
    ev.CaseRuled: N_("Ruling in case %(case)s, %(ruling)s: %(text)s"),
    ev.AppealLodged: N_("%(team)s appeals in case %(case)s: %(text)s"),
    ev.AppealDecided: N_("The appeal in case %(case)s was decided: %(text)s"),
    ev.CaseClosed: N_("Case %(case)s was closed"),
    ev.CaseReopened: N_("Case %(case)s was reopened. Reason: %(reason)s"),
    ev.CaseMadePublic: N_("Case %(case)s was made public: %(words)s"),
    ev.CaseMadePrivate: N_("Case %(case)s is no longer public"),
    ev.EntryLimitSet: _entry_limit_set,
    ev.EntryPutToWait: N_("%(team)s was put on the waiting list, at place %(place)s"),
    ev.EntryConfirmed: N_("%(team)s moved up from the waiting list"),
    ev.AttendanceSet: _attendance_set,
    ev.EntryDescribed: N_("%(team)s: club %(club)s, pot %(pot)s"),
    ev.RosterSet: _roster_set,
    ev.CurrencySet: N_("Fees are in %(currency)s"),
    ev.FeeSet: N_("Entry %(entry)s: due %(due)s, paid %(paid)s"),
    ev.NoteSet: N_("Note on entry %(entry)s: %(note)s"),
    ev.RoomNoteSent: _room_note_sent,
}

CASE_RULINGS: dict[str, str] = {
    "none": N_("no ruling"),
    "warning": N_("warning"),
    "penalty": N_("penalty"),
    "adjusted": N_("adjusted result"),
    "other": N_("other ruling"),
}
"""The words for each ruling on a case, keyed by the ruling's name in the log."""
CASE_STAGES: dict[str, str] = {
    "open": N_("case open"),
    "ruled": N_("ruled on"),
    "appealed": N_("under appeal"),
    "appeal decided": N_("appeal decided"),
    "closed": N_("case closed"),
}
"""The words for each stage that a case can reach, keyed by the stage's name in the log."""


def span_words(span: ev.Span, words: Words) -> str:
    """Return a span of time in words: the day and time of its start, and the time of its end."""
    return f"{words.moment(span.starts)}–{words.clock(span.ends.astimezone())}"


def terms_words(planned: ev.TimetablePlanned, words: Words) -> str:
    """Return the number of tables and the hours of a timetable, in one line."""
    tables = words.ngettext("%(num)s table", "%(num)s tables", planned.tables)
    return ", ".join((tables, *(span_words(day.hours, words) for day in planned.days)))


def entry_values(event: ev.Event) -> dict[str, object]:
    """Return texts for those fields that the log does not show as they are, keyed by field name."""
    match event:
        case ev.FeeSet():
            return {"due": written(event.due), "paid": written(event.paid)}
        case ev.EntryDescribed():
            return {"club": event.club or "–", "pot": event.pot or "–"}
        case ev.NoteSet(note=""):
            return {"note": "–"}
        case _:
            return {}


def entry_form_words(form: cmd.EntryForm, words: Words) -> str:
    """Return the data of an entry, in one line."""
    line = words.gettext(
        "club %(club)s, pot %(pot)s, due %(due)s, paid %(paid)s",
        club=named(form.club) if form.club else "–",
        pot=form.pot or "–",
        due=written(form.due),
        paid=written(form.paid),
    )
    return f"{line}, {named(form.note)}" if form.note else line


def desk_terms_words(terms: cmd.DeskTerms, words: Words) -> str:
    """Return the limit on entries and the currency of the desk, in one line."""
    limit = terms.limit or words.gettext("no limit")
    return f"{limit}, {named(terms.currency)}" if terms.currency else str(limit)
