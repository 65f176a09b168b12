"""Long tests that run the tests marked `soak`, which take too much time for CI."""

import os
import subprocess
import sys
from collections.abc import Callable

from benchmarks.soak.soak import ROOT, Seed


def whole_tests(*paths: str) -> Callable[..., list[str]]:
    """Return the function of a soak that runs the tests marked `soak` in these files and folders.

    The paths may be patterns.
    """
    found = [str(each) for path in paths for each in sorted(ROOT.glob(path))]

    def run(seed: Seed) -> list[str]:
        """Run the tests on all cores; return how pytest ended, or an empty list if all is well."""
        command = ["-m", "pytest", "-m", "soak", f"--hypothesis-seed={seed}", *found]
        environment = {**os.environ, "YALTA_NO_SKIPS": "1"}
        ended = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=False)
        return [f"pytest ended with {ended.returncode}"] if ended.returncode else []

    return run
