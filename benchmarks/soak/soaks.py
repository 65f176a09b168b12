"""The list of all soaks, which are long tests run by hand."""

from benchmarks.soak.boards import boards
from benchmarks.soak.examples import hostile_bytes, links, luck, plays
from benchmarks.soak.faults import faults
from benchmarks.soak.kills import kills
from benchmarks.soak.rooms import rooms
from benchmarks.soak.soak import Soak
from benchmarks.soak.whole_tests import whole_tests
from tests.support.extra_walks import deleted_extras

_LINK = "tests/board_drivers/link"
_PAGES = "tests/server/web/shell/test_every_page.py"
_ROOMS = "tests/rules/duplicate"
_STUDY = "yalta_extras/study/tests/test_play_by_nets.py"

_OF_CORE = (
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
            "tests/end_to_end/faults/test_lines.py::test_faults_01_to_10_over_tcp",
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
        "secrecy",
        "Two runs that differ in what is secret look the same to every role at every address.",
        whole_tests("tests/server/test_*.py", "tests/server/views/hall"),
        (
            "tests/server/test_non_interference.py"
            "::test_runs_that_differ_in_what_may_not_be_known_yet_look_the_same",
            "tests/server/test_who_plays_sees_nothing.py"
            "::test_who_plays_in_the_closed_room_or_may_learns_nothing_of_the_open_one",
        ),
    ),
    Soak(
        "pages",
        "Every page in every language, by axe; every request that the API's description allows.",
        whole_tests("tests/server/web"),
        (
            f"{_PAGES}::test_no_page_is_too_wide_or_cuts_a_word_short_and_axe_finds_nothing",
            "tests/server/web/test_api_schema.py::test_nothing_a_role_sends_breaks_the_server",
        ),
    ),
    Soak(
        "evenings",
        "Eight matches by mouse and by keyboard; longer matches; records carried over and killed.",
        whole_tests("tests/end_to_end", "tests/board_drivers"),
        (
            "tests/end_to_end/test_actions_counted.py"
            "::test_what_an_operator_does_most_takes_no_more_than_so_much",
            "tests/end_to_end/test_carried_over.py"
            "::test_forms_are_the_same_byte_for_byte_wherever_the_carrying_over_was_killed",
        ),
    ),
    Soak(
        "events",
        "Two thousand events of teams, whatever happens in them, become official.",
        whole_tests("tests/server/web/tournament/test_random_tournaments.py"),
        (
            "tests/server/web/tournament/test_random_tournaments.py"
            "::test_an_event_that_is_played_and_closed_becomes_official_and_asks_for_nothing_more",
        ),
    ),
)


def _of_study() -> tuple[Soak, ...]:
    """Return the long tests that need the extra "study".

    Call it only if the folder of that extra exists.
    """
    return (
        Soak(
            "luck",
            "Luck comes to nothing over hundreds of judged boards; without it the better lead.",
            luck,
            (f"{_STUDY}::test_mean_luck_is_none_and_without_luck_the_advantage_is_the_same",),
        ),
        Soak(
            "studies",
            "Hundreds of matches by nets, and what plays at forks cost, come out as predicted.",
            whole_tests("yalta_extras/study", "yalta_extras/analysis"),
            (
                f"{_STUDY}::test_equal_players_win_half_and_a_better_one_is_found_as_often_as_predicted",
            ),
        ),
    )


SOAKS = (*_OF_CORE, *(() if "study" in deleted_extras() else _of_study()))
"""The long tests, in the order in which `python -m benchmarks.soak` lists them."""
