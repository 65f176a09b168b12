"""Tests marked `soak`, too long for CI: all pages, by all roles, through more kills."""

import os
import subprocess
import sys
from collections.abc import Callable

from benchmarks.soak.soak import ROOT, Seed


def whole_tests(*paths: str) -> Callable[..., list[str]]:
    """Return a soak of the tests marked `soak` in those files and folders, or patterns."""
    found = [str(each) for path in paths for each in sorted(ROOT.glob(path))]

    def run(seed: Seed) -> list[str]:
        """Run the tests on all cores; return pytest's outcome, unless all is well."""
        command = ["-m", "pytest", "-m", "soak", f"--hypothesis-seed={seed}", *found]
        environment = {**os.environ, "YALTA_NO_SKIPS": "1"}
        ended = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=False)
        return [f"pytest ended with {ended.returncode}"] if ended.returncode else []

    return run
