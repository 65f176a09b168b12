"""The sentence of each event, by its type: the one registry of what the log says."""

from collections.abc import Mapping

from rules import events as ev
from server.words.format_sentences import OF_FORMATS
from server.words.match_sentences import OF_MATCHES, Template
from server.words.tournament_sentences import OF_TOURNAMENTS

SENTENCES: Mapping[type, Template] = {**OF_MATCHES, **OF_TOURNAMENTS, **OF_FORMATS}
"""Every type of event with its template, or with what chooses one."""


def sentence_of(event: ev.Event) -> str:
    """What the log says of an event, in English, with fields of it to be put in."""
    template = SENTENCES[type(event)]
    return template if isinstance(template, str) else template(event)
