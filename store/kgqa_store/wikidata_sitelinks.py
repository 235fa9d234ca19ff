"""The pages that other wikis have about an entity."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from kgqa_store.vocabulary import SCHEMA, WIKIBASE
from kgqa_store.wikidata_values import LANGUAGE, integer, text

NO_WIKIPEDIAS = frozenset(
    {
        "commonswiki",
        "specieswiki",
        "wikidatawiki",
        "metawiki",
        "mediawikiwiki",
        "sourceswiki",
        "outreachwiki",
        "incubatorwiki",
        "foundationwiki",
        "wikimaniawiki",
        "wikifunctionswiki",
    }
)


def sitelink_lines(
    subject: str, sitelinks: dict[str, Any], says: Callable[[str], bool]
) -> Iterator[str]:
    """Give how many pages are about `subject`, and those of the Wikipedias that `says` allows."""
    yield f"{subject} <{WIKIBASE}sitelinks> {integer(len(sitelinks))} .\n"
    for site, link in sitelinks.items():
        language = wikipedia_language(site)
        title = link.get("title") if isinstance(link, dict) else None
        if not language or not isinstance(title, str) or not says(language):
            continue
        wiki = f"https://{language}.wikipedia.org/"
        page = f"<{wiki}wiki/{quote(title.replace(' ', '_'), safe=SAFE, errors='replace')}>"
        yield f"{page} <{SCHEMA}about> {subject} .\n"
        yield f"{page} <{SCHEMA}isPartOf> <{wiki}> .\n"
        yield f"{page} <{SCHEMA}name> {text(title, language)} .\n"


SAFE = "/:@!$*,;~()'"
"""What Wikidata leaves as it is in the addresses of pages."""


def wikipedia_language(site: str) -> str:
    """Return the language of the Wikipedia with that name (`enwiki`); empty for other sites."""
    if not site.endswith("wiki") or site in NO_WIKIPEDIAS:
        return ""
    language = site.removesuffix("wiki").replace("_", "-")
    return language if LANGUAGE.fullmatch(language) else ""
