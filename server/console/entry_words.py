"""A tournament's entries in words: log, refusals, and what somebody saw of an entry."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.team_event.entries import written
from server.words.translation import Words, named


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
