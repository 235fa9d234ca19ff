"""What pages of Wikipedia are about: their addresses, and the items that sitelinks tie to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from urllib.parse import quote, unquote

import pyoxigraph as ox

import sparql_templates
from kgqa_store.results import Table
from kgqa_store.vocabulary import WD

BATCH = 100
"""How many pages one query asks for; each has three spellings of some hundred characters."""
_PLAIN = ";@$!*(),/~:"
"""What is not escaped in addresses of Wikipedia, beside letters and digits."""


def fetch_pages(addresses: Iterable[str], select: Callable[[str], Table]) -> dict[str, str]:
    """Return the id of the item that each of `addresses` is about, where the graph has one."""
    found: dict[str, str] = {}
    for some in _batches(addresses):
        spelled = {iri: address for address in some for iri in _spellings(address)}
        if not spelled:
            continue
        for page, thing in select(pages_query(spelled)).rows:
            if isinstance(page, ox.NamedNode) and isinstance(thing, ox.NamedNode):
                name = thing.value.removeprefix(WD)
                if page.value in spelled and name[:1] == "Q" and name[1:].isdigit():
                    found.setdefault(spelled[page.value], name)
    return found


def pages_query(iris: Iterable[str]) -> str:
    """Return the query for what pages are about."""
    pages = " ".join(str(ox.NamedNode(iri)) for iri in iris)
    return sparql_templates.read("lookup/pages").replace("hole:pages", pages)


def _spellings(address: str) -> Iterator[str]:
    """Yield an address as Wikidata spells it, as others do, and as given; what is no IRI has none.

    Wikidata escapes the apostrophe. The first letter of a title is always a capital.
    """
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    if not mark or scheme not in ("http", "https") or not slash:
        return
    page = unquote(path.partition("#")[0].partition("?")[0]).replace(" ", "_")
    folder, between, title = page.rpartition("/wiki/" if "/wiki/" in page else "/")
    page = folder + between + title[:1].upper() + title[1:]
    spelled = [f"https://{host}/{quote(page, safe=safe)}" for safe in (_PLAIN, _PLAIN + "'")]
    for iri in dict.fromkeys([*spelled, address]):
        try:
            ox.NamedNode(iri)
        except ValueError:
            continue
        if not any(sign in iri for sign in '<>"{}|\\^` \n\r\t'):
            yield iri


def _batches(addresses: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(dict.fromkeys(addresses))
    while some := list(islice(rest, BATCH)):
        yield some
