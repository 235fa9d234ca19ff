"""The list of tests that fail for now: `not_yet.txt`, a node id on each line.

A listed test may fail without failing the run; one that passes is reported, and `--accept` takes
it off the list. Lines are added by `--accept-failures` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

NOT_YET = Path(__file__).parent / "not_yet.txt"
REASON = "not understood yet"


def read_list(path: Path = NOT_YET) -> frozenset[str]:
    return frozenset(path.read_text(encoding="utf-8").splitlines())


def write_list(listed: Iterable[str], path: Path = NOT_YET) -> None:
    path.write_text("".join(f"{line}\n" for line in sorted(listed)), encoding="utf-8")


class ExpectedFailures:
    """Marks listed tests as expected failures, and keeps the list."""

    def __init__(self, path: Path = NOT_YET) -> None:
        self.path, self.listed = path, read_list(path)
        self.passed: set[str] = set()
        self.failed: set[str] = set()
        self.gone: set[str] = set()
        """Lines that name no test: of files that were collected, or that there are not."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        # Not strict: what is as likely as not may pass on another processor.
        mark = pytest.mark.xfail(reason=REASON, strict=False)
        for item in items:
            if item.nodeid in self.listed:
                item.add_marker(mark)
        found = {item.nodeid for item in items}
        whole = not any("::" in argument for argument in config.args)
        files = {_file(id_) for id_ in found if whole}
        self.gone = {
            id_
            for id_ in self.listed - found
            if _file(id_) in files or not (config.rootpath / _file(id_)).exists()
        }

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.outcome == "passed" and report.nodeid in self.listed:
            self.passed.add(report.nodeid)
        if report.when == "call" and report.outcome == "failed":
            self.failed.add(report.nodeid)

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        removed = (self.passed | self.gone) if config.getoption("--accept") else set()
        added = self.failed if config.getoption("--accept-failures") else set()
        if removed or added:
            write_list((self.listed - removed) | added, self.path)
        for title, ids in (
            ("passes and is off the list", removed & self.passed),
            ("is off the list, as there is no such test", removed & self.gone),
            ("passes; pytest --accept takes it off the list", self.passed - removed),
            ("is listed, and there is no such test", self.gone - removed),
            ("fails and is on the list now", added),
        ):
            if ids:
                terminalreporter.section(f"{self.path.name}: {len(ids)} x {title}")
                for id_ in sorted(ids):
                    terminalreporter.write_line(id_)


def _file(node_id: str) -> str:
    return node_id.partition("::")[0]
