"""Every screen, in each size and direction: nothing overflows, nothing is too small to touch, axe finds nothing."""
import json
import pathlib

import pytest
from axe_playwright_python.base import AXE_FILE_PATH

from conftest import SIZES

HERE = pathlib.Path(__file__).resolve().parent
REVIEWED = {(entry["rule"], entry["place"]) for entry in json.loads((HERE / "axe-incomplete.json").read_text())}
AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations", "incomplete"],
}
AXE_SCRIPT = pathlib.Path(AXE_FILE_PATH).read_text()
LANGUAGES = ["en", "de", "ar"]
# The element that a finding is about: its tag and classes, which are the same in each language; or that it is in a dialogue.
PLACES = """(findings) => findings.flatMap(({ id, nodes }) => nodes.map(({ target }) => {
    const element = document.querySelector(target.at(-1));
    const place = element.closest(".veil") ? "dialogue" : [element.tagName.toLowerCase(), ...element.classList].join(".");
    return [id, place, target.join(" ")];
}))"""
# What axe could not decide in this run, and in which pairs of size and language it looked at every screen.
undecided, whole = set(), set()


def axe_findings(page, where):
    """Violations, and what axe could not decide and nobody has reviewed at this place."""
    found = []
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    response = page.evaluate("(options) => axe.run(document, options)", AXE)
    for violation in response["violations"]:
        found.append(f"{where}: {violation['id']}: {[node['target'] for node in violation['nodes']][:3]}")
    for rule, place, target in page.evaluate(PLACES, response["incomplete"]):
        undecided.add((rule, place))
        if (rule, place) not in REVIEWED:
            found.append(f"{where}: not reviewed: {rule} at {place} ({target})")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits_and_can_be_used(drawn, stage, size, language, pictures):
    drawn.size(SIZES[size])
    found = []
    for name in stage.states:
        drawn.show(name, language=language)
        where = f"{name} {size} {language}"
        usual = "hostile" not in name and "long" not in name and "large" not in name
        found += [f"{where}: {one}" for one in drawn.check("overflow", strict=usual) + drawn.check("targets")]
        if pictures:
            drawn.page.screenshot(path=pictures / f"{name}-{size}-{language}.png")
        found += axe_findings(drawn.page, where)
    whole.add((size, language))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("panel", ["language", "display"])
@pytest.mark.parametrize("size", SIZES)
def test_the_panels_fit_and_can_be_used(drawn, size, panel):
    drawn.size(SIZES[size])
    # That somebody is there may be told when the screen is another one by then.
    drawn.expected_errors = ("status of 409",)
    found = []
    for language in LANGUAGES:
        drawn.show("review.composed", language=language)
        drawn.page.click(f"[data-tool={panel}]")
        found += drawn.check("overflow", sameLayout=False) + drawn.check("targets") + axe_findings(drawn.page, f"{panel} {language}")
        drawn.page.keyboard.press("Escape")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("appearance", ["dark", "contrast"])
def test_other_colours_are_as_readable(drawn, stage, appearance):
    drawn.size(SIZES["landscape"])
    found = []
    screens = {}
    for name, state in stage.states.items():
        screens.setdefault(state["screen"]["name"], name)
    for name in [*screens.values(), "find.failed", "receipt.no_paper", "review.failed", "timeout.warning"]:
        drawn.show(name, appearance=appearance)
        found += axe_findings(drawn.page, f"{name} {appearance}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("text_size", [150, 200])
@pytest.mark.parametrize("size", SIZES)
def test_larger_text_loses_nothing(drawn, stage, size, text_size):
    drawn.size(SIZES[size])
    found = []
    for name in [name for name in stage.states if "hostile" not in name]:
        drawn.show(name, text_size=text_size, language="de")
        found += [f"{name}: {one}" for one in drawn.check("overflow") + drawn.check("targets")]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", ["portrait", "landscape"])
def test_tpgi_low_reach_puts_every_control_into_the_lower_half(drawn, stage, size):
    drawn.size(SIZES[size])
    found = []
    for name in [name for name in stage.states if "hostile" not in name and not name.startswith("operator")]:
        drawn.show(name, reach="low")
        found += [f"{name}: {one}" for one in drawn.check("low") + drawn.check("overflow", sameLayout=False) + drawn.check("targets")]
    assert not found, "\n".join(found)


def test_forced_colours_keep_every_control_visible(chromium, stage, stage_server):
    from watch import Watched
    with Watched(chromium, stage_server[1], stage, forced_colors="active") as watched:
        for name in ("attract.usual", "find.typing", "review.composed", "pay.insert", "receipt.usual"):
            watched.show(name)
            bare = watched.page.evaluate("""() => [...document.querySelectorAll("button")].filter((button) => {
                const style = getComputedStyle(button);
                return !button.matches(".quiet") && style.borderTopStyle === "none" && style.outlineStyle === "none";
            }).map((button) => button.textContent)""")
            assert not bare, f"{name}: no edge in forced colours: {bare}"


def test_nothing_is_called_undecided_that_axe_decides_by_now():
    """The list of what a person has looked at is as long as it has to be."""
    if len(whole) < len(SIZES) * len(LANGUAGES):
        pytest.skip("axe has not looked at every screen in each size and language")
    assert REVIEWED - undecided == set()
