"""Question sets of a few lines each, all of which ask who directed something."""

import json
from pathlib import Path

from kgqa.parse.relations_questions import FILES


def write_question_sets(folder: Path) -> Path:
    """Write the files that relations are learned from into `folder`, and return it."""
    query = "SELECT ?x { wd:Q483941 wdt:P57 ?x }"
    asked = "who directed schindler's list"
    simple = "\n".join([f"Q483941\tP57\tQ8877\t{asked}"] * 5)
    row = {"question": asked, "sparql": query, "utterance": asked, "query": query}
    row |= {"question_eng": asked, "subj": "schindler's list", "prop": "occupation"}
    row |= {"s_uri": "http://www.wikidata.org/entity/Q483941", "paragraphs": []}
    train = {"question": "Who has directed Obama?", "answerLabel": "Michelle Obama"}
    train |= {"answerType": "entity", "complexityType": "generic"}
    dev = {
        "question": "Who wed Obama?",
        "questionEntity": [{"name": "Q76", "entityType": "entity", "span": [8, 13]}],
        "answer": {"answerType": "entity", "answer": [{"name": "Q13133"}]},
    }
    for name in FILES:
        path = folder / name
        if path.suffix:
            path.parent.mkdir(parents=True, exist_ok=True)
            said = {"mintaka_dev": dev, "mintaka_train_en": train}.get(path.stem, row)
            many = "\n".join([json.dumps(said)] * 3)
            text_of = {".txt": simple, ".jsonl": many, ".json": json.dumps([said])}
            path.write_text(text_of[path.suffix], encoding="utf-8")
        else:
            path.mkdir(parents=True)
            both = [{"question": "Who directed Dune?"}, {"question": "Who directed Alien?"}]
            (path / "P57.json").write_text(json.dumps(both), encoding="utf-8")
    return folder
