"""The prefixes of a graph: those its sources declare, those everybody knows, and made-up ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice

from kgqa_store.errors import SourceError
from kgqa_store.local_names import namespace_of
from kgqa_store.sources import Decoded, Source

HEAD = 1 << 16
"""Bytes of a source in which its prefixes are looked for."""
MOST = 100
"""Prefixes that are made up at most."""
OFTEN = 2
"""A namespace of fewer things needs no prefix."""
_DECLARED = re.compile(rb"(?:^|\.)\s*@?prefix\s+([A-Za-z][\w-]*)?:\s*<([^<>\s]+)>", re.I | re.M)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_COMMON = frozenset(("www", "http", "https", "org", "com", "net", "id", "resource", "data", "ns"))


def declared(sources: Sequence[Source]) -> dict[str, str]:
    """Return the prefixes that Turtle and TriG among the sources declare at their start."""
    found: dict[str, str] = {}
    for source in sources:
        if source.kind not in ("ttl", "trig") or source.is_stdin:
            continue
        with suppress(SourceError, OSError):
            head = b"".join(islice(Decoded(source), 1))[:HEAD]
            for prefix, namespace in _DECLARED.findall(head):
                found.setdefault((prefix or b"base").decode(), namespace.decode("utf-8", "replace"))
    return found


def prefixes_for(
    iris: Iterable[str], given: Mapping[str, str], known: Mapping[str, str]
) -> dict[str, str]:
    """Return the prefixes for things with these IRIs; `given` are preferred to those `known`."""
    counts = Counter(map(namespace_of, iris))
    found = {prefix: namespace for prefix, namespace in given.items() if namespace}
    taken = set(found.values())
    for prefix, namespace in known.items():
        if namespace not in taken and prefix not in found:
            found[prefix] = namespace
    taken = set(found.values())
    frequent = [space for space, count in counts.most_common() if space and count >= OFTEN]
    for namespace in [space for space in frequent if space not in taken][:MOST]:
        found[_made_up(namespace, found)] = namespace
    return {prefix: namespace for prefix, namespace in found.items() if _is_used(namespace, counts)}


def _is_used(namespace: str, counts: Counter[str]) -> bool:
    return namespace.endswith(("XMLSchema#", "rdf-schema#", "22-rdf-syntax-ns#")) or any(
        space.startswith(namespace) for space in counts
    )


def _made_up(namespace: str, taken: Mapping[str, str]) -> str:
    """Return a prefix that reminds of a namespace, and is not taken."""
    words = [word.lower() for word in _WORD.findall(namespace.partition("://")[2])]
    telling = [word for word in words if word not in _COMMON and len(word) < 20] or ["ns"]
    stem: str = telling[-1].strip("-")
    names = (stem, *(f"{stem}{number}" for number in range(2, MOST + 3)))
    return next((name for name in names if name not in taken), stem)
