"""What Tab completes at the prompt: commands, and the names that the store has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

FEWEST = 3
"""Letters of a name from which on it is completed."""
MOST = 8
"""So many names are shown."""
WORDS = 6
"""So many words of a line are taken for the beginning of one name."""

Names = Callable[[str, int], Iterable[str]]
"""Gives names that begin as a text does, the best known first, and no more than so many."""


def completions(line: str, commands: Iterable[str], names: Names) -> list[str]:
    """Return how a line can go on, each as what stands for its last word."""
    if line.startswith(":") and " " not in line:
        return [f"{command} " for command in commands if command.startswith(line)]
    tails = [found.start() for found in re.finditer(r"\S+", line)][-WORDS:]
    for start in tails:  # the longest beginning that is one of a name
        tail = line[start:]
        if len(tail.rstrip()) < FEWEST or (start == 0 and line.startswith(":")):
            continue
        found = [name for name in names(tail, MOST) if _begins(name, tail)]
        if found:
            behind = tail.rfind(" ") + 1
            return list(dict.fromkeys(name[behind:] for name in found))
    return []


def _begins(name: str, tail: str) -> bool:
    return name.casefold().startswith(tail.casefold()) and len(name) >= len(tail)


@contextmanager
def tab_completes(commands: Iterable[str], names: Names) -> Iterator[None]:
    """Have Tab complete commands and names, while the block runs."""
    try:
        import readline
    except ImportError:  # some builds of Python have none
        yield
        return

    def complete(_: str, state: int) -> str | None:
        found: list[str] = []
        with suppress(Exception):  # what goes wrong here must not disturb who types
            found = completions(readline.get_line_buffer(), commands, names)
        return found[state] if state < len(found) else None

    before = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before[0])
        readline.set_completer_delims(before[1])
