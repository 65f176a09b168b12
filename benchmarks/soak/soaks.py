"""The soaks there are."""

from benchmarks.soak.boards import boards
from benchmarks.soak.faults import faults
from benchmarks.soak.hostile_bytes import hostile_bytes
from benchmarks.soak.kills import kills
from benchmarks.soak.links import links
from benchmarks.soak.luck import luck
from benchmarks.soak.plays import plays
from benchmarks.soak.rooms import rooms
from benchmarks.soak.soak import Soak

_LINK = "tests/board_drivers/link"
_ROOMS = "tests/rules/duplicate"

SOAKS = (
    Soak(
        "boards",
        "Twelve boards at human pace for a quarter of an hour lose no link.",
        boards,
        (f"{_LINK}/test_line_faults.py::test_a_link_is_never_lost_in_ten_minutes_at_human_pace",),
    ),
    Soak(
        "faults",
        "Ten thousand rolls through every fault that passes by itself end as without any.",
        faults,
        (
            "tests/end_to_end/faults/test_all_at_once.py"
            "::test_each_roll_comes_once_and_every_game_ends_as_without_faults",
            f"{_LINK}/test_exactly_once.py"
            "::test_reboots_restarts_and_cut_cables_lose_double_and_change_nothing",
        ),
    ),
    Soak(
        "kills",
        "A server killed hundreds of times ends each match as an undisturbed one does.",
        kills,
        (
            "tests/end_to_end/test_killed_server.py"
            "::test_a_server_killed_three_times_ends_with_the_protocol_of_an_undisturbed_run",
            "tests/simulator/test_connected_board.py"
            "::test_a_server_that_dies_again_and_again_changes_nothing",
        ),
    ),
    Soak(
        "bytes",
        "A million mutated frames and payloads raise nothing and pile up nowhere.",
        hostile_bytes,
        (
            "tests/board_drivers/wire/test_hostile_bytes.py"
            "::test_mutated_frames_and_payloads_raise_nothing",
        ),
    ),
    Soak(
        "links",
        "Thousands of bad lines, reboots and cut cables deliver everything once and in order.",
        links,
        (
            f"{_LINK}/test_exactly_once.py"
            "::test_a_bad_line_delivers_every_report_and_command_once_and_in_order",
            f"{_LINK}/test_exactly_once.py"
            "::test_reboots_restarts_and_cut_cables_lose_double_and_change_nothing",
        ),
    ),
    Soak(
        "rooms",
        "Thousands of interleavings of two rooms keep every ruling, in each game.",
        rooms,
        (
            f"{_ROOMS}/test_two_rooms.py"
            "::test_both_rooms_have_the_same_dice_none_before_its_time_and_confirmed_results",
            f"{_ROOMS}/test_two_trictrac_rooms.py"
            "::test_both_rooms_have_the_same_dice_none_before_its_time_and_twelve_trous",
            f"{_ROOMS}/test_dice_only.py"
            "::test_both_rooms_have_the_same_dice_and_no_player_ends_a_game_alone",
        ),
    ),
    Soak(
        "plays",
        "Twenty thousand positions have GNU Backgammon's legal plays.",
        plays,
        (
            "tests/rules/games/test_backgammon_oracle.py"
            "::test_positions_by_chance_have_gnu_backgammons_legal_plays",
        ),
    ),
    Soak(
        "luck",
        "The luck of hundreds of judged boards comes to nothing, and without it the better lead.",
        luck,
        (
            "tests/simulator/study/test_play_by_nets.py"
            "::test_mean_luck_is_none_and_without_luck_the_advantage_is_the_same",
        ),
    ),
)
