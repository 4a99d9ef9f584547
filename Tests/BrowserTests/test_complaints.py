"""What users of other kiosks complained of (docs/complaints.md), where only a browser can tell. The names are those of the issues."""
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.request

import pytest

from conftest import SIZES
from machine import EACH_PAGE
from stage import LANGUAGES, Stage, serve
from test_truth import MONEY, content, each_screen
from test_words import AGAIN

HERE = pathlib.Path(__file__).resolve().parent
BROWSER = HERE.parent.parent / "packaging" / "kiosk" / "kiosk-browser"


def test_odoo183527_twenty_tabs_opened_and_closed_do_not_disturb_the_first(drawn, stage):
    for round_ in range(4):
        tabs = [drawn.open() for _ in range(5)]
        drawn.show(["pay.insert", "pay.pin", "doubt.usual", "receipt.usual"][round_])
        for tab in tabs:
            tab.close()
    drawn.show("thanks.usual")
    assert drawn.screen == "thanks"


def test_odoo60939_cleared_storage_changes_nothing(drawn, stage):
    session = drawn.context.new_cdp_session(drawn.page)
    for name in each_screen(stage):
        drawn.show(name)
        before = content(drawn.page)
        session.send("Storage.clearDataForOrigin", {"origin": drawn.origin, "storageTypes": "all"})
        drawn.page.reload()
        drawn.wait(stage.document["revision"])
        assert content(drawn.page) == before, name


def test_odoo59059_a_printer_that_does_not_confirm_is_asked_about_and_not_called_failed(drawn):
    drawn.show("printing.unconfirmed")
    text = drawn.page.inner_text(".main")
    assert "Did your receipt come out?" in text and "could not" not in text and "failed" not in text.lower()
    assert drawn.page.locator("[data-act=came_out]").count() == 2


def test_square23797_every_screen_that_waits_for_long_says_for_what(drawn):
    drawn.show("pay.waiting_terminal")
    assert "Waiting for the card terminal · 14 seconds" in drawn.page.inner_text(".main").replace("\u2068", "").replace("\u2069", "")
    drawn.show("pay.preparing")
    assert "Waiting for" not in drawn.page.inner_text(".main")
    drawn.page.wait_for_function("() => document.querySelector('.main').innerText.includes('Waiting for the card terminal')", timeout=4000)


def test_woo_ios13980_from_every_screen_the_beginning_is_two_touches_away(drawn, stage):
    for name, state in stage.states.items():
        screen = state["screen"]["name"]
        if screen.startswith("operator") or screen in ("attract", "pay", "goods", "doubt", "out_of_service", "of_a_newer_service"):
            continue
        drawn.show(name)
        assert drawn.page.locator("[data-act=start], [data-act=begin], [data-act=done]").count() >= 1, name


def test_woocommerce35741_no_words_to_try_again_once_money_may_have_moved(drawn):
    for name in MONEY:
        drawn.show(name)
        text = drawn.check("text").lower()
        assert "again" not in text.replace("do not pay again", ""), name
        assert "retry" not in text and "offline" not in text, name
        if not name.startswith(("receipt", "printing", "email", "qr", "thanks")):
            assert drawn.page.locator("[data-act=pay], [data-act=again], [data-act=start], [data-act=begin]").count() == 0, name


def test_freekiosk195_typing_resets_the_idle_timer(drawn, stage):
    drawn.show("email.empty")
    stage.acts.clear()
    drawn.page.keyboard.press("ArrowDown")
    drawn.page.wait_for_timeout(1300)
    assert "activity" in [act["act"] for act in stage.acts]


@pytest.mark.parametrize("language", LANGUAGES)
def test_woocommerce35741_no_language_invites_to_try_again(drawn, language):
    for name in MONEY:
        drawn.show(name, language=language)
        text = drawn.check("text").lower()
        assert not any(words in text for words in AGAIN[language]), f"{name}: {text}"


def test_odoo242617_whatever_turns_says_what_is_waited_for(drawn, stage):
    seen = 0
    for name in stage.states:
        drawn.show(name)
        bare = drawn.page.evaluate("""() => [...document.querySelectorAll('#kiosk .spinner')].map((one) => one.parentElement.textContent.trim())""")
        seen += len(bare)
        assert all(bare), f"{name}: something turns, and says nothing"
    assert seen > 5


def test_freekiosk195_the_keyboard_and_what_was_typed_go_with_the_customer(drawn):
    drawn.show("email.typing")
    assert drawn.page.locator(".letters").count() == 1
    typed = drawn.page.inner_text(".number-field .digits").strip()
    assert "@" in typed
    drawn.show("attract.usual")
    assert drawn.page.locator(".letters, .number-field, input, textarea").count() == 0
    assert typed not in drawn.page.content()


def test_photobooth684_no_swipe_leads_away(chromium, stage, stage_server):
    from watch import Watched
    with Watched(chromium, stage_server[1], stage, has_touch=True, viewport={"width": 1080, "height": 1920}) as watched:
        watched.show("review.composed")
        session = watched.context.new_cdp_session(watched.page)
        width, height = SIZES["portrait"]
        for start, end in [((5, 900), (width - 5, 900)), ((width - 5, 900), (5, 900)), ((500, 5), (500, height - 5)), ((500, height - 5), (500, 5))]:
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
            for step in range(1, 11):
                point = {"x": start[0] + (end[0] - start[0]) * step / 10, "y": start[1] + (end[1] - start[1]) * step / 10}
                session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        watched.page.wait_for_timeout(200)
        assert watched.page.url.endswith("/kiosk") and watched.screen == "review"
        assert watched.page.evaluate("[scrollX, scrollY]") == [0, 0]


class Recipe:
    """The browser of the kiosk machine, started by the recipe's own script, without a screen."""

    def __init__(self, origin, folder):
        self.origin, self.folder = origin, folder

    def start(self):
        environment = os.environ | {
            "RUNTIME_DIRECTORY": str(self.folder), "HOME": str(self.folder), "TILL_KIOSK_URL": f"{self.origin}/kiosk",
            "TILL_KIOSK_FLAGS": "--ozone-platform=headless --headless=new --no-sandbox --disable-gpu --remote-debugging-port=0"}
        self.process = subprocess.Popen(["/bin/sh", BROWSER], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def pages(self):
        port = (self.folder / "profile" / "DevToolsActivePort").read_text().split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=10) as answer:
            return [page["url"] for page in json.load(answer) if page["type"] == "page"]

    def kill(self):
        """As if the power had gone: nothing is written any more."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.mark.skipif(not os.access("/usr/bin/chromium", os.X_OK), reason="the recipe's script starts /usr/bin/chromium")
def test_photobooth684_a_browser_that_is_killed_comes_back_to_the_same_screen(tmp_path):
    stage = Stage()
    server = serve(stage)
    stage.show("pay.insert")
    browser = Recipe(f"http://127.0.0.1:{server.server_address[1]}", tmp_path)
    try:
        for _ in range(2):
            before = stage.alive
            browser.start()
            # The page tells that it has drawn.
            until = time.monotonic() + 90
            while stage.alive == before and time.monotonic() < until:
                time.sleep(0.1)
            assert stage.alive > before, "the page does not draw"
            assert browser.pages() == [f"{browser.origin}/kiosk"], "something is there beside the kiosk's page"
            browser.kill()
        assert "profile" in os.listdir(tmp_path), "the recipe makes its profile in the directory that is thrown away"
    finally:
        if browser.process.poll() is None:
            browser.kill()
        server.shutdown()


def test_photobooth684_the_recipe_keeps_a_customer_on_the_page():
    policy = json.loads((BROWSER.parent / "policy.json").read_text())
    assert policy["URLBlocklist"] == ["*"] and all("/kiosk" in url for url in policy["URLAllowlist"])
    assert policy["DeveloperToolsAvailability"] == 2 and policy["PrintingEnabled"] is False
    script = BROWSER.read_text()
    for flag in ("--overscroll-history-navigation=0", "--hide-crash-restore-bubble", "--incognito", "--disable-pinch"):
        assert flag in script
    assert script.index('rm -rf "$profile"') < script.index("exec /usr/bin/chromium")


# Bad luck.

def priced(stage, name, minor):
    """A state with all of its amounts changed."""
    def changed(value):
        if isinstance(value, dict):
            return {key: (minor if key == "minor" else changed(item)) for key, item in value.items()}
        return [changed(item) for item in value] if isinstance(value, list) else value
    state = stage.states[name]
    return stage.put(stage.document | {"screen": {"id": stage.document["screen"]["id"] + 1} | changed(state["screen"])})


@pytest.mark.parametrize("minor", [0, 99_999_999])
def test_prices_of_nothing_and_of_eight_digits_fit(drawn, stage, minor):
    found = []
    for size in SIZES:
        drawn.size(SIZES[size])
        for language in ("en", "de", "ar"):
            drawn.show("attract.usual", language=language)
            for name in ("catalogue.usual", "product.usual", "review.composed", "review.shop", "order_changed.usual", "tip.usual", "pay.insert",
                         "doubt.usual", "partial.usual", "receipt.tip", "orders.usual"):
                drawn.wait(priced(stage, name, minor))
                found += [f"{name} {size} {language}: {one}" for one in drawn.check("overflow", strict=False)]
    assert not found, "\n".join(found)


def test_of_five_thousand_products_a_page_at_a_time_is_drawn(live):
    live.page.click("[data-act=begin]")
    live.page.wait_for_selector("#kiosk[data-screen=home]")
    live.page.click("[data-act=compose]")
    live.page.wait_for_selector("#kiosk[data-screen=catalogue]")
    pages = live.stage.document["screen"]["pages"]
    assert pages == -(-5000 // EACH_PAGE)
    for page in (2, pages // 2, pages):
        status, _ = live.stage.act({"screen": live.stage.document["screen"]["id"], "act": "page", "value": page})
        assert status == 200
        live.wait(live.stage.document["revision"])
        cards = live.page.locator(".product-card").count()
        assert 0 < cards <= EACH_PAGE
    assert live.page.evaluate("document.querySelectorAll('*').length") < 1500


def test_a_catalogue_that_changes_under_the_finger_sells_nothing_else(live):
    """The products become others between two touches; what was touched is gone, and nothing else is taken for it."""
    live.page.click("[data-act=begin]")
    live.page.wait_for_selector("#kiosk[data-screen=home]")
    live.page.click("[data-act=compose]")
    live.page.wait_for_selector("#kiosk[data-screen=catalogue]")
    live.expected_errors = ("status of 422",)
    document = live.stage.document
    others = [product | {"id": f"gone-{number}", "name": f"Another {number}"} for number, product in enumerate(document["screen"]["products"][:5])]
    live.wait(live.stage.put(document | {"screen": document["screen"] | {"products": others}}))
    assert live.page.locator(".product-card").count() == 5
    live.page.locator(".product-card").first.click()
    live.page.wait_for_timeout(300)
    assert live.screen == "catalogue" and live.stage.acts[-1]["value"] == "gone-0"


def test_odoo149049_two_pages_that_pay_one_order_make_one_payment(live):
    machine = live.stage.machine
    machine.go_tip = lambda: machine.pay(0)
    live.expected_errors = ("status of 409",)
    second = live.open()
    machine.review_of_shop("1042")
    for page in (live.page, second):
        live.wait(live.stage.document["revision"], page)
    # Both touches are on their way before either is answered.
    with live.stage.lock:
        for page in (live.page, second):
            page.evaluate("document.querySelector('[data-act=pay]').click()")
    for page in (live.page, second):
        page.wait_for_selector("#kiosk[data-screen=pay]")
    live.page.wait_for_timeout(300)
    assert [edge for edge in machine.trace if edge[1] == "pay"] == [("review", "pay", "pay")]
    assert machine.screen["name"] == "pay"
