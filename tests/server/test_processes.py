"""What this process asks the system for, and what it knows of others."""

import os
import resource
import subprocess
import sys

from server.platform_support import is_running, raise_descriptor_limit


def test_as_many_descriptors_are_allowed_as_are_enough_and_never_fewer_than_before() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 16, hard))
    try:
        assert raise_descriptor_limit(soft - 8) == soft - 8
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (soft - 8, hard)
        assert raise_descriptor_limit(soft - 12) == soft - 8
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_processes_of_others_and_ones_own_are_running_and_ended_ones_are_not() -> None:
    assert is_running(os.getpid())
    assert is_running(1)
    ended = subprocess.Popen([sys.executable, "-SEc", ""])
    ended.wait()
    assert not is_running(ended.pid)
