"""`rnntui handout`: one page that stands alone, says what the demo says, and overwrites nothing that is not its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import Result

from rnntui.prose import Piece, text_of
from rnntui.scenario.play import asked_of, rehearse, told_of, truth_of
from rnntui.scenario.recompute import commands, step
from rnntui.scenario.shelf import find
from rnntui.seen import Choices
from rnntui_engine.records import NetworkChoice

Invoke = Callable[..., Result]
NAME = "01_the_sequence_and_the_marker"
VOID = {"meta", "br", "rect", "circle"}
OWN = """title = "A <b>title</b> & more"
teaches = "what a lecturer wants"
minutes = 1
[[beat]]
ask = "Is {period} < 2 *and* more?"
choices = [{ say = "yes & no", right = "accuracy > 2" }, { say = "no, {length}", right = "accuracy < 2" }]
truth = "It is {accuracy:.3f} for 'all'."
say = "Trained at T = {length}: {accuracy:.3f} right, {difference:.4f} left; <script>alert(1)</script>."
do = ["length 2", "train yes"]
expect = ["accuracy > 0.9"]
notes = "Say it <i>slowly</i>."
"""


class Page(HTMLParser):
    """What a browser would find: tags that are closed in order, ids, links, and the text of some elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.texts.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag][-1] += data.replace("\u00a0", " ")

    def values(self, name: str) -> list[str]:
        """The values of an attribute, wherever it stands."""
        return [value for _, known, value in self.attributes if known == name]


@pytest.fixture(scope="module")
def html(invoke: Invoke, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("handouts")
    result = invoke("handout", "1", "--out", str(folder / "new"))
    assert (result.exit_code, result.stderr) == (0, "")
    path = folder / "new" / f"{NAME}.html"
    assert result.stdout == f"{path}\n"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_it_is_one_page_that_calls_nobody(html: str, page: Page) -> None:
    assert html.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert page.open == []
    assert set(re.findall(r"https?://[^\"' <]+", html)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"url\((?!#)|@import", html)
    tags = {tag for tag, _, _ in page.attributes} | set(page.texts)
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not [name for _, name, _ in page.attributes if name.startswith("on") or name == "src"]
    assert all(value.startswith("#") for tag, name, value in page.attributes if name == "href"), "links stay inside"


def test_ids_are_unique_and_what_is_named_is_there(html: str, page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    ids = set(page.ids)
    assert {value[1:] for value in page.values("href")} <= ids
    for name in ("aria-labelledby", "aria-describedby"):
        assert set(page.values(name)) <= ids
    assert set(re.findall(r"url\(#([^)]+)\)", html)) <= ids
    svgs = re.findall(r"<svg .*?</svg>", html, re.DOTALL)
    assert len(svgs) == 12
    for number, svg in enumerate(svgs, 1):
        assert set(re.findall(r"\.([\w-]+?)-(?:matrix|title|r\d+) \{", svg)) == {f"b{number}"}
        assert set(re.findall(r'class="([\w-]+?)-(?:matrix|title|r\d+)"', svg)) == {f"b{number}"}


def test_it_says_what_the_demo_says(page: Page) -> None:
    scenario = find("1")
    told = [*rehearse(scenario)]
    asked = [scene for scene in told if scene.beat.question is not None]
    paragraphs = [paragraph for scene in told for paragraph in told_of(scenario, scene, {})]
    for scene in asked:
        of_it, truth = asked_of(scenario, scene, {}), truth_of(scenario, scene, {})
        assert truth is not None
        paragraphs += [*of_it.ask, *of_it.choices, *truth.say, (Piece(f"The answer is {truth.right + 1}."),)]
    plain = " ".join(" ".join(text_of(paragraph) for paragraph in paragraphs).split())
    said = [" ".join(text.split()) for text in page.texts["p"]]
    spoken = [text for text in said if not text.startswith(("It teaches", "8 minutes", "Made by", "A command"))]
    assert len(spoken) >= 14
    for text in spoken:
        assert text in plain, text
    for choice in page.texts["li"]:
        assert choice in plain
    assert "The answer is 4." in spoken
    assert page.texts["summary"].count("The answer") == 1
    assert len(page.texts["pre"]) == 12
    assert "Hidden units" in page.texts["pre"][3] and "−0.5341" in page.texts["pre"][3]
    assert "·" in page.texts["pre"][3], "painted for those who see no colour"


def test_what_gives_an_answer_away_is_folded_with_it(html: str) -> None:
    beat = html[html.index('<section id="beat-9"') : html.index('<section id="beat-10"')]
    asked, folded = beat.split('<details class="fold"><summary>The answer</summary></details>\n<div class="folded">')
    assert "<li>less than a hundredth</li>" in asked
    for told in ("The answer is 4.", "Period ▲", "the shares that were kept <strong>multiply", "<svg ", "0.0062"):
        assert told in folded and told not in asked
    assert html.count('class="fold"') == 1
    style = html[: html.index("</style>")]
    assert ".fold:not([open]) + .folded { display: none; }" in style
    assert ".fold:not([open]) + .folded { display: block; }" in style[style.index("@media print") :]
    assert "figure svg { max-height: 70mm;" in style  # two beats a page, also on Letter


def test_each_number_stands_in_the_list_with_a_command_that_works(invoke: Invoke, html: str, page: Page) -> None:
    numbers = re.findall(r'<a class="number" href="#(number-\d+-\d+)" title="([^"]+) = ([^"]+)">([^<]+)</a>', html)
    assert len(numbers) > 40
    rows = dict(re.findall(r'<tr id="([^"]+)">(.*?)</tr>', html))
    for at, expression, exact, shown in numbers:
        assert f"<td>{shown}</td>" in rows[at]
        assert f"<code>{expression}</code>" in rows[at]
        assert f"<td>{exact}</td>" in rows[at]
    found = {command for row in rows.values() for command in re.findall(r"<code>(rnntui [^<]+)</code>", row)}
    assert found == {
        "rnntui step --subscriber 260 --length 12 --run k1",
        "rnntui step --subscriber 260 --length 12 --run k1 --cell lstm --memory-bias 3",
    }
    last = invoke("step", "--subscriber", "260", "--length", "12", "--run", "k1").stdout
    assert "differ by 0.0062 in all" in last
    assert {"0.0062", "0.21%"} <= {shown for at, _, _, shown in numbers if at.startswith("number-9-")}


def test_the_same_page_every_time_and_written_anew(invoke: Invoke, tmp_path: Path, html: str) -> None:
    path = tmp_path / f"{NAME}.html"
    path.write_text(html[:2000], encoding="utf-8")
    assert invoke("handout", NAME, "--out", str(tmp_path)).exit_code == 0
    assert path.read_text(encoding="utf-8") == html.replace("demo 1 ", f"demo {NAME} ")


def test_text_is_only_text_and_a_trained_network_is_trained(invoke: Invoke, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    result = invoke("handout", str(own), "--out", str(tmp_path), "--notes", "--lang", "de", "--theme", "dark")
    assert (result.exit_code, result.stderr) == (0, "")
    html = (tmp_path / "own.html").read_text(encoding="utf-8")
    page = Page(html)
    assert page.open == []
    assert '<html lang="de">' in html
    assert page.texts["title"][0] == "A <b>title</b> & more"
    assert "script" not in page.texts
    assert "Trained at T = 2: 0.950 right, " in "".join(page.texts["p"])
    assert "Is 1 < 2 and more?" in page.texts["p"]
    assert page.texts["li"] == ["yes & no", "no, 12"], "a question knows what is shown before it"
    assert "It is 0.950 for 'all'." in page.texts["p"]
    assert "For the speaker: Say it <i>slowly</i>." in page.texts["p"]
    assert "rnntui demo own.toml" in page.texts["code"], "no folder of this machine"
    assert str(tmp_path) not in html
    assert "rnntui table training --length 2 --run k1" in page.texts["code"]
    assert "rnntui step --subscriber 260 --length 2 --run k1 --trained" in page.texts["code"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("1",), "--out: name the folder for the page"),
        (("nothing", "--out", "."), "there is no demo 'nothing'"),
        (("1", "--out", "none/of/these"), "--out: there is no folder 'none/of'"),
        (("1", "--out", "a_file"), "--out: 'a_file' is not a folder"),
        (("1", "--out", "taken"), "is there and is no handout of rnntui's; it is left alone"),
        (("bad.toml", "--out", "."), "bad.toml, line 2, teaches: text was expected"),
        (("1", "--out", ".", "--lang", "e n"), "--lang: 'e n' is not a language code"),
        (("--out", "."), "Missing argument"),
    ],
)
def test_bad_use_is_one_line_and_writes_nothing(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a_file").write_text("x")
    Path("bad.toml").write_text("title = 'x'\nteaches = 5\n")
    Path("taken").mkdir()
    Path("taken", f"{NAME}.html").write_text("<!DOCTYPE html>\nmine\n")
    before = sorted(tmp_path.rglob("*"))
    result = invoke("handout", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rnntui: ")
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert sorted(tmp_path.rglob("*")) == before
    assert Path("taken", f"{NAME}.html").read_text() == "<!DOCTYPE html>\nmine\n"


def test_commands_name_what_is_not_the_default() -> None:
    network = NetworkChoice("gru", 3, 8, 1.5, "exact", epochs=5, rate=0.1)
    shown = Choices(network, 7, True, ((1, 0.0), (4, 30.5)))
    assert step(shown) == (
        "rnntui step --subscriber 7 --length 8 --run k3 --cell gru --memory-bias 1.5 --trained --epochs 5 --rate 0.1 "
        "(period 1 edited to 0, period 4 edited to 30.5)"
    )
    names = ("accuracy", "baseline", "parameters", "difference_b", "period")
    assert commands(names, Choices(NetworkChoice(mode="exact")), Choices(NetworkChoice(run=2)), {}) == [
        "rnntui table training --length 12 --run k1 --mode exact",
        "rnntui table baseline --length 12",
        "rnntui table parameters",
        "rnntui step --subscriber 260 --length 12 --run k1",
        "rnntui step --subscriber 260 --length 12 --run k2",
    ]
