"""The sentence of each event in the log, by its type: the one registry of them."""

from collections.abc import Mapping

from rules import events as ev
from server.words.format_sentences import OF_FORMATS
from server.words.match_sentences import OF_MATCHES, Template
from server.words.tournament_sentences import OF_TOURNAMENTS

SENTENCES: Mapping[type, Template] = {**OF_MATCHES, **OF_TOURNAMENTS, **OF_FORMATS}
"""Every type of event with its template, or with the function that chooses one."""


def sentence_of(event: ev.Event) -> str:
    """Return the log's sentence about an event, in English, with fields of it to be inserted."""
    template = SENTENCES[type(event)]
    return template if isinstance(template, str) else template(event)
