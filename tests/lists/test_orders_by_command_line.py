"""Every order of the catalogue that the command line gives, and what it says of one that cannot be.

Whoever runs it has the records in hand, so that no roles are asked there.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules import commands as cmd
from server.web.catalogue import catalogue
from tests.yalta.test_tournament_by_commands import TOML, yalta

VERBS_FOLDER = Path(__file__).parents[2] / "yalta" / "tournament_commands"
NEW = ("new", "cup", "--from", "FOLDER/tournament.toml")
LADDER = ("knockout", "new", "ladder", "--players", "FOLDER/players.txt", "--elsewhere")
SPRING = ("ttt", "new", "spring", "--title", "Spring", "--players", "FOLDER/players.txt")
PUBLISHED = (NEW, ("draw", "cup", "1"), ("publish", "cup", "1"))
LADDER_OUT = (LADDER, ("knockout", "draw", "ladder"), ("knockout", "publish", "ladder"))
TTT_RESULTS = ("ttt", "results", "spring", "FOLDER/collected.csv")


@dataclass(frozen=True)
class ByCommandLine:
    """Commands that `verb` gives once those `before` are given; `wrong` is refused with `why`."""

    commands: tuple[type, ...]
    before: tuple[tuple[str, ...], ...]
    verb: tuple[str, ...]
    wrong: tuple[str, ...]
    why: str


VERBS = (
    ByCommandLine((cmd.DescribeEvent, cmd.PlanStages), (), NEW, ("new", "Cup!"), "NAME"),
    ByCommandLine((cmd.DrawStage,), (NEW,), ("draw", "cup", "1"), ("draw", "cup", "7"), "7"),
    ByCommandLine(
        (cmd.PublishRound,), PUBLISHED[:2], PUBLISHED[2], ("publish", "cup", "7"), "stage: 7"
    ),
    ByCommandLine(
        (cmd.PlanKnockout, cmd.EnterKnockout),
        (),
        LADDER,
        LADDER[:3],
        "--players",
    ),
    ByCommandLine(
        (cmd.DrawKnockoutRound,), LADDER_OUT[:1], LADDER_OUT[1], (*LADDER_OUT[1], "7"), "7"
    ),
    ByCommandLine(
        (cmd.PublishKnockoutMatches,), LADDER_OUT[:2], LADDER_OUT[2], (*LADDER_OUT[2], "7"), "7"
    ),
    ByCommandLine(
        (cmd.RuleKnockoutMatch,),
        LADDER_OUT,
        ("knockout", "result", "ladder/1", "2", "5"),
        ("knockout", "result", "ladder/1", "2", "3"),
        "score",
    ),
    ByCommandLine(
        (cmd.DescribeEvent, cmd.SetTttRules, cmd.EnterTttPlayers),
        (),
        SPRING,
        (*SPRING, "--cap", "lots"),
        "lots",
    ),
    ByCommandLine(
        (cmd.DrawTtt,),
        (SPRING,),
        ("ttt", "draw", "spring"),
        ("ttt", "draw", "spring", "--groups", "9"),
        "groups: 9",
    ),
    ByCommandLine(
        (cmd.StartTttMatch, cmd.EnterTttResult, cmd.ForfeitTttGame),
        (SPRING, ("ttt", "draw", "spring")),
        TTT_RESULTS,
        ("ttt", "results", "spring", "FOLDER/wrong.csv"),
        "Nobody",
    ),
)


def given(folder: Path, words: tuple[str, ...]) -> tuple[int, str]:
    done = yalta(folder, *(word.replace("FOLDER", str(folder)) for word in words))
    return done.exit_code, done.output


def lay_files(folder: Path) -> None:
    columns = "match,inviter,invited,winner,ended\n"
    for name, text in {
        "tournament.toml": TOML,
        "players.txt": "Ann Reed\nBen Cole",
        "collected.csv": f"{columns}5,Ann Reed,Ben Cole,Ann Reed,gammon",
        "wrong.csv": f"{columns}5,Ann Reed,Nobody,Ann Reed,gammon",
    }.items():
        folder.joinpath(name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("each", VERBS, ids=lambda each: " ".join(each.verb[:2]))
def test_an_order_is_given_by_its_verb_and_refused_with_what_is_wrong(
    tmp_path: Path, each: ByCommandLine
) -> None:
    lay_files(tmp_path)
    for words in each.before:
        assert given(tmp_path, words)[0] == 0, words
    status, output = given(tmp_path, each.wrong)
    assert status == 2
    assert each.why in output
    status, output = given(tmp_path, each.verb)
    assert status == 0, output


def test_no_order_that_the_command_line_gives_is_left_out() -> None:
    catalogued = {each.order.command for each in catalogue()}
    named = {
        getattr(cmd, node.attr)
        for file in VERBS_FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "cmd"
    }
    tried = {command for each in VERBS for command in each.commands}
    assert named & catalogued <= tried
    assert tried <= named
