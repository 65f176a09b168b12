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
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

import ifaddr
import uvicorn

_LAST = 19
"""The lowest priority of a process or thread (nice)."""
_DESCRIPTORS_UNKNOWN = 512
"""The number of open files that a process is assumed to be allowed if the system does not say."""


def lock_file(descriptor: int) -> bool:
    """Lock an open file for as long as it is open. Return False if another process has locked it.

    Windows locks one byte far behind the file's end, so that the file can be read. Without the
    module `fcntl` or `msvcrt` nothing is locked and the result is always True. SQLite's own lock
    still guards a database file then, but another server that uses the file is noticed only after
    one second, and it is not named.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            finally:
                os.lseek(descriptor, 0, os.SEEK_SET)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:
        return True
    except OSError:
        return False
    return True


_LOCKED_BYTE = 1 << 30
"""The position of the byte that is locked on Windows."""


def raise_descriptor_limit(enough: int) -> int:
    """Raise this process's limit of open files to `enough`, or as far as allowed; return the limit.

    Without the module `resource` nothing is raised, and 512 open files are assumed to be allowed.
    """
    limit = min(_DESCRIPTORS_UNKNOWN, enough)
    if sys.platform != "win32":
        with contextlib.suppress(ImportError):
            import resource

            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            limit = enough if hard == resource.RLIM_INFINITY else min(enough, hard)
            if soft == resource.RLIM_INFINITY:
                return enough
            if soft < limit:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            else:
                limit = soft
    return limit


def since_boot() -> float:
    """Return the seconds since the computer was started, sleep included.

    Nobody can set this count.
    """
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    elif sys.platform == "darwin":
        # Python's own monotonic clock stands still there while the computer sleeps.
        return time.clock_gettime(time.CLOCK_MONOTONIC)
    else:
        return time.monotonic()


def event_loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return the factory of the server's event loop: uvloop's if installed, otherwise asyncio's."""
    return uvicorn.Config("", log_config=None).get_loop_factory() or asyncio.new_event_loop


def network_addresses() -> dict[str, str]:
    """Return the machine's IPv4 addresses, without loopback, by the name of the interface.

    An interface with several addresses is named once for each, with the address after its name.
    """
    found = dict[str, str]()
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            address = str(each.ip)
            if each.is_IPv4 and not address.startswith(("127.", "169.254.")):
                name = adapter.nice_name
                found[f"{name} {address}" if name in found else name] = address
    return found


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
    if sys.platform == "linux":
        prctl = ctypes.CDLL(None).prctl
        return lambda: prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    else:
        return None


_PR_SET_PDEATHSIG = 1
"""Linux's request for a signal when the parent process has ended (prctl(2))."""


def is_running(process_id: int) -> bool:
    """Return True if a process with that number is running, whichever program it runs.

    On Windows the answer is always True: the call by which other systems are asked would end the
    process on Windows.
    """
    if sys.platform != "win32":
        try:
            os.kill(process_id, 0)
        except ProcessLookupError:
            return False
        except OSError:  # somebody else's
            return True
    return True


def have_process_give_way(process_id: int) -> None:
    """Lower the priority of one of our processes below all others: its work may wait, play may not.

    Linux may first divide the processors among sessions (autogroup, sched(7)). The priority of a
    process that leads a session of its own has no effect then, so the priority of the session is
    lowered too. Does nothing on systems other than Linux, or if the process has ended.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process_id, _LAST)
            if os.getsid(process_id) == process_id:
                Path(f"/proc/{process_id}/autogroup").write_text(str(_LAST))


async def connect_unix(path: Path) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a Unix socket. Raises OSError if that fails; on Windows it always does."""
    if sys.platform == "win32":
        raise OSError("this system has no Unix sockets")
    else:
        return await asyncio.open_unix_connection(path)


def is_loopback(host: str) -> bool:
    """Return True if the host name or address can be reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


System = Literal["linux", "macos", "windows"]
"""The operating systems that pages and messages tell apart; any other one counts as Linux."""


def system() -> System:
    """Return the operating system that this process runs on."""
    return (
        "windows" if sys.platform == "win32" else "macos" if sys.platform == "darwin" else "linux"
    )


class Obstacle(Enum):
    """A state of this machine that may keep other devices from reaching the server."""

    NO_NETWORK = "no network"
    SEVERAL_ADDRESSES = "several addresses"
    FIREWALL = "firewall"
    PROGRAM_BLOCKED = "program blocked"
    PUBLIC_NETWORK = "public network"


def network_obstacles(run: Callable[[Sequence[str]], str] | None = None) -> list[Obstacle]:
    """Return what can be seen on this machine that may keep phones out; it takes some seconds.

    A firewall that is on counts even if it may let the server's port through. `run` runs a command
    of the system and returns its output, empty if it cannot be run. Guest networks that keep
    devices apart cannot be seen from here.
    """
    run = run or _output_of
    found = []
    addresses = network_addresses()
    if not addresses:
        found.append(Obstacle.NO_NETWORK)
    if len(addresses) > 1:
        found.append(Obstacle.SEVERAL_ADDRESSES)
    return found + _FIREWALLS[system()](run)


def _output_of(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=8, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


def _firewall_of_linux(run: Callable[[Sequence[str]], str]) -> list[Obstacle]:
    """Return FIREWALL if ufw's settings, firewalld or the kernel's tables show a firewall.

    Only root may read the kernel's tables.
    """
    with contextlib.suppress(OSError):
        if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(errors="replace"):
            return [Obstacle.FIREWALL]
    if run(["firewall-cmd", "--state"]).strip() == "running":
        return [Obstacle.FIREWALL]
    drops = _DROPS_INPUT.search(run(["nft", "list", "ruleset"]))
    if drops or run(["iptables", "-S", "INPUT"]).startswith("-P INPUT DROP"):
        return [Obstacle.FIREWALL]
    return []


_DROPS_INPUT = re.compile(r"hook input [^}]*?(policy drop|\bdrop\b|\breject\b)", re.DOTALL)
"""A pattern that finds an input chain of nftables that drops or rejects packets (nft(8))."""


def _firewall_of_macos(run: Callable[[Sequence[str]], str]) -> list[Obstacle]:
    state = run(["/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate"])
    return [Obstacle.FIREWALL] if "enabled" in state.lower() else []


def _firewall_of_windows(run: Callable[[Sequence[str]], str]) -> list[Obstacle]:
    """Ask for the kind of the network, and for rules about this program.

    PowerShell's names of values are the same in every language of Windows.
    """
    found = []
    networks = run([*_POWERSHELL, "(Get-NetConnectionProfile).NetworkCategory"])
    if "Public" in networks:
        found.append(Obstacle.PUBLIC_NETWORK)
    rules = run([*_POWERSHELL, _RULES_OF_PROGRAM.format(program=sys.executable.replace("'", "''"))])
    if "Block" in rules:
        found.append(Obstacle.PROGRAM_BLOCKED)
    elif "Allow" not in rules:
        found.append(Obstacle.FIREWALL)
    return found


_POWERSHELL = ("powershell", "-NoProfile", "-NonInteractive", "-Command")
_RULES_OF_PROGRAM = (
    "Get-NetFirewallApplicationFilter -Program '{program}' | Get-NetFirewallRule |"
    " Where-Object Direction -eq Inbound | Where-Object Enabled -eq True |"
    " ForEach-Object {{ $_.Action }}"
)
_FIREWALLS: Mapping[System, Callable[[Callable[[Sequence[str]], str]], list[Obstacle]]] = {
    "linux": _firewall_of_linux,
    "macos": _firewall_of_macos,
    "windows": _firewall_of_windows,
}


class StayAwake:
    """The server.sleep_watch.SleepLock of this operating system; use it in one thread only.

    Windows is asked to stay awake by SetThreadExecutionState, which is valid for the calling
    thread. macOS is asked by caffeinate(8) and Linux by systemd-inhibit(1), each in a process that
    ends with this one.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_held = False

    def hold(self) -> bool:
        """Keep this computer awake; return False if the system does not do that."""
        if sys.platform == "win32":
            state = _ES_CONTINUOUS | _ES_SYSTEM_REQUIRED
            self._is_held = bool(ctypes.windll.kernel32.SetThreadExecutionState(state))
            return self._is_held
        else:
            if self._process is None:
                with contextlib.suppress(OSError):
                    self._process = subprocess.Popen(
                        _STAY_AWAKE[system()](os.getpid()),
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
            # A request that was refused ends its process: that is seen at the next look.
            return self._process is not None and self._process.poll() is None

    def release(self) -> None:
        """Let this computer sleep again; do nothing if it was not kept awake."""
        if sys.platform == "win32":
            if self._is_held:
                ctypes.windll.kernel32.SetThreadExecutionState(_ES_CONTINUOUS)
                self._is_held = False
        elif self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


_ES_CONTINUOUS, _ES_SYSTEM_REQUIRED = 0x80000000, 0x00000001
"""Windows' flags: the state lasts until it is changed; the computer must not sleep."""


def _inhibit(process_id: int) -> list[str]:
    """Return the command that prevents sleep on Linux until the process `process_id` has ended."""
    reason = ["--who=Yalta", "--why=A match is being played", "--mode=block"]
    # tail(1) ends by itself when the process does, even if that was killed.
    until = ["tail", f"--pid={process_id}", "--follow", "/dev/null"]
    return ["systemd-inhibit", "--what=sleep:idle:handle-lid-switch", *reason, *until]


_STAY_AWAKE: Mapping[System, Callable[[int], list[str]]] = {
    "linux": _inhibit,
    "macos": lambda process_id: ["caffeinate", "-i", "-w", str(process_id)],
}
