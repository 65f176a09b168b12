"""A match's seed is joined with its captains' words: who can choose a drawn roll, who cannot."""

import hashlib
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules import events as ev
from rules.dice import Roll
from rules.duplicate.audit import LedgerFault, audit
from rules.duplicate.seed_dice import as_word, commitment, drawn_roll, joined
from rules.position import Side
from rules.tables.state import TurnKey
from tests.support.rooms import SEED, started

KEY = TurnKey(Side.RED, 14)
WORDS = ("anchor", "лиман")
ALL_ROLLS = {Roll(first, second) for first in range(1, 7) for second in range(1, 7)}


def drawn_with(seed: bytes, *words: str) -> Roll:
    return drawn_roll(joined(seed, words), 2, 1, KEY)


def test_the_worked_example_of_the_archives_format_holds() -> None:
    assert commitment(SEED).hex().startswith("630dcd2966c43366")
    assert drawn_with(SEED) == Roll(6, 5)
    assert joined(SEED, WORDS).hex().startswith("3ad89b9ed144df21")
    assert drawn_with(SEED, *WORDS) == Roll(6, 2)


def test_without_words_the_seed_draws_alone() -> None:
    assert joined(SEED, ()) == SEED
    assert joined(SEED, ("", "kerch")) != joined(SEED, ("kerch", "")) != SEED


@given(st.text(max_size=80))
def test_a_word_is_one_however_it_was_typed(text: str) -> None:
    word = as_word(text)
    assert as_word(f"  {word} ") == as_word(word) == word


def test_a_word_is_one_in_capitals_and_with_marks_that_are_typed_apart() -> None:
    assert as_word(" CAFE\N{COMBINING ACUTE ACCENT} ") == "caf\N{LATIN SMALL LETTER E WITH ACUTE}"
    assert as_word("ЯЛТА") == "ялта"


def test_whatever_seed_a_server_has_chosen_words_it_does_not_know_lead_to_every_roll() -> None:
    for seed in (SEED, bytes(32), hashlib.sha256(b"chosen").digest()):
        for own in ("", "a word of the server's friend"):
            drawn = {drawn_with(seed, own, f"word {number}") for number in range(400)}
            assert drawn == ALL_ROLLS


def test_whatever_words_both_captains_choose_a_seed_they_do_not_know_leads_to_every_roll() -> None:
    seeds = [hashlib.sha256(bytes([number // 256, number % 256])).digest() for number in range(400)]
    for words in (WORDS, ("", "x"), ("the same", "the same")):
        assert {drawn_with(seed, *words) for seed in seeds} == ALL_ROLLS


def test_a_server_in_league_with_the_captain_whose_word_comes_last_can_choose_a_roll() -> None:
    wanted = Roll(6, 6)
    assert any(drawn_with(SEED, "anchor", f"word {number}") == wanted for number in range(400))


def match_with(*words: str) -> tuple[ev.Event, ...]:
    """A match up to its start, whose teams gave these words."""
    begun = started()
    given_words = [
        ev.WordGiven(team=team.name, word=word, by="captain")
        for team, word in zip((begun.home, begun.away), words, strict=False)
        if word
    ]
    committed = ev.SeedCommitted(commitment=commitment(SEED), seed=SEED)
    return (committed, *given_words, replace(begun, words=words))


def faults(*events: ev.Event) -> list[LedgerFault]:
    return [finding.fault for finding in audit(events).findings]


def test_other_words_or_another_seed_than_before_the_match_are_found() -> None:
    for words in ((), WORDS, ("anchor", "")):
        assert faults(*match_with(*words)) == []
    *before, begun = match_with(*WORDS)
    assert isinstance(begun, ev.MatchStarted)
    for other in ((), WORDS[::-1], ("anchor", "")):
        assert faults(*before, replace(begun, words=other)) == [LedgerFault.OTHER_WORDS]
    other_seed = replace(begun, seed=bytes(32), commitment=commitment(bytes(32)))
    assert faults(*before, other_seed) == [LedgerFault.OTHER_SEED]


def test_of_two_words_of_a_team_the_later_counts() -> None:
    committed, *words, begun = match_with(*WORDS)
    assert isinstance(begun, ev.MatchStarted)
    earlier = ev.WordGiven(team=begun.home.name, word="kerch", by="captain")
    assert faults(committed, earlier, *words, begun) == []
    assert faults(committed, *words, earlier, begun) == [LedgerFault.OTHER_WORDS]
