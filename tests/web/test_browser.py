"""The served app in a headless Chromium: it opens, steps by keyboard and by mouse, and needs nothing from elsewhere."""

from __future__ import annotations

import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from .browser import CHROMIUM, NAMED, NAMES, Browser, chromium


@pytest.mark.skipif(CHROMIUM is None, reason=f"no Chromium here, and {NAMED} names none")
async def test_it_opens_and_steps_by_keyboard_and_by_mouse(
    served: tuple[str, subprocess.Popen[str]], tmp_path: Path
) -> None:
    address, process = served
    async with Browser(tmp_path / "profile") as browser:
        await browser.ask("Page.navigate", url=address)
        await browser.until(lambda text: "period 1/12" in text)
        await browser.press("ArrowRight", "ArrowRight", 39)
        await browser.until(lambda text: "period 2/12" in text)
        await browser.press(" ", "Space", 32, " ")
        await browser.until(lambda text: "period 3/12" in text)
        await browser.click("2 Decay")
        await browser.until(lambda text: "Published" in text)
        await browser.click("1 Step")
        await browser.until(lambda text: "period 3/12" in text)
        await browser.click("run k1")
        await browser.until(lambda text: "run k2" in text)
        (tmp_path / "page.png").write_bytes(await browser.picture())
        hosts = {urlsplit(url).netloc for url in browser.requested if not url.startswith("data:")}
        assert hosts == {urlsplit(address).netloc}, "everything comes from this very server"
        assert not await browser.has_ended()
        await browser.press("q", "KeyQ", 81, "q")
        while not await browser.has_ended():
            pass
    assert process.poll() is None, "the server lives on after a visitor has gone"


@pytest.mark.parametrize("name", [*NAMES, "a-browser-of-ones-own"])
def test_a_browser_is_found_by_its_usual_names_and_by_the_variable(name: str, tmp_path: Path) -> None:
    program = tmp_path / name
    program.touch(0o755)
    here = {"PATH": str(tmp_path)}
    if name in NAMES:
        assert chromium(here) == str(program)
    assert chromium({**here, NAMED: name}) == str(program), "by a name on the PATH"
    assert chromium({"PATH": "", NAMED: str(program)}) == str(program), "by its place"
    assert chromium({**here, NAMED: ""}) is None, "empty: none is wanted"


def test_a_browser_that_is_named_and_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=f"{NAMED}: nowhere is not a program"):
        chromium({"PATH": str(tmp_path), NAMED: "nowhere"})
