"""A system for tests: reads questions as JSON lines, and answers each by a rule of its own."""

from __future__ import annotations

import json
import sys
import time

HOW = sys.argv[1] if len(sys.argv) > 1 else "echo"


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if HOW == "slow":
            time.sleep(0.05)
        if HOW == "die":
            sys.exit(3)
        if HOW == "silent":
            time.sleep(60)
        reply = "no JSON" if HOW == "garbage" else json.dumps(answer(asked))
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()


def answer(asked: dict[str, str]) -> object:
    if HOW == "odd":
        return {"nothing": "here"}
    # Right for every third question, wrong for every other, and silent for the rest.
    number = sum(asked["id"].encode())
    if number % 3 == 0:
        return {"answers": [{"id": "Q25191", "label": "Christopher Nolan", "confidence": 0.9}]}
    return {"answers": ["Q1"]} if number % 3 == 1 else []


main()
