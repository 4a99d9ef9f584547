"""`till kiosk preview`: every screen of customers and staff can be looked at with the theme, without devices."""
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import pytest

from at import BINARY, needs_a_till
from conftest import SIZES
from watch import Watched

pytestmark = needs_a_till

THEME = '[kiosk]\nshop_name = "Eisdiele Venezia"\naccent = "#7a1f3d"\n'


@pytest.fixture(scope="module")
def preview():
    """(address, names of the screens) of a preview that runs."""
    with tempfile.TemporaryDirectory(prefix="till-preview-") as folder:
        here = pathlib.Path(folder)
        (here / "till.toml").write_text(THEME)
        log = here / "log"
        with log.open("wb") as output:
            process = subprocess.Popen([BINARY, "kiosk", "preview", "--listen", "127.0.0.1:0", "--config", here / "till.toml", "--data", here / "data"],
                                       stdout=output, stderr=subprocess.STDOUT)
        try:
            until = time.monotonic() + 60
            while "operator_settings" not in (text := log.read_text()):
                assert process.poll() is None and time.monotonic() < until, text
                time.sleep(0.05)
            yield re.search(r"http://127\.0\.0\.1:\d+", text)[0], re.findall(r"/kiosk/preview/(\w+)", text)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_of_the_preview_is_whole(chromium, preview, pictures, size):
    origin, names = preview
    found = []
    with Watched(chromium, origin) as watched:
        watched.size(SIZES[size])
        for name in names:
            watched.page.goto(f"{origin}/kiosk/preview/{name}")
            watched.page.wait_for_selector(f"#kiosk[data-screen={name}]", state="attached")
            assert watched.page.inner_text("h1").strip(), name
            found += [f"{name} {size}: {one}" for one in watched.check("overflow") + watched.check("targets")]
            if name.startswith("operator_") and name != "operator_pin":
                assert watched.page.locator(".operator-badge >> text=Ada").count() == 1, name
                assert watched.page.locator(".nothing").count() == 0, f"{name} has nothing to look at"
            if pictures:
                watched.page.screenshot(path=pictures / f"preview-{name}-{size}.png")
    assert not found, "\n".join(found)


def test_the_theme_is_on_the_staffs_pages_too(chromium, preview):
    origin, names = preview
    assert {"operator_home", "operator_devices", "operator_day", "operator_figures", "operator_doubt"} <= set(names)
    with Watched(chromium, origin) as watched:
        watched.page.goto(f"{origin}/kiosk/preview/operator_doubt")
        watched.page.wait_for_selector("#kiosk[data-screen=operator_doubt]", state="attached")
        assert watched.page.inner_text(".shop-name") == "Eisdiele Venezia"
        assert watched.page.locator(".primary").first.evaluate("(one) => getComputedStyle(one).backgroundColor") == "rgb(122, 31, 61)"


def test_charts_have_something_to_show(chromium, preview):
    origin, _ = preview
    with Watched(chromium, origin) as watched:
        watched.page.goto(f"{origin}/kiosk/preview/operator_figures")
        watched.page.wait_for_selector("#kiosk[data-screen=operator_figures]", state="attached")
        watched.page.wait_for_function("() => [...document.querySelectorAll('.chart img')].length === 4 && [...document.querySelectorAll('.chart img')].every((one) => one.naturalWidth > 0)")
