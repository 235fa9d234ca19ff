"""Answers as a data frame of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kgqa.answers.answer import Answer
from kgqa.as_json import value_object
from kgqa.errors import PackageMissing

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("label", "id", "type", "value", "unit", "confidence", "sure", "source")


def frame(answers: Sequence[Answer]) -> pd.DataFrame:
    """Return a data frame with a row for each answer."""
    try:
        import pandas as pd
    except ImportError as error:
        raise PackageMissing(
            "A data frame needs pandas, which is not installed.", hint="pip install pandas"
        ) from error
    return pd.DataFrame([row(answer) for answer in answers], columns=list(COLUMNS))


def row(answer: Answer) -> dict[str, Any]:
    """Return an answer as a row; its value is that of the JSON, the id where it is an entity."""
    value = value_object(answer.value, {})
    return {
        "label": answer.label,
        "id": answer.id,
        "type": value["type"],
        "value": answer.id or value["value"],
        "unit": value["unit"],
        "confidence": answer.confidence,
        "sure": answer.sure,
        "source": answer.source,
    }
