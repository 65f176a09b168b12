from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.formats.draw import SEED_BYTES, Entrant, drawn

SEED = bytes(range(SEED_BYTES))
TEAMS = ("Lviv", "Kherson", "Poltava")


def test_anybody_can_repeat_a_draw_with_sha256sum() -> None:
    in_order = sorted(TEAMS, key=lambda name: sha256(f"{SEED.hex()} {name}".encode()).hexdigest())
    assert drawn(SEED, [Entrant(name) for name in TEAMS]) == (tuple(in_order),)


@given(st.permutations(TEAMS), st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES))
def test_the_order_in_which_teams_entered_decides_nothing(names: list[str], seed: bytes) -> None:
    assert drawn(seed, [Entrant(name) for name in names]) == drawn(
        seed, [Entrant(name) for name in TEAMS]
    )


def test_every_order_comes_up_about_as_often() -> None:
    orders = Counter(
        drawn(number.to_bytes(SEED_BYTES, "big"), [Entrant(name) for name in TEAMS])
        for number in range(6000)
    )
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())


@given(
    st.integers(1, 8),
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["", "a", "b", "c"])), max_size=40),
    st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
)
def test_groups_hold_everybody_once_and_are_level_to_within_one(
    groups: int, entrants: list[tuple[int, str]], seed: bytes
) -> None:
    field = [Entrant(f"T{n}", pot, club) for n, (pot, club) in enumerate(entrants)]
    in_groups = drawn(seed, field, groups)
    assert sorted(name for group in in_groups for name in group) == sorted(e.name for e in field)
    sizes = [len(group) for group in in_groups]
    assert len(sizes) == groups
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(2, 6), st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES))
def test_each_group_gets_one_of_each_full_pot(groups: int, seed: bytes) -> None:
    field = [Entrant(f"{pot}.{n}", pot) for pot in (1, 2, 3) for n in range(groups)]
    for group in drawn(seed, field, groups):
        assert sorted(name[0] for name in group) == ["1", "2", "3"]


@given(st.integers(2, 6), st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES))
def test_two_of_a_club_in_two_pots_are_drawn_apart(groups: int, seed: bytes) -> None:
    field = [Entrant(f"{pot}.{n}", pot, f"club {n}") for pot in (1, 2) for n in range(groups)]
    for group in drawn(seed, field, groups):
        assert len({name.split(".")[1] for name in group}) == 2


def test_more_of_a_club_than_groups_are_still_drawn() -> None:
    field = [Entrant(f"T{n}", club="Odesa") for n in range(6)]
    assert [len(group) for group in drawn(SEED, field, 2)] == [3, 3]


def test_a_name_that_is_there_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="2 entrants, 1 names"):
        drawn(SEED, [Entrant("Lviv"), Entrant("Lviv")])
