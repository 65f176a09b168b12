"""A worker process answers line by line, and leaves in silence when who asked is gone."""

import subprocess
import sys

SHOUTING = (
    "from players.line_worker import answer_lines; answer_lines(lambda line: line[:-1] + '!')"
)


def worker() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", SHOUTING], stdin=pipe, stdout=pipe, stderr=pipe)


def test_each_line_is_answered_until_there_are_no_more() -> None:
    with worker() as process:
        assert process.communicate(b"one\ntwo\n") == (b"one!\ntwo!\n", b"")
        assert process.returncode == 0


def test_one_whose_server_was_killed_writes_no_traceback_into_the_servers_log() -> None:
    """A worker's standard error is the server's own, and a killed server is started again."""
    with worker() as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stdin is not None
        process.stdin.write(b"one\ntwo\n")
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() == 0
