"""Damaged and lying safetensors files: one line each, never more memory than the file has, never a traceback."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rnntui_engine.loaded import load
from rnntui_engine.records import BadInput
from rnntui_engine.tensor_file import opened

GOOD = (Path(__file__).parents[1] / "data" / "weights" / "lstm_two_layers.safetensors").read_bytes()
SIZE = int.from_bytes(GOOD[:8], "little")
HEAD: dict[str, Any] = json.loads(GOOD[8 : 8 + SIZE])
ARRAYS = GOOD[8 + SIZE :]
FIRST = min((name for name in HEAD if name != "__metadata__"), key=lambda name: HEAD[name]["data_offsets"][0])


def of(head: Any, arrays: bytes = ARRAYS) -> bytes:
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text + arrays


def but(**claims: Any) -> bytes:
    """The good file with other claims for its first array."""
    return of({**HEAD, FIRST: {**HEAD[FIRST], **claims}})


BEGIN, END = HEAD[FIRST]["data_offsets"]
DAMAGED = {
    "empty": (b"", "begins with the size of its header"),
    "short": (b"\x01\x02", "begins with the size of its header"),
    "a header of 2^63 bytes": ((1 << 63).to_bytes(8, "little") + b"{}", "its header has 9223372036854775808 bytes"),
    "a header of 2^64 - 1 bytes": (b"\xff" * 8 + b"{}", "its header has 18446744073709551615 bytes by its own account"),
    "text": (b"hello, I am a text and no network at all", "by its own account"),
    "no JSON": (of(b"{not json"), "its header is not JSON"),
    "no UTF-8": (of(b'{"\xff": 1}'), "its header is not JSON"),
    "nested": (of(b"[" * 200_000), "its header is not JSON"),
    "a huge number": (of(b'{"a": ' + b"9" * 10_000 + b"}"), "its header is not JSON"),
    "a list": (of([1, 2]), "is not a JSON object"),
    "a name twice": (of(json.dumps(HEAD).encode()[:-1] + b', "' + FIRST.encode() + b'": {}}'), "twice"),
    "a claim twice": (of(json.dumps(HEAD).replace('"dtype"', '"shape": [], "dtype"', 1).encode()), "'shape' twice"),
    "metadata of numbers": (of({**HEAD, "__metadata__": {"a": 1}}), "__metadata__"),
    "no claim": (of({**HEAD, FIRST: 7}), "something else than dtype, shape and data_offsets"),
    "a kind of number there is not": (but(dtype="F65"), "of kind 'F65', which is none"),
    "a shape of 2^62": (but(shape=[1 << 62]), "takes 36893488147419103232 bytes, and its offsets say"),
    "a shape that wraps around": (but(shape=[1 << 32, 1 << 32]), "takes 147573952589676412928 bytes"),
    "a negative shape": (but(shape=[-1]), "not a list of whole numbers from 0"),
    "a shape of truths": (but(shape=[True]), "not a list of whole numbers from 0"),
    "offsets backwards": (but(data_offsets=[END, BEGIN]), "its offsets say -"),
    "three offsets": (but(data_offsets=[0, 1, 2]), "not two whole numbers"),
    "one over another": (but(data_offsets=[BEGIN + 8, END + 8]), "leaves a gap before it"),
    "both at one place": (of({**HEAD, "x": HEAD[FIRST]}), "lies over the array before it"),
    "cut off": (GOOD[:-5], "the file is cut off"),
    "cut off in the header": (GOOD[:100], "or cut off"),
    "bytes behind": (GOOD + b"abc", "there are 3 bytes behind the last array"),
    "nothing in it": (of({}, b""), "it holds nothing"),
}  # fmt: skip


@pytest.mark.parametrize("what", list(DAMAGED))
def test_each_damage_has_its_line(what: str, tmp_path: Path) -> None:
    content, words = DAMAGED[what]
    path = tmp_path / "net.safetensors"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        load(path)
    message = str(caught.value)
    assert words in message
    assert message.startswith("net.safetensors: ")
    assert "\n" not in message


def test_what_is_claimed_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    for content, _ in DAMAGED.values():
        path.write_bytes(content)
        tracemalloc.start()
        with pytest.raises(BadInput):
            load(path)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 20_000_000


def test_neither_a_folder_nor_nothing_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="it is a folder"):
        opened(tmp_path)
    with pytest.raises(BadInput, match="No such file"):
        opened(tmp_path / "x.safetensors")
    with pytest.raises(BadInput, match="cannot be read"):
        opened(Path("a\x00b"))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(BadInput, match="no ordinary file"):
            opened(tmp_path / "pipe")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), max_size=6), st.integers(0, len(GOOD)))
def test_any_damage_is_refused_or_does_no_harm(
    tmp_path: Path, changes: list[tuple[int, int]], end: int
) -> None:  # fmt: skip
    content = bytearray(GOOD)
    for place, byte in changes:
        content[place] = byte
    path = tmp_path / "net.safetensors"
    path.write_bytes(bytes(content) if end % 2 else bytes(content[:end]))
    try:
        found = load(path)
    except BadInput:
        return
    assert all(weights.finite for weights in found.layers)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 1 << 70) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["dtype", "shape", "data_offsets", "lstm.weight_hh_l0", "x"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(JSON)
def test_any_claim_of_one_array_is_refused_in_one_line(tmp_path: Path, claim: Any) -> None:
    path = tmp_path / "net.safetensors"
    path.write_bytes(of({**HEAD, FIRST: claim}))
    with pytest.raises(BadInput):
        load(path)
