"""`scripts/demo --kiosk --scenario NAME`: each honest screen can be looked at by whoever types what docs/kiosk.md says."""
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest

from at import BINARY, needs_a_till
from watch import Watched

pytestmark = needs_a_till

DEMO = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "demo"
DOCUMENT = DEMO.parent.parent / "docs" / "kiosk.md"
# What a customer sees who begins, types the first order and pays.
SHOWN = {
    "approve": ["receipt"], "decline": ["declined"], "customer-cancel": ["cancelled"], "doubt": ["doubt"], "tip": ["tip"],
    "terminal-away": ["out_of_service"], "paper-out": ["printer_empty"], "paper-out-later": ["receipt", "printing"], "partial": ["partial"],
    "goods": ["goods", "receipt"], "order-changed": ["order_changed"], "shop-away": ["receipt"],
}


class Demo:
    def __init__(self, scenario, folder):
        self.log = folder / "log"
        environment = os.environ | {"TILL_PROGRAMS": str(pathlib.Path(BINARY).resolve().parent), "TILL_DEMO": str(folder / "demo")}
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(["/bin/sh", DEMO, "--kiosk", "127.0.0.1:0", "--scenario", scenario], env=environment, stdout=output,
                                            stderr=subprocess.STDOUT, start_new_session=True)

    def __enter__(self):
        until = time.monotonic() + 120
        while "Orders to find" not in self.text:
            if self.process.poll() is not None or time.monotonic() > until:
                self.__exit__()
                raise AssertionError(self.text)
            time.sleep(0.1)
        self.origin = re.search(r"http://127\.0\.0\.1:\d+", self.text)[0]
        self.order = re.search(r"for example: (\d+)", self.text)[1]
        return self

    @property
    def text(self):
        return self.log.read_text(errors="replace")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def pay(page, order):
    page.click("[data-act=begin]")
    page.wait_for_selector("#kiosk[data-screen=home]")
    page.click("[data-act=find]")
    page.wait_for_selector("#kiosk[data-screen=find]")
    page.keyboard.type(order, delay=120)
    page.keyboard.press("Enter")
    page.wait_for_selector("#kiosk[data-screen=review]", timeout=60_000)
    # What a scenario does while the bill is looked at.
    page.wait_for_timeout(2500)
    page.click("[data-act=pay]")


@pytest.mark.parametrize("scenario", SHOWN)
def test_a_scenario_of_the_demonstration_shows_its_screen(chromium, tmp_path, scenario):
    with Demo(scenario, tmp_path) as demo, Watched(chromium, demo.origin) as watched:
        page, screens = watched.page, SHOWN[scenario]
        if screens != ["out_of_service"]:
            page.wait_for_selector("#kiosk[data-screen=attract]", timeout=60_000)
            pay(page, demo.order)
        page.wait_for_selector(f"#kiosk[data-screen={screens[0]}]", timeout=180_000)
        if scenario == "goods":
            command = re.search(r"(\S+ goods last given .*?)    \(", demo.text)[1]
            subprocess.run(command, shell=True, check=True, capture_output=True, timeout=60)
        if scenario == "paper-out-later":
            page.click("[data-act=print]")
        page.wait_for_selector(f"#kiosk[data-screen={screens[-1]}]", timeout=60_000)
        if scenario == "paper-out-later":
            page.wait_for_selector("#kiosk:is([data-state=waiting], [data-state=failed])", timeout=60_000)
        if scenario == "shop-away":
            page.wait_for_selector(".notices >> text=shop", timeout=60_000)


def test_the_documentation_names_each_scenario():
    text = DOCUMENT.read_text()
    assert [name for name in SHOWN if f"`{name}`" not in text] == []
