"""The app of a visitor: no file of the serving machine is opened or saved; what it saves is downloaded."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rnntui import actions
from rnntui.app import RnnApp
from rnntui.export import numbers


async def test_saving_is_a_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    given: list[tuple[bytes, str]] = []
    app = RnnApp(served=True)

    def deliver(file: io.BytesIO, *, save_filename: str, **_: Any) -> None:
        given.append((file.read(), save_filename))

    monkeypatch.setattr(app, "deliver_binary", deliver)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("x")
        await pilot.pause()
        assert "Downloaded as rnntui-step-260-rnn-k1-T12-p1.zip: .svg, .txt and .csv" in app.viewing.sentence.long
        content = numbers(app.viewing.trace)
    ((packed, name),) = given
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        stem = name.removesuffix(".zip")
        assert archive.namelist() == [f"{stem}.svg", f"{stem}.txt", f"{stem}.csv"]
        assert archive.read(f"{stem}.csv").decode() == content
    assert list(tmp_path.iterdir()) == []


async def test_an_action_that_opens_or_saves_files_here_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    action = replace(actions.TABLE["theme"], local=True, perform=lambda stage, argument: done.append(argument))
    monkeypatch.setitem(actions.TABLE, "theme", action)
    app = RnnApp(served=True)
    async with app.run_test() as pilot:
        await pilot.press("T")
        await pilot.pause()
        assert "no files of the serving machine" in app.viewing.sentence.long
    assert done == []
