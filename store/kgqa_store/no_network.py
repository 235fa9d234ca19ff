"""A process that can open no socket of the internet: a second lock behind the first.

`service_clauses` refuses what would ask another server. Should it ever be wrong, the kernel refuses
the socket: a filter of system calls (seccomp), which needs no rights and cannot be taken off again.
It is set before the first query in which SERVICE could be a keyword, so that other processes need
not load what sets it. Where the system knows no such filter, the first lock must do.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import socket
import struct
import sys

_ARCHITECTURES = {
    # audit number, socket(2), seccomp(2)
    "x86_64": (0xC000003E, 41, 317),
    "aarch64": (0xC00000B7, 198, 277),
}
_NO_NEW_PRIVILEGES = 38
_SET_FILTER, _ALL_THREADS = 1, 1
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EACCES
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16

_is_forbidden = False


def forbid_network() -> bool:
    """Refuse sockets of the internet to this process from now on; return whether that worked."""
    global _is_forbidden
    if not _is_forbidden and sys.platform == "linux":
        known = _ARCHITECTURES.get(platform.machine())
        _is_forbidden = known is not None and sys.maxsize > 2**32 and _filter(*known)
    return _is_forbidden


def _filter(architecture: int, socket_call: int, seccomp_call: int) -> bool:
    steps = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_IF_EQUAL, 0, 6, architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_IF_EQUAL, 0, 4, socket_call),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_IF_EQUAL, 1, 0, socket.AF_INET),
        (_IF_EQUAL, 0, 1, socket.AF_INET6),
        (_RETURN, 0, 0, _REFUSE),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
        return False
    return bool(libc.syscall(seccomp_call, _SET_FILTER, _ALL_THREADS, program) == 0)
