from __future__ import annotations

import bz2
import gzip
import hashlib
import io
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from kgqa_store.errors import SourceError
from kgqa_store.sources import Decoded, Source, source, whole_lines

TEXT = b"".join(b"line %d, which is longer than a word\n" % n for n in range(50_000))
PACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".zst": zstandard.compress,
}


@pytest.mark.parametrize("suffix", ["", *PACK])
def test_a_source_is_read_as_it_was_before_compression(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.nt{suffix}"
    path.write_bytes(PACK.get(suffix, bytes)(TEXT))
    stream = Decoded(source(str(path)))

    assert b"".join(stream) == TEXT
    assert stream.raw_bytes == path.stat().st_size
    assert stream.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("suffix", PACK)
def test_several_compressed_files_behind_each_other_are_one(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.nt{suffix}"
    path.write_bytes(PACK[suffix](b"one\n") + PACK[suffix](b"two\n"))

    assert b"".join(Decoded(source(str(path)))) == b"one\ntwo\n"


@pytest.mark.parametrize("suffix", PACK)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_archive_is_an_error(tmp_path: Path, suffix: str, share: float) -> None:
    path = tmp_path / f"x.nt{suffix}"
    packed = PACK[suffix](TEXT)
    path.write_bytes(packed[: int(len(packed) * share)])

    with pytest.raises(SourceError, match="cut off") as caught:
        b"".join(Decoded(source(str(path))))
    assert "Fetch it again" in caught.value.hint


@pytest.mark.parametrize("suffix", [".gz", ".bz2"])
def test_a_damaged_archive_is_an_error(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x.nt{suffix}"
    packed = bytearray(PACK[suffix](TEXT))
    for place in range(len(packed) // 2, len(packed) // 2 + 40):
        packed[place] ^= 0xFF
    path.write_bytes(packed)

    with pytest.raises(SourceError, match=r"is damaged|is cut off"):
        b"".join(Decoded(source(str(path))))


def test_bytes_behind_an_archive_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.nt.gz"
    path.write_bytes(gzip.compress(TEXT) + b"something else")

    with pytest.raises(SourceError, match="is damaged"):
        b"".join(Decoded(source(str(path))))


def test_an_archive_may_end_in_padding(tmp_path: Path) -> None:
    path = tmp_path / "x.nt.gz"
    path.write_bytes(gzip.compress(TEXT) + bytes(1000))

    assert b"".join(Decoded(source(str(path)))) == TEXT


def test_a_compressed_file_needs_no_suffix(tmp_path: Path) -> None:
    path = tmp_path / "x.nt"
    path.write_bytes(gzip.compress(TEXT))

    assert b"".join(Decoded(source(str(path)))) == TEXT


def test_a_suffix_that_lies_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.nt.gz"
    path.write_bytes(TEXT)

    with pytest.raises(SourceError, match="no gzip file"):
        b"".join(Decoded(source(str(path))))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.nt", "nt"),
        ("a.nt.gz", "nt"),
        ("latest-truthy.nt.bz2", "nt"),
        ("A.TTL.ZST", "ttl"),
        ("latest-all.json.gz", "json"),
        ("a.2024.jsonl", "json"),
    ],
)
def test_the_kind_is_in_the_name(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / name).touch()

    assert source(str(tmp_path / name)).kind == kind


def test_a_file_of_no_known_kind_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.csv").touch()

    with pytest.raises(SourceError, match="of no known kind") as caught:
        source(str(tmp_path / "a.csv"))
    assert "--format" in caught.value.hint


def test_a_missing_file_a_folder_and_an_unnamed_kind_are_errors(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="There is no file"):
        source(str(tmp_path / "a.nt"))
    with pytest.raises(SourceError, match="is a folder"):
        source(str(tmp_path))
    with pytest.raises(SourceError, match="standard input"):
        source("-")


def test_standard_input_is_read_like_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT)))
    monkeypatch.setattr("sys.stdin", file)

    assert b"".join(Decoded(source("-", kind="nt"))) == TEXT


def test_blocks_end_where_lines_end(tmp_path: Path) -> None:
    path = tmp_path / "x.nt"
    path.write_bytes(TEXT + b"no newline")
    blocks = list(whole_lines(Decoded(Source(str(path), "nt"))))

    assert b"".join(blocks) == TEXT + b"no newline"
    assert len(blocks) > 2
    assert all(block.endswith(b"\n") for block in blocks[:-1])


def test_a_line_longer_than_a_block_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.nt"
    path.write_bytes(b"a" * 1_000_000 + b"\nb\n")

    assert max(map(len, whole_lines(Decoded(Source(str(path), "nt"))))) >= 1_000_001


def test_a_line_without_end_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kgqa_store.sources.LONGEST_LINE", 1_000_000)
    path = tmp_path / "x.nt"
    path.write_bytes(b"a" * 2_000_000)

    with pytest.raises(SourceError, match="has a line of more than"):
        list(whole_lines(Decoded(Source(str(path), "nt"))))
