"""A tournament's entries in words: log, refusals, and what somebody saw of an entry."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.entries import written
from rules.text import N_
from server.console.speech import Words, named

_SENTENCES = {
    "EntryLimitSet": N_("Limit of teams: %(limit)s"),
    "EntryPutToWait": N_("%(team)s was put on the waiting list, at place %(place)s"),
    "EntryConfirmed": N_("%(team)s moved up from the waiting list"),
    "AttendanceSet": N_("%(team)s is present"),
    "EntryDescribed": N_("%(team)s: club %(club)s, pot %(pot)s"),
    "RosterSet": N_("Who plays %(game_name)s for %(team)s: %(players)s"),
    "CurrencySet": N_("Fees are in %(currency)s"),
    "FeeSet": N_("Entry %(entry)s: due %(due)s, paid %(paid)s"),
    "NoteSet": N_("Note on entry %(entry)s: %(note)s"),
}
_NO_LIMIT = N_("No limit on the number of teams")
_NOT_PRESENT = N_("%(team)s is not present after all")
_WHOLE_TEAM = N_("Everyone in %(team)s may play %(game_name)s")


def entry_sentence(event: ev.Event) -> str | None:
    """What the log says of an event of entries, with fields of it to be put in; None of others."""
    match event:
        case ev.EntryLimitSet(limit=0):
            return _NO_LIMIT
        case ev.AttendanceSet(present=False):
            return _NOT_PRESENT
        case ev.RosterSet(players=()):
            return _WHOLE_TEAM
        case _:
            return _SENTENCES.get(type(event).__name__)


def entry_values(event: ev.Event) -> dict[str, object]:
    """Fields that the log writes otherwise than they are kept."""
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
    """What was kept of an entry, in one line."""
    line = words.gettext(
        "club %(club)s, pot %(pot)s, due %(due)s, paid %(paid)s",
        club=named(form.club) if form.club else "–",
        pot=form.pot or "–",
        due=written(form.due),
        paid=written(form.paid),
    )
    return f"{line}, {named(form.note)}" if form.note else line


def desk_terms_words(terms: cmd.DeskTerms, words: Words) -> str:
    """Limit and currency, in one line."""
    limit = terms.limit or words.gettext("no limit")
    return f"{limit}, {named(terms.currency)}" if terms.currency else str(limit)
