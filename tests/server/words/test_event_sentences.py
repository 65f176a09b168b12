"""Every kind of event has its sentence, in one registry and in each language."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest

from rules import events as ev
from rules.dice import Roll
from rules.position import Side
from server.words.event_sentences import SENTENCES, sentence_of
from server.words.languages import LANGUAGES
from server.words.translation import words_for
from tests.server.store.samples import SAMPLES
from tests.support.persons import person_id

BEN = person_id("Ben")


def kinds(union: object) -> Iterator[type]:
    """The types of a union of unions."""
    for each in get_args(union):
        yield from kinds(each) if get_args(each) else (each,)


def test_every_kind_of_event_is_in_the_registry_and_nothing_else() -> None:
    assert set(SENTENCES) == set(kinds(ev.Event))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sample_of_an_event_is_a_sentence_in_each_language(language: str) -> None:
    for event in SAMPLES:
        assert words_for(language).translations.gettext(sentence_of(event))


@pytest.mark.parametrize(
    ("kind", "changes", "says"),
    [
        (ev.BoardMoved, {"reason": ""}, "put on a table of match %(to_match)s"),
        (ev.DirectorCalled, {"by": "Ann"}, "%(by)s called the director: %(reason)s"),
        (ev.HoldLifted, {"reason": "found"}, "No longer held: %(scope)s. Reason: %(reason)s"),
        (ev.TailDrawSet, {"drawn": False}, "The last rolls are thrown. Reason: %(reason)s"),
        (ev.RecordingSet, {"positions": True}, "The table records positions"),
        (ev.RollStands, {"dice": Roll(1, 3)}, "in this room were %(dice)s after all"),
        (
            ev.ResultConfirmed,
            {"side": Side.RED, "confirmer": ev.Confirmer.CAPTAIN},
            "The captain of %(side)s confirmed the result: %(by)s",
        ),
        (ev.TableReleased, {"by": "", "reason": ""}, "shows the right dice: play goes on"),
        (ev.OpeningTied, {"reason": "mis-keyed"}, "equal, thrown again. Reason: %(reason)s"),
        (ev.EntryLimitSet, {"limit": 0}, "No limit on the number of teams"),
        (ev.AttendanceSet, {"present": False}, "%(team)s is not present after all"),
        (ev.RosterSet, {"players": ()}, "Everyone in %(team)s may play %(game_name)s"),
        (ev.KnockoutMatchRuled, {"winner": None}, "nobody goes through (%(decision)s)"),
        (ev.PbemBoardCorrected, {"winner": BEN, "points": 2}, "%(winner)s, %(points)s points"),
        (ev.TttDrawWithdrawn, {"mini": 3}, "The draw of mini-TTT %(mini)s was undone"),
        (ev.TttResultEntered, {"reason": ""}, "Match %(match)s: %(winner)s won, %(ending)s"),
        (
            ev.TttGameForfeited,
            {"reason": "misread"},
            "Match %(match)s corrected: %(loser)s, %(how)s",
        ),
        (ev.TttPlayerRemoved, {"forfeits": 0, "reason": "ill"}, "was removed. Reason: %(reason)s"),
        (ev.TttPlayerReturned, {"reason": ""}, "%(player)s is in the TTT again"),
    ],
)
def test_what_the_log_says_depends_on_what_happened(
    kind: type, changes: dict[str, Any], says: str
) -> None:
    known = next(each for each in SAMPLES if type(each) is kind)
    happened = replace(known, **changes)
    assert says in sentence_of(happened)
    assert sentence_of(happened) != sentence_of(known)
