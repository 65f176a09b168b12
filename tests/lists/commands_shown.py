"""Prints what `yalta extras` and `yalta --help` print, in a copy of the product."""

import gc

from typer.testing import CliRunner

from yalta.cli import application

if __name__ == "__main__":
    gc.disable()  # as the command line does
    every = application()
    for asked in ("extras", "--help"):
        print(CliRunner().invoke(every, [asked]).output)
