"""The command `yalta study`: how fair the scoring is, by simulated duplicate boards."""

import os
import shlex
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from players.gnubg_nets import ENGINE, NetsUnavailable, nets_version
from yalta.command_settings import refuse
from yalta.exit_status import INTERRUPTED
from yalta_extras.study.board import PAIRINGS, Plan
from yalta_extras.study.folder import StudyFolder, StudyRefused
from yalta_extras.study.report import WAYS, StudyPlayed, drawings, report, table_of
from yalta_extras.study.summary import ALL, Figure, as_csv, summary

_COMMAND: Final = "yalta study"
_QUICK_BOARDS: Final = 800
_FULL_BOARDS: Final = 20_000
_LUCK_EVERY: Final = 10


def study(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where boards, figures and report go.")
    ],
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help=f"{_QUICK_BOARDS} boards a pairing: up to four minutes on two cores."
        ),
    ] = False,
    boards: Annotated[
        int | None,
        typer.Option(
            min=12,
            help=f"Boards of each pairing; {_FULL_BOARDS} if not given: one to two hours.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Repeats every dice and every play.")] = 1,
    luck_every: Annotated[
        int,
        typer.Option(
            min=1, help="Judge the luck on every so many boards: it takes ten times as long."
        ),
    ] = _LUCK_EVERY,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes; as many as there are cores if not given.")
    ] = None,
) -> None:
    """Measure how well the scoring finds the better team.

    Teams of GNU Backgammon's nets play duplicate boards, a game in each room
    with the same dice. One team's judgement has an error added, so that it is
    known who is better and by how much; of one pairing both teams are equal. Each board is
    counted in IMP, as bridge does, and in points, with equal dice and
    as if each room had its own, and with the luck of every roll taken out.

    \b
      yalta study first-look --quick
      yalta study whole --boards 20000 --seed 18

    Into FOLDER go boards.csv (every game), summary.csv (every figure with its
    95 % interval), report.html and its figures as SVG. Ctrl-C stops a study;
    the same command goes on where it stopped, and with more --boards it
    goes on after its end. Equal seeds give equal boards on any number of cores.

    Where luck was judged, it is subtracted from the advantage. Its mean is zero, so that the
    advantage stays the same and its interval becomes narrower.

    How to read it: yalta_extras/study/docs/fairness.md. Needs the nets:
    pipx inject yalta gnubg-nn.
    """
    if quick and boards is not None:
        refuse(_COMMAND, f"--boards: {boards} beside --quick; allowed: one of them")
    many = boards or (_QUICK_BOARDS if quick else _FULL_BOARDS)
    plan = Plan(seed=seed, boards=many, luck_every=luck_every)
    study_folder = _opened(folder, plan)
    _play(study_folder, processes or os.cpu_count() or 1)
    figures = summary(study_folder.by_pairing(), seed)
    _write(folder, figures, _played(plan))
    _tell(figures, folder)


def _versions() -> dict[str, str]:
    return {"yalta": version("yalta"), ENGINE: nets_version()}


def _opened(folder: Path, plan: Plan) -> StudyFolder:
    try:
        return StudyFolder(folder, plan, _versions())
    except NetsUnavailable as error:
        refuse(_COMMAND, str(error))
    except StudyRefused as error:
        refuse(_COMMAND, f"FOLDER: {error}")
    except OSError as error:
        refuse(_COMMAND, f"FOLDER: {str(folder)!r} cannot be used: {error.strerror}")


def _play(study_folder: StudyFolder, processes: int) -> None:
    of = study_folder.plan.boards * len(PAIRINGS)
    columns = (TextColumn("boards"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("boards", total=of, completed=len(study_folder.boards))
        try:
            study_folder.play(processes, lambda done: progress.update(bar, completed=done))
        except KeyboardInterrupt:
            progress.stop()
            done = len(study_folder.boards) // len(PAIRINGS)
            typer.echo(
                f"Stopped after {done} boards of each pairing. The same command goes on;"
                f" with --boards {done} it reports what there is.",
                err=True,
            )
            raise typer.Exit(INTERRUPTED) from None


def _played(plan: Plan) -> StudyPlayed:
    command = ["yalta", "study", "FOLDER", "--boards", str(plan.boards), "--seed", str(plan.seed)]
    if plan.luck_every != _LUCK_EVERY:
        command += ["--luck-every", str(plan.luck_every)]
    return StudyPlayed(plan.seed, plan.boards, plan.luck_every, _versions(), shlex.join(command))


def _write(folder: Path, figures: list[Figure], played: StudyPlayed) -> None:
    (folder / "summary.csv").write_text(as_csv(figures), encoding="utf-8")
    (folder / "report.html").write_text(report(figures, played), encoding="utf-8")
    for name, svg in drawings(figures).items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def _tell(figures: list[Figure], folder: Path) -> None:
    table = table_of(figures)
    names = [pairing.name for pairing in PAIRINGS if not pairing.equal]
    typer.echo("Boards until the better team is ahead with 95 %:")
    typer.echo(f"{'':30}" + "".join(f"{name:>10}" for name in names))
    for measure, words in WAYS.items():
        cells = [table.get((name, "boards needed", measure, 0)) for name in names]
        typer.echo(
            f"{words:30}"
            + "".join(f"{cell.value:10.1f}" if cell is not None else f"{'—':>10}" for cell in cells)
        )
    luck = table.get((ALL, "luck a game", "imp", 0))
    error = table.get((ALL, "standard error of luck a game", "imp", 0))
    if luck is not None and error is not None:
        typer.echo(
            f"Home's mean luck in {luck.rows} games judged: {luck.value:.3f} IMP a game,"
            f" standard error {error.value:.3f}"
        )
    typer.echo(f"Report: {folder / 'report.html'}")
