"""The plugins of every test run, of the core's tests and of those of extras."""

import os
import time

os.environ["TZ"] = "UTC"  # forms tell the time of the machine's zone; the expected copies are UTC
time.tzset()

pytest_plugins = (
    "pytester",
    "tests.support.browser",
    "tests.support.durations",
    "tests.support.default_run",
    "tests.support.every_run",
    "tests.support.skips",
    "tests.support.wheel",
)
