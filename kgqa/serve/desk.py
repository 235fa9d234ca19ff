"""What a worker process has open: the store, the engine on it, and the texts."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from kgqa_store.errors import StoreError, StoreMissing
from kgqa_store.opening import is_endpoint, open_store
from kgqa_store.store import Store

from kgqa.errors import TextIndexMissing
from kgqa.settings import Settings, home

if TYPE_CHECKING:
    from kgqa_store.names import NameIndex
    from kgqa_store.schema import Schema

    from kgqa.engine import Engine
    from kgqa.text.index import TextIndex

SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Served:
    """What is served: the settings, and the index of texts, if any."""

    settings: Settings
    text: str | None = None

    def packed(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"settings": asdict(self.settings), "text": self.text}

    @classmethod
    def unpacked(cls, fields: Mapping[str, Any]) -> Served:
        """Return what `packed` made JSON of."""
        return cls(Settings(**fields["settings"]), fields["text"])


@dataclass(slots=True)
class Desk:
    """Opens each part when it is first needed; a store that was built anew is opened again."""

    served: Served
    _store: Store | None = None
    _engine: Engine | None = None
    _texts: TextIndex | None = None
    _schema: Schema | None = None
    _stamp: object = field(default=None)

    @property
    def settings(self) -> Settings:
        """The settings of the server."""
        return self.served.settings

    @property
    def store(self) -> Store:
        """The store as it is now."""
        stamp = stamp_of(self.settings.store)
        if self._store is not None and stamp != self._stamp:
            self.close()
        if self._store is None:
            self._store, self._stamp = open_store(place(self.settings.store)), stamp
        return self._store

    @property
    def engine(self) -> Engine:
        """The engine over the store as it is now."""
        store = self.store
        if self._engine is None:
            from kgqa.engine import Engine

            self._engine = Engine(store, text=self.served.text, settings=self.settings)
        return self._engine

    @property
    def names(self) -> NameIndex:
        """The index of names of the store."""
        found = getattr(self.store, "names", None)
        if found is None:
            raise StoreError(
                f"This needs an index of names, and {self.settings.store} has none.",
                hint="Build one: kgqa store build DUMP --index-only --out DIR",
            )
        return cast("NameIndex", found)

    @property
    def schema(self) -> Schema:
        """What is known of the properties and classes of the store."""
        path = self.names and getattr(self.store, "path", None)
        if self._schema is None:
            from kgqa_store.schema import Schema

            self._schema = Schema.open(cast("Path", path) / "names")
        return self._schema

    @property
    def texts(self) -> TextIndex:
        """The index of texts."""
        if self.served.text is None:
            raise TextIndexMissing(
                "There is no index of texts here.", hint="serve with --text FOLDER"
            )
        if self._texts is None:
            from kgqa.text.index import open_index

            self._texts = open_index(self.served.text)
        return self._texts

    def close(self) -> None:
        """Give all of it back."""
        if self._engine is not None:
            self._engine.close()
        if self._schema is not None:
            self._schema.close()
        if self._store is not None:
            self._store.close()
        if self._texts is not None:
            self._texts.close()
        self._engine = self._schema = self._store = self._texts = None


def place(location: str) -> str:
    """Return the folder or URL of a store; the sample is built where it is missing."""
    if location != SAMPLE:
        return location
    from kgqa_store.sample import ensure_sample_store

    return str(ensure_sample_store(home(os.environ, sys.platform)))


def stamp_of(location: str) -> object:
    """Return what changes when a store is built anew: the time and number of its manifest."""
    if location == SAMPLE or is_endpoint(location):
        return None
    try:
        found = (Path(location).expanduser() / "manifest.json").stat()
    except FileNotFoundError as error:
        raise StoreMissing(
            f"The store {location} is not there any more.",
            hint=f"Build it again: kgqa store build SOURCE... --out {location}",
        ) from error
    return found.st_mtime_ns, found.st_ino
