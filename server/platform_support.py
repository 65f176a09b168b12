"""Features that some operating systems lack: file locks, descriptor limits, a faster event loop.

Yalta runs on Linux. If one of these features is missing, the server runs without it, as each
function describes. Tests cover this by removing the modules; it was never tried on a system that
lacks them.

The machine's own names and addresses are read here, too.
"""

import asyncio
import contextlib
import ctypes
import os
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path

import uvicorn

_LAST = 19
"""The lowest priority of a process or thread (nice)."""
_DESCRIPTORS_UNKNOWN = 512
"""The number of open files that a process is assumed to be allowed if the system does not say."""


def lock_file(descriptor: int) -> bool:
    """Lock an open file for as long as it is open. Return False if another process has locked it.

    Without the module `fcntl` nothing is locked and the result is always True. SQLite's own lock
    still guards a database file then, but a second server is only noticed after a second and is not
    named.
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
    """Raise this process's limit of open files to `enough`, or as far as allowed; return the limit.

    Without the module `resource` nothing is raised, and 512 open files are assumed to be allowed.
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
    """Return the factory of the server's event loop: uvloop's if installed, otherwise asyncio's."""
    return uvicorn.Config("", log_config=None).get_loop_factory() or asyncio.new_event_loop


def network_addresses() -> dict[str, str]:
    """Return the machine's IPv4 addresses, without loopback, by the name of the interface.

    Without the module `fcntl` the result has one entry: the host name and its address.
    """
    try:
        import fcntl
    except ImportError:
        name = socket.gethostname()
        return {name: socket.gethostbyname(name)}
    found = dict[str, str]()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(asking, _SIOCGIFADDR, request)
            except OSError:  # an interface without an address
                continue
            found[name] = socket.inet_ntoa(answer[20:24])
    return {name: address for name, address in found.items() if not address.startswith("127.")}


_SIOCGIFADDR = 0x8915
"""Linux's request for the address of an interface (netdevice(7))."""


def give_way() -> None:
    """Lower this thread's priority below all others, since its work may wait and play may not.

    Does nothing on systems other than Linux, where a thread has no priority of its own.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LAST)


def end_with_parent() -> Callable[[], None] | None:
    """Return a function that makes a child process end when this process ends or is killed.

    The function is called in the child before the child runs another program. Return None on
    systems other than Linux, whose kernels have no such request.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def end_with_it() -> None:
        prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))

    return end_with_it


_PR_SET_PDEATHSIG = 1
"""Linux's request for a signal when the parent process has ended (prctl(2))."""


def is_running(process_id: int) -> bool:
    """Return True if a process with this id is running, whatever its program is."""
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is another user's process
        return True
    return True


def have_process_give_way(process_id: int) -> None:
    """Lower the priority of one of our processes below all others: its work may wait, play may not.

    Linux may first divide the processors among sessions (autogroup, sched(7)). The priority of a
    process that leads a session of its own has no effect then, so the priority of the session is
    lowered too. Does nothing on systems other than Linux, or if the process has ended.
    """
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process_id, _LAST)
        if os.getsid(process_id) == process_id:
            Path(f"/proc/{process_id}/autogroup").write_text(str(_LAST))


def is_loopback(host: str) -> bool:
    """Return True if the host name or address can be reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
