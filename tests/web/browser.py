"""A headless Chromium, driven through its DevTools protocol: what a visitor of the served app does and sees.

The screen is read from what the page's own websocket brings, by a terminal emulator.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

import aiohttp
import pyte

NAMED = "RNNTUI_TEST_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chrome-headless-shell",
         "brave-browser", "microsoft-edge", "msedge")  # fmt: skip
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/snap/bin/chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)


def chromium(environment: Mapping[str, str] = os.environ) -> str | None:
    """The browser that RNNTUI_TEST_CHROMIUM names (empty: none), or else one of its usual names and places.

    Raises:
        FileNotFoundError: the one that is named is not there, so that no test is skipped by a slip of the pen.
    """
    path = environment.get("PATH")
    if (named := environment.get(NAMED)) is not None:
        if named and shutil.which(named, path=path) is None:
            raise FileNotFoundError(f"{NAMED}: {named} is not a program")
        return shutil.which(named, path=path) if named else None
    return next(filter(None, (shutil.which(name, path=path) for name in (*NAMES, *PLACES))), None)


CHROMIUM = chromium()
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
         "--window-size=1200,760")  # fmt: skip
PATIENCE = 60.0  # seconds until a test gives up


class Browser:
    """One page of one browser."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile
        self.screen, self.size = pyte.Screen(80, 24), (80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.requested: list[str] = []
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        assert CHROMIUM is not None
        self._process = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        port = await asyncio.wait_for(self._port(), PATIENCE)
        self._session = aiohttp.ClientSession()
        async with self._session.get(f"http://127.0.0.1:{port}/json") as answer:
            pages = [page for page in await answer.json() if page["type"] == "page"]
        self._socket = await self._session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0)
        self._reader = asyncio.create_task(self._read())
        for domain in ("Page", "Network", "Runtime"):
            await self.ask(f"{domain}.enable")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._reader.cancel()
        await self._socket.close()
        await self._session.close()
        self._process.kill()
        self._process.wait()

    async def _port(self) -> int:
        file = self.profile / "DevToolsActivePort"
        while not (file.exists() and file.read_text().count("\n")):
            await asyncio.sleep(0.02)
        return int(file.read_text().splitlines()[0])

    async def ask(self, method: str, **params: Any) -> Any:
        """Send a command of the protocol and wait for its answer."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._socket.send_str(json.dumps({"id": self._number, "method": method, "params": params}))
        return await asyncio.wait_for(answer, PATIENCE)

    async def _read(self) -> None:
        async for message in self._socket:
            found = json.loads(message.data)
            if "id" in found:
                self._answers.pop(found["id"]).set_result(found.get("result", {}))
                continue
            params = found["params"]
            if found["method"] == "Network.requestWillBeSent":
                self.requested.append(params["request"]["url"])
            elif found["method"] == "Network.webSocketFrameReceived" and params["response"]["opcode"] == 2:
                self._stream.feed(base64.b64decode(params["response"]["payloadData"]))
            elif found["method"] == "Network.webSocketFrameSent":
                self._sent(params["response"]["payloadData"])
            self._news.set()

    def _sent(self, text: str) -> None:
        kind, *rest = json.loads(text)
        if kind == "resize":
            self.size = rest[0]["width"], rest[0]["height"]
            self.screen.resize(self.size[1], self.size[0])

    @property
    def text(self) -> str:
        """What the terminal in the page shows."""
        return "\n".join(row.rstrip() for row in self.screen.display)

    async def until(self, holds: Callable[[str], bool]) -> str:
        """Wait until the screen's text is as it should be; returns it."""

        async def wait() -> str:
            while not holds(self.text):
                self._news.clear()
                await self._news.wait()
            return self.text

        try:
            return await asyncio.wait_for(wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"it never came:\n{self.text}") from None

    async def press(self, key: str, code: str, number: int, text: str = "") -> None:
        """Press and let go a key."""
        what = {"key": key, "code": code, "windowsVirtualKeyCode": number}
        await self.ask("Input.dispatchKeyEvent", type="keyDown", **what, **({"text": text} if text else {}))
        await self.ask("Input.dispatchKeyEvent", type="keyUp", **what)

    async def click(self, words: str) -> None:
        """Click on the first place where the words stand on the screen."""
        row = next(y for y, line in enumerate(self.screen.display) if words in line)
        column = self.screen.display[row].index(words) + len(words) // 2
        box = (
            await self.ask(
                "Runtime.evaluate",
                returnByValue=True,
                expression="""(() => {
            const box = document.querySelector('.xterm-screen').getBoundingClientRect();
            return [box.x, box.y, box.width, box.height]; })()""",
            )
        )["result"]["value"]
        x = box[0] + box[2] * (column + 0.5) / self.size[0]
        y = box[1] + box[3] * (row + 0.5) / self.size[1]
        for kind in ("mousePressed", "mouseReleased"):
            await self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def has_ended(self) -> bool:
        """Whether the page says that its app has ended."""
        found = await self.ask("Runtime.evaluate", expression="document.body.className")
        return "-closed" in found["result"]["value"]

    async def picture(self) -> bytes:
        """The page as PNG."""
        return base64.b64decode((await self.ask("Page.captureScreenshot", format="png"))["data"])
