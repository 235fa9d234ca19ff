"""`kgqa ask --json` without a question: a line of JSON for each line of standard input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa_cli.ask import status_of, write_json
from kgqa_cli.prompt_lines import PipedLines

if TYPE_CHECKING:
    from kgqa.engine import Engine


def stream(engine: Engine, pick: str | None) -> int:
    """Print a line of JSON for each line of standard input."""
    from kgqa.answers import Reply
    from kgqa.errors import KgqaError

    lines, status = PipedLines(shows=False), 0
    while (line := lines.next()) is not None:
        try:
            reply = engine.ask(line, pick=pick)
            status = status or status_of(reply)
        except KgqaError as error:
            language = engine.settings.language
            reply = Reply(line, language, "failed", reason=str(error), understood=False)
            status = status or error.exit_code
        write_json(reply, on_one_line=True)
    return status
