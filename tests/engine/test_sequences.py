"""A person's own sequences: what is read, what is refused with its line, and that the lesson's come out to the bit."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rnntui_engine import csv_text
from rnntui_engine.datasets import DataSet
from rnntui_engine.measures import decay
from rnntui_engine.networks import initial
from rnntui_engine.readings import EXAMPLE, data_set
from rnntui_engine.records import BadInput, NetworkChoice
from rnntui_engine.sequences import Own, Source, opened, read, written
from rnntui_engine.training import train
from rnntui_engine.unroll import trace

DATA = Path(__file__).parents[1] / "data"
LESSON = data_set()


def own(text: str | bytes, **constants: object) -> Own:
    content = text.encode() if isinstance(text, str) else text
    return read(content, Source("my.csv", **constants), str, "my.csv")  # type: ignore[arg-type]


def refusal(text: str | bytes, **constants: object) -> str:
    with pytest.raises(BadInput) as problem:
        own(text, **constants)
    assert "\n" not in str(problem.value)
    assert str(problem.value).isprintable()
    return str(problem.value)


def lesson_file(path: Path, layout: str) -> Path:
    lines = ["subscriber," + ",".join(map(str, range(1, 13)))] if layout == "wide" else ["subscriber,period,reading"]
    for i in range(500):
        readings = LESSON.readings_of(i).tolist()
        if layout == "wide":
            lines.append(f"{i}," + ",".join(map(repr, readings)))
        else:
            lines += [f"{i},{t},{r!r}" for t, r in enumerate(readings, 1)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=["wide", "long"])
def lesson_again(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Own:
    folder = tmp_path_factory.mktemp("lesson")
    return opened(Source(str(lesson_file(folder / "lesson.csv", request.param))), str)


def test_the_lesson_s_own_readings_give_its_traces_to_the_bit(lesson_again: Own) -> None:
    assert (lesson_again.count, lesson_again.periods, lesson_again.labelled) == (500, 12, True)
    for cell, mode in (("rnn", "in-place"), ("lstm", "exact")):
        for subscriber in (0, 1, EXAMPLE):
            here = trace(NetworkChoice(cell, mode=mode, data=lesson_again.name), subscriber)
            there = trace(NetworkChoice(cell, mode=mode), subscriber)
            for a, b in ((here.real, there.real), (here.marked_twin, there.marked_twin)):
                assert a.states.tobytes() == b.states.tobytes()
                assert a.probabilities.tobytes() == b.probabilities.tobytes()
            assert here.difference.tobytes() == there.difference.tobytes()
            assert (here.marked, here.label) == (there.marked, there.label)


def test_and_its_split_its_measures_and_a_training(lesson_again: Own) -> None:
    for length in (2, 12):
        assert np.array_equal(lesson_again.train_at(length), LESSON.train)
        assert np.array_equal(lesson_again.test_at(length), LESSON.test)
        assert np.array_equal(lesson_again.labels(length), LESSON.labels(length))
        assert lesson_again.inputs(length).tobytes() == LESSON.inputs(length).tobytes()
        assert lesson_again.baseline(length) == LESSON.baseline(length)
    assert decay(NetworkChoice(data=lesson_again.name)) == decay(NetworkChoice())
    mine, theirs = (
        train(NetworkChoice(length=2, epochs=2, data=lesson_again.name)),
        train(NetworkChoice(length=2, epochs=2)),
    )
    assert mine.correct == theirs.correct
    assert mine.losses == theirs.losses
    assert [a.tobytes() for a in mine.weights.arrays] == [a.tobytes() for a in theirs.weights.arrays]


def test_a_long_file_with_everything_in_it() -> None:
    found = opened(Source(str(DATA / "own_long.csv"), features=("reading", "Temperature")), str)
    assert found.names == ("Anna", "Bjørn", "Chen 陳", "Dora")
    assert [found.length_of(i) for i in found.subscribers] == [4, 3, 5, 2]
    assert found.periods == 5
    assert found.readings_of(1).tolist() == [18.75, 19.5, -2.5]
    assert found.inputs_of(1, found.readings_of(1), 3).tolist() == [[18.75, 4.5], [19.5, 5.0], [-2.5, 7.25]]
    assert found.marked.tolist() == [1, 0, 1, 0]
    assert found.labels(4).tolist() == [1, 0, 0, 0]
    assert found.long_enough(4).tolist() == [0, 2]
    assert data_set(found.name) is found
    assert (found.number_of("Chen 陳"), found.number_of("4")) == (2, 3)
    with pytest.raises(BadInput, match="did you mean Anna"):
        found.number_of("ann")


def test_a_wide_file_as_a_german_spreadsheet_writes_it() -> None:
    found = opened(Source(str(DATA / "own_wide.csv")), str)
    assert found.names == ("Pumpe; Nord", "Brunnen 2")
    assert found.readings_of(0).tolist() == [-12.5, 3.25, 8.0, -4.75, 11.0, 9.5]
    assert found.readings_of(1).tolist() == [101.0, 102.5, 99.0, 100.0]
    assert not found.labelled


WIDE = "subscriber,1,2,3\nÅsa,1,2.5,-3\n"


@pytest.mark.parametrize(
    "content",
    [
        WIDE.encode(), WIDE.encode("utf-8-sig"), WIDE.encode("utf-16"), WIDE.replace("\n", "\r\n").encode(),
        WIDE.replace("\n", "\r").encode(), WIDE.replace(",", "\t").encode(), WIDE.replace(",", ";").encode(),
        WIDE.replace(",", ";").replace(".", ",").encode("cp1252"), b"sep=,\n" + WIDE.encode(),
        b"\n\n" + WIDE.encode() + b"\n,,,\n", WIDE.upper().replace("ÅSA", "Åsa").encode(),
        'subscriber,1,2,3\n"Åsa", "1","2.5",−3\n'.encode(),
    ],
    ids=["utf-8", "bom", "utf-16", "crlf", "cr", "tab", "semicolon", "latin", "sep", "blank", "upper", "quoted"],
)  # fmt: skip
def test_the_same_table_in_many_spellings(content: bytes) -> None:
    found = own(content)
    assert (found.names, found.readings_of(0).tolist()) == (("Åsa",), [1.0, 2.5, -3.0])


def test_another_encoding_is_told() -> None:
    assert own(WIDE.encode("cp1252")).notes == ("my.csv is not UTF-8; it was read as Windows-1252",)
    assert own(WIDE.encode()).notes == ()


REFUSED = [
    ("", "my.csv, line 1: it has no header; expected is subscriber,period,reading"),
    ("a,b,c\n1,2,3\n", "line 1: 'a,b,c' is not a header; expected is"),
    ("date,load,temp\na,1,2\n", "is not a header; expected is subscriber,period,reading, these first and in"),
    ("subscriber,period,date,reading\na,1,x,2\n", "is not a header: its columns stand in another order; expected is"),
    ("Period,Reading,Subscriber\n1,2,a\n", "is not a header: its columns stand in another order; expected is"),
    ("subscriber,date,load\na,1,2\n", "is not a header: it has no period and no reading; expected is"),
    ("subscriber,1,3\n", "line 1: column 3 is '3', not 2"),
    ("subscriber,0,1\na,1,2\n", "line 1: column 2 is '0', not 1"),
    ("subscriber,period,reading\n", "line 2: a row is expected"),
    ("subscriber,period,reading\na,1,2\na,3,2\n", "line 3, period: a has period 3 but no period 2"),
    ("subscriber,period,reading\na,1,2\nb,1,2\na,1,3\n", "line 4, period: a has period 1 on line 2 already"),
    ("subscriber,period,reading\na,0,2\n", "line 2, period: '0' is not a whole number from 1 on"),
    ("subscriber,period,reading\na,1.5,2\n", "line 2, period: '1.5' is not a whole number"),
    ("subscriber,period,reading\na,99999999,2\n", "line 2, period: 99999999 is beyond 20000"),
    ("subscriber,period,reading\na,1,nan\n", "line 2, reading: 'nan' is not a finite number"),
    ("subscriber,period,reading\na,1,inf\n", "line 2, reading: 'inf' is not a finite number"),
    ("subscriber,period,reading\na,1,1e400\n", "line 2, reading: '1e400' is not a number from -1e+100 to 1e+100"),
    ("subscriber,period,reading\na,1,1_0\n", "line 2, reading: '1_0' is not a finite number"),
    ("subscriber,period,reading\na,1,٣\n", "line 2, reading: '٣' is not a finite number"),
    ("subscriber,period,reading\na,1,\n", "line 2, reading: it is empty; a number is expected"),
    ('subscriber,period,reading\na,1,"3,5"\n', "with a decimal comma, fields stand between ; or tabs"),
    ("subscriber,period,reading\na,1\n", "line 2: it has 2 fields; the header names 3"),
    ("subscriber,period,reading\n ,1,2\n", "line 2, subscriber: a name is expected"),
    ("subscriber,1,2\na,1,2,3\n", "line 2: it has 4 fields; the header names 3"),
    ("subscriber,1,2\na,,2\n", "line 2, 1: it is missing, and a later one is there"),
    ("subscriber,1,2\na,1,2\n\na,3,4\n", "line 4, subscriber: a is on line 2 already"),
    ("subscriber,1,2\na,,\n", "line 2, 1: a reading is expected"),
    ('subscriber,1,2\n"a\nb",1,2\nc,x,1\n', "line 4, 1: 'x' is not a finite number"),
    ('subscriber,1,2\n"a,1,2\n', "line 2: unexpected end of data"),
    ('subscriber,1,2\n"a"b,1,2\n', "line 2: "),
    ("subscriber,1\na,1\x1b[2J\n", "line 2, 1: '1\\x1b[2J' is not a finite number"),
    (b"subscriber,1\na\0,1\n", "line 2: it has a zero byte"),
    (WIDE.encode("utf-16-le"), "line 1: it has a zero byte"),
    (b"subscriber,1\n\x81,1\n", "line 2: it is neither UTF-8 nor Windows-1252"),
    (b"\xef\xbb\xbfsubscriber,1\n\xff,1\n", "line 2: it is not UTF-8"),
    ("subscriber,1\n" + "a" * 2_100_000, "line 2: it has over 2000000 characters"),
    ("subscriber,1\n" + "a" * 200_000 + ",1", "line 2: field larger than field limit"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), REFUSED, ids=[says[:50] for _, says in REFUSED])
def test_what_makes_no_sense_is_refused_with_its_line(text: str | bytes, says: str) -> None:
    assert says in refusal(text)


@pytest.mark.parametrize(
    ("constants", "says"),
    [
        ({"features": ("wind",)}, "'wind' is none of its columns of numbers: my.csv has period, reading, note"),
        ({"features": ("note",)}, "line 2, note: 'x' is not a finite number"),
        ({"features": ("reading", "reading")}, "'reading' is named twice"),
        ({"features": ("",)}, "an empty name is no column"),
        ({"scale": 0.0}, "a reading is divided by it, so it is not 0"),
        ({"tier": float("nan")}, "nan is not a number from"),
    ],
)
def test_constants_that_make_no_sense_are_refused(constants: dict[str, object], says: str) -> None:
    assert says in refusal("subscriber,period,reading,note\na,1,2,x\n", **constants)


def test_a_wide_file_has_no_named_columns() -> None:
    assert "named columns need a row a period" in refusal(WIDE, features=("1",))


def test_the_constants_are_the_file_s_own() -> None:
    found = own("subscriber,1,2\na,-1,8\nb,2,8\nc,-1,7\n", scale=2.0, tier=7.0, marker=-1.0)
    assert (found.marked.tolist(), found.labels(2).tolist()) == ([1, 0, 1], [1, 0, 0])
    assert found.inputs_of(0, found.readings_of(0), 2).tolist() == [[-0.5, 1.0], [4.0, 0.0]]
    assert [twin.tolist() for twin in found.twins_of(1, 2)] == [[[-0.5, 1.0], [4.0, 0.0]], [[4.0, 0.0], [4.0, 0.0]]]
    assert found.inputs_of(0, found.readings_of(0), 2, inputs=1).tolist() == [[-0.5], [4.0]]
    with pytest.raises(BadInput, match="the network has 3 inputs: name as many columns"):
        found.check_inputs(3)
    assert own("subscriber,1\na,1\n").name != own("subscriber,1\na,1\n", tier=3.0).name


def adopted(tmp_path: Path, text: str, **constants: object) -> Own:
    path = tmp_path / "my.csv"
    path.write_text(text, encoding="utf-8")
    return opened(Source(str(path), **constants), str)  # type: ignore[arg-type]


def test_without_a_marker_there_is_no_label_and_an_edit_is_what_is_compared(tmp_path: Path) -> None:
    found = adopted(tmp_path, "subscriber,1,2,3\na,1,2,3\nb,4,,\n")
    choice = NetworkChoice(length=3, data=found.name)
    plain = trace(choice, 0)
    assert (plain.label, plain.compared, plain.difference.any()) == (None, False, False)
    edited = trace(choice, 0, edits=((2, 20.0),))
    assert (edited.label, edited.compared) == (None, True)
    assert edited.marked_twin.states.tobytes() == plain.real.states.tobytes()
    assert not edited.difference[1].any()
    assert edited.difference[2, 0] > 0
    with pytest.raises(BadInput, match="3 is not a length from 1 on: b has 1 periods"):
        trace(choice, 1)
    assert trace(NetworkChoice(length=1, data=found.name), 1).length == 1
    for check in (found.check_training, found.check_readers):
        with pytest.raises(BadInput, match=r"no sequence in my.csv starts with the marker, 0"):
            check(2)


def test_named_columns_decide_the_inputs(tmp_path: Path) -> None:
    rows = "".join(f"{n},{t},{r},{r * 2},{t}\n" for n in "ab" for t, r in ((1, 0.5), (2, 0.25)))
    found = adopted(tmp_path, "subscriber,period,reading,double,day\n" + rows, features=("double", "day", "reading"))
    choice = NetworkChoice(length=2, data=found.name)
    assert initial(choice).Wx.shape == (6, 3)
    assert trace(choice, 0, edits=((1, 0.75),)).real.inputs.tolist() == [[1.0, 1.0, 0.75], [0.5, 2.0, 0.25]]
    with pytest.raises(BadInput, match="2 inputs, but here are 3 named"):
        found.check_inputs(2)


def test_too_few_sequences_are_not_trained_on(tmp_path: Path) -> None:
    few = "".join(f"s{i},{0 if i % 2 else 30},{30 + i % 3 - 6}\n" for i in range(24))
    found = adopted(tmp_path, "subscriber,1,2\n" + few)
    with pytest.raises(BadInput, match="of 2 periods: 9 to train and 9 to test on; it takes 10 of each"):
        train(NetworkChoice(length=2, epochs=1, data=found.name))
    many = "".join(f"s{i},{0 if i % 2 else 30},{30 + i % 7 - 6}{',30' if i > 20 else ''}\n" for i in range(60))
    found = adopted(tmp_path, "subscriber,1,2,3\n" + many)
    result = train(NetworkChoice(length=2, epochs=2, data=found.name))
    assert result.tested == 24
    assert set(found.train_at(3).tolist()) < set(found.train_at(2).tolist())
    assert not set(found.train_at(2).tolist()) & set(found.test_at(3).tolist())


@pytest.mark.parametrize("layout", ["long", "wide"])
def test_what_is_written_opens_again(tmp_path: Path, layout: str) -> None:
    source = Source(str(DATA / f"own_{layout}.csv"), features=("temperature",) if layout == "long" else ())
    found = opened(source, str)
    for subscriber in found.subscribers:
        again = read(written(found, subscriber, found.readings_of(subscriber)).encode(), source, str, "again")
        assert again.layout == layout
        assert again.names == (found.name_of(subscriber),)
        assert again.flat.tobytes() == found.readings_of(subscriber).tobytes()
        assert again.columns.tobytes() == found.columns_of(subscriber).tobytes()
    lesson = own(written(LESSON, EXAMPLE, LESSON.readings_of(EXAMPLE)))
    assert lesson.readings_of(0).tolist() == LESSON.readings_of(EXAMPLE).tolist()


# Damage.


def reason(path: Path) -> str:
    with pytest.raises(BadInput) as problem:
        opened(Source(str(path)), str)
    assert problem.value.field == "data"
    return str(problem.value)


def test_what_is_no_file_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    assert "is a folder, not a file" in reason(tmp_path)
    assert "there is no such file" in reason(tmp_path / "none.csv")
    assert "it cannot be opened" in reason(tmp_path / "a\0b")
    assert "too long" in reason(tmp_path / ("x" * 5000))
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.csv")
        assert "is a pipe or a device, not a file" in reason(tmp_path / "pipe.csv")
        assert "is a pipe or a device, not a file" in reason(Path("/dev/zero"))
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        (tmp_path / "closed.csv").write_text(WIDE)
        (tmp_path / "closed.csv").chmod(0)
        assert "ermission" in reason(tmp_path / "closed.csv")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.csv"
    path.write_text(WIDE)
    os.truncate(path, 10**12)  # a hole: it takes no room
    assert "has over 100 MB, the most that is read" in reason(path)
    monkeypatch.setattr(csv_text, "MOST_BYTES", 20)  # one that grows while it is read
    path.write_text(WIDE)
    assert "MB, the most that is read" in reason(path)


def test_whoever_watches_can_stop_it(tmp_path: Path) -> None:
    path = tmp_path / "my.csv"
    path.write_text("subscriber,1\n" + "".join(f"{i},1\n" for i in range(20_000)))
    seen: list[tuple[int, int]] = []
    opened(Source(str(path)), str, lambda done, total: seen.append((done, total)))
    assert len(seen) > 3
    assert all(0 < done <= total for done, total in seen)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        opened(Source(str(path)), str, stop)


CELLS = st.one_of(
    st.sampled_from(["subscriber", "period", "reading", "1", "2", "3", "", '"', "1,5", "nan", "1e999", "\x1b[2J", "Ä"]),
    st.text(max_size=6), st.floats().map(repr), st.integers(-3, 5).map(str),
)  # fmt: skip
HEADS = st.sampled_from(["subscriber,period,reading", "subscriber,1,2,3", "subscriber;1;2", "subscriber\t1\t2", "x"])


@settings(max_examples=150, deadline=None)
@given(
    HEADS, st.lists(st.lists(CELLS, max_size=5), max_size=6), st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "cp1252"]), st.sampled_from(["\n", "\r\n", "\r"]),
    st.integers(0, 99),
)  # fmt: skip
@example("subscriber,1,2", [["a", "1", "2"]], ",", "utf-8", "\n", 0)
def test_any_table_is_read_or_refused_in_one_line(
    head: str, rows: list[list[str]], between: str, encoding: str, end: str, cut: int
) -> None:
    text = end.join([head, *(between.join(row) for row in rows)])
    content = text.encode(encoding, "replace")
    check(content[: len(content) - cut] if cut < len(content) else content)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_read_or_refused_in_one_line(content: bytes, headed: bool) -> None:
    check((b"subscriber,1,2\n" if headed else b"") + content)


def check(content: bytes) -> None:
    try:
        found: DataSet = own(content)
    except BadInput as refused:
        problem = str(refused)
    else:
        problem = ""
    if problem:
        assert problem.isprintable()
        assert problem.startswith("my.csv")
        return
    for subscriber in found.subscribers:
        readings = found.readings_of(subscriber)
        assert len(readings) == found.length_of(subscriber) > 0
        assert np.isfinite(readings).all()
