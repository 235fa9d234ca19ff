"""What holds for every test: how hard Hypothesis tries, and that nothing reaches the network."""

from __future__ import annotations

import gc
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from expected_failures import ExpectedFailures
from hypothesis import HealthCheck, settings
from kgqa_store.sample import ensure_sample_store

PROJECT = Path(__file__).parents[1]

pytest.register_assert_rewrite("answered")  # its assertions tell what they compared

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile(
    "ci",
    max_examples=200,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # the machine may be busy
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept",
        action="store_true",
        help="write what was found into the cases and the docs, and take what passes off the list "
        "of tests that fail for now; read the diff before you commit it",
    )
    parser.addoption(
        "--accept-failures",
        action="store_true",
        help="put what fails on the list of tests that fail for now, tests/not_yet.txt",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ExpectedFailures(), "expected-failures")
    if not hasattr(config, "workerinput"):
        _set_apart(config)


def pytest_collection_finish() -> None:
    """Look for garbage no more in what stays until the end: libraries, and thousands of tests."""
    gc.freeze()


@pytest.fixture(scope="session")
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether what is found becomes what is expected."""
    return bool(request.config.getoption("--accept"))


# --- What the program keeps ------------------------------------------------------------------


def _set_apart(config: pytest.Config) -> None:
    """Give all processes of this run one folder for what the program keeps, which was empty.

    No setting of the user's reaches them, but where the shared data lie. Each of them computes in
    one thread: with more they take the processors from each other.
    """
    for name in [name for name in os.environ if name.startswith("KGQA_")]:
        if name != "KGQA_SHARED":
            del os.environ[name]
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    folder = tempfile.TemporaryDirectory(prefix="kgqa-tests-", ignore_cleanup_errors=True)
    os.environ["KGQA_HOME"] = folder.name
    config.add_cleanup(folder.cleanup)


@pytest.fixture(scope="session")
def kept() -> Path:
    """Return the folder for what the program keeps."""
    return Path(os.environ["KGQA_HOME"])


@pytest.fixture(scope="session")
def sample_store(kept: Path) -> Path:
    """Return the store of the embedded sample, built by the first process that needs it."""
    return ensure_sample_store(kept)


# --- No network ------------------------------------------------------------------------------

LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")


class NetworkReached(BaseException):
    """A test wanted to leave the machine; no `except Exception` of ours may hide it."""


def _guarded(address: object) -> None:
    host = str(address[0]) if isinstance(address, tuple) else ""
    if host and not host.startswith(LOOPBACK):
        raise NetworkReached(f"a test reached for {host}; serve it on 127.0.0.1 instead")


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Refuse every connection but those to this machine."""
    with pytest.MonkeyPatch.context() as patch:
        connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

        def guarded_connect(self: socket.socket, address: object) -> None:
            _guarded(address)
            connect(self, address)  # type: ignore[arg-type]

        def guarded_connect_ex(self: socket.socket, address: object) -> int:
            _guarded(address)
            return connect_ex(self, address)  # type: ignore[arg-type]

        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        yield


# --- Data beside the project -----------------------------------------------------------------


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the data folder named by KGQA_SHARED, or the one beside the project; skip without."""
    named = Path(os.environ.get("KGQA_SHARED") or PROJECT.parent / "shared")
    folder = named if (named / "questions").is_dir() else named / "data"
    if not folder.is_dir():
        pytest.skip(f"there is no folder {folder}; name one by KGQA_SHARED")
    return folder
