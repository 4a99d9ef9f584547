"""Every screen that a real `till serve` reaches, disturbed in each way: loaded again, looked at in a second tab, with its storage cleared,
cut off, and its service killed. It ends at the true screen: where the service is, and after a kill what the journal says."""
import json

import pytest

from at import AWAY, At, needs_a_till, with_ada
from test_honest import in_doubt_soon, settle_in_part

pytestmark = needs_a_till

QUICK = {"timing": {"card_delay": 0.3, "step_delay": 0.02, "host_delay": 0.1}}
SLOW = {"timing": {"card_delay": 25, "step_delay": 0.05, "host_delay": 0.2}}
MAIL = '\n[email]\nfrom = "kasse@example.org"\nsendmail = "/bin/true"\n'


def begin(at):
    at.until("attract")
    at.page.click("[data-act=begin]")
    at.until("home", "find", "catalogue")


def to_orders(at):
    begin(at)
    at.page.click("[data-act=list]")
    at.until("orders")
    at.until_state("ready")


def to_catalogue(at):
    begin(at)
    at.until("catalogue")
    at.until_state("ready")


def to_product(at):
    to_catalogue(at)
    at.page.click(".product-card:not([aria-disabled=true])")
    at.until("product")
    at.until_state("ready")


def to_tip(at):
    at.to_review()
    at.page.click("[data-act=pay]")
    at.until("tip")


def paid(at):
    at.to_review()
    at.pay()
    at.until("receipt")


def then(act, screen):
    def go(at):
        paid(at)
        at.page.click(f"[data-act={act}]")
        at.until(screen)
        if screen == "printing":
            at.until_state("printed", "unconfirmed")
    return go


def to_the_end(at):
    at.to_review()
    at.pay()


def to_a_part(at):
    to_the_end(at)
    at.until("doubt", patience=180_000)
    settle_in_part(at)


def without_paper(at):
    at.to_review()
    at.service.printer("paper-out")
    at.pay()


def changed(at):
    order = at.service.shop.order()
    at.to_review(str(order))
    at.service.shop.add_to(order)
    at.pay()


def without_terminal(at):
    at.to_review()
    at.service.unplug_terminal()
    at.pay()


def out_of_service(at):
    at.until("attract")
    at.service.unplug_terminal()


def to_pin(at):
    at.until("attract")
    at.page.click("[data-tool=display]")
    at.page.click("[data-act=staff]")


def to_staff(tile=None):
    def go(at):
        at.until("attract")
        at.sign_in()
        if tile:
            at.open(tile)
    return go


def scenario(base="approve", timing=QUICK, **fields):
    return {"scenario": json.dumps({"based_on": base} | timing | fields)}


# By the screen: what the kiosk is, the way there, and where it may be once its service was killed.
NOBODY = ("attract",)
SCREENS = {
    "attract": ({}, lambda at: at.until("attract"), NOBODY),
    "home": ({"start": "both"}, begin, NOBODY),
    "find": ({}, begin, NOBODY),
    "orders": ({}, to_orders, NOBODY),
    "catalogue": ({"start": "compose"}, to_catalogue, NOBODY),
    "product": ({"start": "compose"}, to_product, NOBODY),
    "review": ({}, lambda at: at.to_review(), NOBODY),
    "tip": ({"tips": "[5, 10]"}, to_tip, NOBODY),
    "order_changed": ({"shop": []}, changed, NOBODY),
    "printer_empty": ({}, without_paper, NOBODY),
    "terminal_away": ({}, without_terminal, ("out_of_service", "attract")),
    "out_of_service": ({}, out_of_service, ("out_of_service",)),
    # What became of the payment is asked for; a terminal that has nothing to tell of it proves nothing by that.
    "pay": (scenario(timing=SLOW), to_the_end, ("receipt", "declined", "cancelled", "doubt")),
    "goods": ({"goods": "true"}, to_the_end, ("receipt", "declined", "doubt", "thanks")),
    "doubt": (scenario("silent-after-command"), to_the_end, ("doubt",)),
    "declined": (scenario("decline"), to_the_end, ("declined",)),
    "cancelled": (scenario("customer-cancel"), to_the_end, ("cancelled",)),
    "partial": ({"scenario": "silent-after-command"} | in_doubt_soon(), to_a_part, ("partial",)),
    "receipt": ({}, to_the_end, ("receipt",)),
    "printing": ({}, then("print", "printing"), ("receipt",)),
    "email": ({"tables": MAIL}, then("email", "email"), ("receipt",)),
    "qr": ({}, then("show", "qr"), ("receipt",)),
    "thanks": ({}, then("none", "thanks"), ("receipt",)),
    "operator_pin": ({"before": with_ada}, to_pin, NOBODY),
    "operator_home": ({"before": with_ada}, to_staff(), NOBODY),
    "operator_payments": ({"before": with_ada}, to_staff("Payments"), NOBODY),
}
# What ends by itself, before or while it is disturbed.
GOES_ON = {"pay": ("pay", "receipt"), "thanks": ("thanks", "attract")}


def is_true(at, screen, page=None):
    """The page is where the service is, and says the same."""
    page = page or at.page
    names = GOES_ON.get(screen, (screen,))
    page.wait_for_selector(", ".join(f"#kiosk[data-screen={name}]" for name in names), state="attached", timeout=60_000)
    shown = page.get_attribute("#kiosk", "data-screen")
    assert at.service.screen in (shown, *names)
    assert page.inner_text("h1").strip()


def cut(at, screen):
    at.watched.context.set_offline(True)
    at.page.wait_for_timeout(400)
    at.watched.context.set_offline(False)
    is_true(at, screen)


def disturb(at, screen):
    title = at.page.inner_text("h1")
    at.page.reload()
    is_true(at, screen)
    second = at.watched.open()
    is_true(at, screen, second)
    assert second.inner_text("h1") == at.page.inner_text("h1")
    second.close()
    at.watched.context.new_cdp_session(at.page).send("Storage.clearDataForOrigin", {"origin": at.service.origin, "storageTypes": "all"})
    at.page.reload()
    is_true(at, screen)
    cut(at, screen)
    if screen not in GOES_ON:
        assert at.page.inner_text("h1") == title


def booked(at):
    return [entry for entry in at.service.charged if entry["event"] == "booked"]


@pytest.mark.parametrize("screen", SCREENS)
def test_a_disturbed_screen_ends_at_the_true_one(chromium, screen):
    kiosk, way, after = SCREENS[screen]
    with At(chromium, **({"scenario": scenario()["scenario"], "tips": "[]"} | kiosk)) as at:
        at.watched.expected_errors = AWAY
        way(at)
        at.until(screen, patience=180_000)
        disturb(at, screen)
        at.service.kill()
        at.service.begin()
        at.until(*after, patience=180_000)
        # The page follows the service that began anew, and both tell of the payment what the terminal did.
        assert at.service.screen in after
        end = at.watched.screen
        if end == "receipt":
            assert len(booked(at)) == 1
        if end in ("attract", "declined", "cancelled", "doubt", "out_of_service"):
            assert booked(at) == [] or screen == "goods"
        assert len(at.service.charged) == len({entry["number"] for entry in at.service.charged})
        assert len([entry for entry in at.service.charged if entry["event"] == "requested"]) <= 1, "asked for twice"
