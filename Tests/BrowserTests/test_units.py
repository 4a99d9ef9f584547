"""The unit tests of the scripts (unit/tests.js), run in the browser; and what holds for the text of all of them."""
import re

import pytest

from stage import PAGE

LONGEST_FUNCTION, LONGEST_FILE, LONGEST_LINE = 40, 400, 170
SCRIPTS = sorted(PAGE.rglob("*.js"))


def test_the_scripts_do_what_they_promise(chromium, stage_server):
    page = chromium.new_page()
    page.goto(f"{stage_server[1]}/unit/index.html")
    page.wait_for_function("() => globalThis.results !== undefined")
    results = page.evaluate("results")
    page.close()
    assert len(results) > 15
    assert not [result for result in results if result[1]], results


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_short_and_trusts_nobody(path):
    text = path.read_text()
    lines = text.splitlines()
    assert len(lines) <= LONGEST_FILE
    assert max(map(len, lines)) <= LONGEST_LINE, [index + 1 for index, line in enumerate(lines) if len(line) > LONGEST_LINE]
    assert text.startswith("/**"), "a script begins with what it is"
    for word in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "localStorage", "sessionStorage", "indexedDB", "document.cookie", "document.write"):
        assert word not in text.replace("http://www.w3.org/2000/svg", ""), word
    for start, length in functions(lines):
        assert length <= LONGEST_FUNCTION, f"line {start}: a function of {length} lines"


def functions(lines):
    """(first line, length) of each function that stands at the margin."""
    for index, line in enumerate(lines):
        if re.match(r"(export )?(async )?function", line):
            end = next(number for number in range(index, len(lines)) if lines[number] == "}")
            yield index + 1, end - index + 1


def test_every_exported_function_has_a_promise():
    for path in SCRIPTS:
        lines = path.read_text().splitlines()
        for index, line in enumerate(lines):
            if re.match(r"export (async )?function", line):
                assert lines[index - 1].rstrip().endswith("*/"), f"{path.name}:{index + 1}"


@pytest.mark.parametrize("path", sorted(PAGE.rglob("*.css")), ids=lambda path: path.name)
def test_a_style_asks_of_nowhere(path):
    text = path.read_text()
    assert "url(" not in text and "@import" not in text
    assert len(text.splitlines()) <= LONGEST_FILE
