"""Hours of a tournament in words, by the hall's clock."""

from rules import events as ev
from server.words.translation import Words


def span_words(span: ev.Span, words: Words) -> str:
    """From a time of a day to another one."""
    return f"{words.moment(span.starts)}–{words.clock(span.ends.astimezone())}"


def terms_words(planned: ev.TimetablePlanned, words: Words) -> str:
    """Tables and hours, in short."""
    tables = words.ngettext("%(num)s table", "%(num)s tables", planned.tables)
    return ", ".join((tables, *(span_words(day.hours, words) for day in planned.days)))
