"""What not every operating system has: locks on files, limits of descriptors, a faster loop.

Yalta runs on Linux. Where one of these is missing the server goes on without it, as each function
says; that is tested by taking the modules away, and tried on no such system.
"""

import asyncio
from collections.abc import Callable

import uvicorn

_DESCRIPTORS_UNKNOWN = 512
"""How many files a process is taken to be allowed where the system does not say."""


def lock_file(descriptor: int) -> bool:
    """Lock an open file for as long as it is open; False if another process has locked it.

    Without `fcntl` nothing is locked and the answer is always True. A database file is guarded by
    SQLite's own lock even so, which is only noticed after a second and names no process.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def raise_descriptor_limit(enough: int) -> int:
    """Let this process have that many descriptors, or as many as it may; how many it has then.

    Without `resource` nothing is raised, and 512 are taken to be allowed.
    """
    try:
        import resource
    except ImportError:
        return min(_DESCRIPTORS_UNKNOWN, enough)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    return enough if soft == resource.RLIM_INFINITY else soft


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """What makes the server's loop: uvloop's, or asyncio's where there is no uvloop."""
    return uvicorn.Config("", log_config=None).get_loop_factory() or asyncio.new_event_loop
