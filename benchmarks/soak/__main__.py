"""The start of a soak, a long test, by name: `python -m benchmarks.soak NAME`.

`python -m benchmarks.soak --help` lists the soaks.
"""

import functools
import time
import traceback
from collections.abc import Callable, Mapping
from datetime import timedelta

import typer

from benchmarks.soak.soak import Soak
from benchmarks.soak.soaks import SOAKS

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def listed(context: typer.Context) -> None:
    """Try for minutes or many thousand times what the tests promise; run by hand, never in CI.

    Each soak draws a seed, prints it, and says at its end how long it took, what went wrong and how
    to begin it again with that seed. Its own --help names what can be set, and the tests that hold
    the same on a small scale.

    Exit status: 0 if nothing went wrong, 1 if something did, 2 for an option that there is not.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def told(soak: Soak) -> Callable[..., None]:
    """Return the soak, a long test, as a command.

    The command prints the soak's seed, its duration and its outcome.
    """

    @functools.wraps(soak.run)
    def command(**options: object) -> None:
        print(f"{soak.name}: seed {options['seed']}", flush=True)
        began, wrong = time.monotonic(), list[str]()
        try:
            wrong = soak.run(**options)
        except Exception as error:
            traceback.print_exc()
            wrong = [f"{type(error).__name__}: {error}"]
        took = timedelta(seconds=round(time.monotonic() - began))
        print(*wrong, sep="\n", end="\n" if wrong else "")
        print(f"{soak.name}: {'WENT WRONG' if wrong else 'all well'} after {took}")
        print(f"the same again: {again(soak, options)}", flush=True)
        if wrong:
            raise typer.Exit(1)

    return command


def again(soak: Soak, options: Mapping[str, object]) -> str:
    """Return the command line that repeats a long test with the same seed and options.

    The option for its folder is left out.
    """
    given = (
        f"--{name.replace('_', '-')} {value}" for name, value in options.items() if name != "folder"
    )
    return f"python -m benchmarks.soak {soak.name} {' '.join(given)}"


def main() -> None:
    """Run the long test that is named on the command line."""
    for soak in SOAKS:
        copies = "\n".join(soak.copies)
        # After \b Click leaves lines unwrapped, so that a test's name is not split.
        words = f"{soak.sentence}\n\nOn a small scale the suite holds it in\n\n\b\n{copies}"
        app.command(soak.name, help=words, short_help=soak.sentence)(told(soak))
    app(prog_name="python -m benchmarks.soak")


if __name__ == "__main__":
    main()
