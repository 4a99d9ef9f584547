"""A page before a real `till serve`, and the ways of a customer and an operator through it.

TILL_PAGE=tree serves the page's files from the sources instead of those that the program was built with.
"""
import os

import pytest

from service import Service
from stage import KINDS, PAGE
from watch import Watched

BINARY = os.environ.get("TILL_BINARY")
needs_a_till = pytest.mark.skipif(not BINARY, reason="TILL_BINARY names no till with a kiosk")
AWAY = ("net::ERR", "Failed to load resource", "EventSource")


def from_sources(route):
    path = route.request.url.split("/kiosk", 1)[1].split("?")[0].removeprefix("/page/").lstrip("/") or "index.html"
    file = PAGE / path
    if file.is_file():
        answer = route.fetch()
        route.fulfill(response=answer, status=200, body=file.read_bytes(), headers=answer.headers | {"content-type": KINDS[file.suffix]})
    else:
        route.continue_()


class At:
    """A page before a service of its own."""

    def __init__(self, chromium, scenario="approve", start="find", before=None, **more):
        self.chromium = chromium
        self.service = Service(BINARY, scenario, start, before, **more)

    def __enter__(self):
        self.service.__enter__()
        try:
            self.watched = Watched(self.chromium, self.service.origin)
            if os.environ.get("TILL_PAGE") == "tree":
                self.watched.context.route("**/kiosk/page/**", from_sources)
                self.watched.context.route("**/kiosk", from_sources)
            self.watched.__enter__()
        except BaseException:
            self.service.__exit__()
            raise
        self.page = self.watched.page
        return self

    def __exit__(self, *failed):
        try:
            self.watched.__exit__(*failed)
        finally:
            self.service.__exit__()

    def until(self, *screens, patience=60_000):
        self.page.wait_for_selector(", ".join(f"#kiosk[data-screen='{screen}']" for screen in screens), state="attached", timeout=patience)
        return self.watched.screen

    def to_review(self, number="1042"):
        self.until("attract")
        self.page.click("[data-act=begin]")
        if self.until("home", "find") == "home":
            self.page.click("[data-act=find]")
            self.until("find")
        self.page.keyboard.type(number, delay=120)
        self.page.keyboard.press("Enter")
        self.until("review")

    def to_pay(self, number="1042"):
        self.to_review(number)
        self.page.click("[data-act=pay]")
        if self.until("tip", "pay") == "tip":
            self.page.click("[data-act=none]")
            self.until("pay")

    def pay(self):
        """From the review to the terminal, without a tip."""
        self.page.click("[data-act=pay]")
        if self.until("tip", "pay", "order_changed", "printer_empty", "terminal_away", "receipt") == "tip":
            self.page.click("[data-act=none]")

    def until_state(self, *states, patience=60_000):
        self.page.wait_for_selector(", ".join(f"#kiosk[data-state='{state}']" for state in states), state="attached", timeout=patience)
        return self.page.get_attribute("#kiosk", "data-state")

    def text(self):
        return self.page.inner_text(".main")

    def sign_in(self, pin="4071"):
        """From any screen to the first page of the staff."""
        self.page.click("[data-tool=display]")
        self.page.click("[data-act=staff]")
        self.until("operator_pin")
        self.page.keyboard.type(pin, delay=120)
        self.page.keyboard.press("Enter")
        self.until("operator_home")
        self.until_state("ready")

    def open(self, tile):
        """A page of the staff, from the first one."""
        self.page.click(f".operator-tile >> text='{tile}'")
        self.page.wait_for_selector("#kiosk:not([data-screen=operator_home])[data-state=ready]", state="attached", timeout=60_000)


def with_ada(service):
    """Ada has a PIN."""
    pin = service.here / "pin"
    pin.write_text("4071\n")
    pin.chmod(0o600)
    service.till("operators", "create", "Ada", "--pin-file", pin)
