"""The server's door: who comes in, what is listed, what a visitor's process inherits, and that it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest

Served = tuple[str, subprocess.Popen[str]]
SCREEN = "width=80&height=24"


def running(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `rnntui serve` to its end."""
    program = Path(sys.executable).with_name("rnntui")
    return subprocess.run([program, "serve", *arguments], capture_output=True, text=True, timeout=120, check=False)


def children(process: subprocess.Popen[str]) -> list[int]:
    """The processes that descend from one."""
    found, parents = [process.pid], {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    for parent in found:
        found += [pid for pid, its in parents.items() if its == parent]
    return found[1:]


def alive(pid: int) -> bool:
    """Whether a process is still there."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_who_comes_in(served: Served) -> None:
    address, _ = served
    port = int(address.rsplit(":", 1)[1])
    asked = {
        "/": ({}, 200),
        "/?fontsize=x": ({}, 200),
        "/own/page.js": ({}, 200),
        "/static/js/textual.js": ({}, 200),
        "/static/": ({}, 403),
        "/own/": ({}, 403),
        "/own/../door.py": ({}, 404),
        "/download/nothing": ({}, 404),
        "/elsewhere": ({}, 404),
        f"/ws?{SCREEN}&1": ({"Origin": "http://elsewhere.example"}, 403),
        f"/ws?{SCREEN}&2": ({"Origin": "null"}, 403),
        f"/ws?{SCREEN}&3": ({"Origin": f"http://127.0.0.1:{port + 1}"}, 403),
        f"/ws?{SCREEN}&4": ({"Host": "a.name.that.points.here:80"}, 403),
        "/ws?width=100000&height=24": ({}, 400),
        "/ws?width=many&height=24": ({}, 400),
        "/?1": ({"Host": f"localhost:{port}"}, 200),
        "/?2": ({"Host": "elsewhere.example"}, 403),
    }
    async with aiohttp.ClientSession() as session:
        for path, (headers, status) in asked.items():
            async with session.get(address + path, headers=headers) as answer:
                assert answer.status == status, path
                if path == "/":
                    page = await answer.text()
                    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                    assert f'data-session-websocket-url="ws://127.0.0.1:{port}/ws"' in page
                    assert "http://" not in page and "https://" not in page


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads another process's environment from /proc")
async def test_a_visitor_inherits_no_secret_and_ends_with_the_server(served: Served) -> None:
    address, process = served
    headers = {"Origin": address}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{address}/ws?{SCREEN}", headers=headers) as visit,
    ):
        await visit.receive_bytes(timeout=60)
        await visit.send_str('["resize", {"width": 1000000, "height": "tall"}]')
        await visit.send_str('["resize", {"width": 1000000, "height": 1000000}]')
        visitors = children(process)
        assert visitors
        for pid in visitors:
            inherited = Path(f"/proc/{pid}/environ").read_bytes()
            assert b"A_SECRET" not in inherited
            assert b"RNNTUI_STATE_DIR" not in inherited
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        async for _ in visit:
            pass
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()
    for pid in visitors:
        while alive(pid):
            pass


def test_a_port_in_use_and_other_bad_uses_are_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for arguments, words in (
            (["--port", str(port)], f"--port: cannot listen on 127.0.0.1 port {port}: Address already in use"),
            (["--host", "no.such.host.invalid"], "--host: cannot listen on no.such.host.invalid port 8000"),
            (["--port", "70000"], "70000 is not in the range"),
            (["--visitors", "0"], "0 is not in the range"),
        ):
            found = running(*arguments)
            assert found.returncode == 2
            assert words in found.stderr
            assert found.stderr.count("\n") == 1
            assert found.stdout == ""


async def test_there_are_only_so_many_places() -> None:
    process = subprocess.Popen(
        [Path(sys.executable).with_name("rnntui"), "serve", "--port", "0", "--host", "0.0.0.0", "--visitors", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    try:
        address = process.stdout.readline().strip().replace("0.0.0.0", "127.0.0.1")
        assert "there is no password" in process.stderr.readline()
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{address}/ws?{SCREEN}") as visit:
            await visit.receive_bytes(timeout=60)
            async with session.get(f"{address}/ws?{SCREEN}") as answer:
                assert answer.status == 503
    finally:
        process.terminate()
        assert process.wait(timeout=60) == 0
        process.communicate()
