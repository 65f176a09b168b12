"""The log's sentences about events, keyed by type of event."""

from collections.abc import Mapping

from rules import events as ev
from server.words.format_sentences import OF_FORMATS
from server.words.match_sentences import OF_MATCHES, Template
from server.words.tournament_sentences import OF_TOURNAMENTS

SENTENCES: Mapping[type, Template] = {**OF_MATCHES, **OF_TOURNAMENTS, **OF_FORMATS}
"""The template of each type of event, or the function that chooses a template for an event."""


def sentence_of(event: ev.Event) -> str:
    """Return the log's sentence about an event in English, with places for the event's fields."""
    template = SENTENCES[type(event)]
    return template if isinstance(template, str) else template(event)
