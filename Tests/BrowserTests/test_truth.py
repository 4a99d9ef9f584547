"""The page keeps nothing: whatever happens to it, it ends at the screen where the service is."""
import pytest

MONEY = ["pay.insert", "pay.pin", "pay.waiting_host", "pay.cancelling", "goods.usual", "doubt.usual", "receipt.usual", "receipt.no_paper",
         "printing.printing", "printing.unconfirmed", "printing.waiting", "printing.failed", "email.typing", "email.problem", "qr.usual", "thanks.later"]


def each_screen(stage):
    """One state of each screen."""
    seen = {}
    for name, state in stage.states.items():
        seen.setdefault(state["screen"]["name"], name)
    return list(seen.values())


def content(page):
    """What a screen says. How many minutes an operator has left, above it, goes on meanwhile."""
    return page.inner_text(".main")


def test_a_reload_shows_the_same_screen(drawn, stage):
    for name in each_screen(stage):
        drawn.show(name)
        before = content(drawn.page)
        drawn.page.reload()
        drawn.wait(stage.document["revision"])
        assert content(drawn.page) == before, name


def test_a_second_tab_shows_the_same_and_follows(drawn, stage):
    second = drawn.open()
    for name in each_screen(stage):
        drawn.show(name)
        drawn.wait(stage.document["revision"], second)
        assert content(second) == content(drawn.page), name


def test_events_that_were_cut_are_found_again(drawn, stage):
    drawn.expected_errors = ("net::ERR", "Failed to load resource", "EventSource")
    for name in each_screen(stage):
        stage.drop()
        drawn.show(name)


def test_a_restarted_service_is_believed_though_it_counts_from_the_beginning(drawn, stage):
    drawn.expected_errors = ("net::ERR", "Failed to load resource", "EventSource")
    drawn.show("pay.insert")
    stage.restart()
    drawn.show("doubt.usual")
    assert drawn.screen == "doubt"


@pytest.mark.parametrize("name, words", [("review.composed", "The machine is restarting"), ("pay.insert", "do not pay a second time")])
def test_a_service_that_stays_away_is_told_of_and_comes_back(drawn, stage, name, words):
    drawn.expected_errors = ("net::ERR", "Failed to load resource", "EventSource", "503")
    drawn.show(name)
    stage.is_cut = True
    stage.drop()
    drawn.page.wait_for_timeout(1500)
    assert drawn.page.locator(".veil").count() == 0, "told of at once: a short gap is nobody's business"
    drawn.page.wait_for_selector(".veil.restarting, .veil .restarting", timeout=9000)
    assert words in drawn.page.inner_text(".veil")
    stage.is_cut = False
    drawn.page.wait_for_selector(".veil", state="detached", timeout=9000)
    drawn.show("thanks.usual")


def test_a_touch_on_what_is_still_drawn_is_no_act_of_the_next_screen(drawn, stage):
    drawn.show("home.usual")
    held = []
    drawn.page.route("**/words/fr.json", lambda route: held.append(route))
    revision = stage.show("attract.usual", language="fr")
    while not held:
        drawn.page.wait_for_timeout(10)
    told = len(stage.acts)
    # The next screen is there, and waits for its sentences: this button is still before everybody's eyes.
    drawn.page.click("[data-act=find]")
    held[0].continue_()
    drawn.wait(revision)
    assert [act["act"] for act in stage.acts[told:] if act["act"] != "activity"] == []


def test_a_double_tap_is_one_act(live):
    live.page.dblclick("[data-act=begin]")
    live.page.wait_for_selector("#kiosk[data-screen=home]")
    live.page.wait_for_timeout(300)
    assert [act["act"] for act in live.stage.acts if act["act"] != "activity"] == ["begin"]


def test_the_second_tap_on_pay_does_not_cancel_the_payment(live):
    """What cancels stands where one has just paid: a double tap there must be one."""
    machine = live.stage.machine
    machine.review_of_shop("1042")
    machine.go_tip = lambda: machine.pay(0)
    live.page.wait_for_selector("#kiosk[data-screen=review]")
    box = live.page.locator("[data-act=pay]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    live.page.mouse.click(x, y)
    live.page.wait_for_selector("#kiosk[data-screen=pay]")
    box = live.page.locator("[data-act=cancel]").bounding_box()
    for kind in ("mousePressed", "mouseReleased"):
        live.context.new_cdp_session(live.page).send("Input.dispatchMouseEvent", {
            "type": kind, "x": box["x"] + 20, "y": box["y"] + 20, "button": "left", "clickCount": 2})
    live.page.wait_for_timeout(300)
    assert machine.screen["name"] == "pay"
    live.page.wait_for_timeout(500)
    live.page.click("[data-act=cancel]")
    live.page.wait_for_selector("#kiosk[data-screen=cancelled]")


def test_an_old_tab_cannot_act_on_a_screen_that_is_gone(drawn, stage):
    drawn.show("review.composed")
    old = stage.document["screen"]["id"]
    status, answer = stage.act({"screen": old - 1, "act": "pay"})
    assert (status, answer["state"]["screen"]["id"]) == (409, old)


def test_declined_and_cancelled_offer_another_card_only_when_that_is_safe(drawn):
    for name, expected in [("declined.usual", 1), ("declined.final", 0), ("cancelled.usual", 1), ("cancelled.time", 0)]:
        drawn.show(name)
        assert drawn.page.locator("[data-act=again]").count() == expected, name


def test_a_picture_that_the_shop_does_not_give_is_drawn_instead(drawn, stage):
    drawn.expected_errors = ("Failed to load resource",)
    stage.has_pictures = False
    for name, pictures in [("catalogue.usual", 8), ("product.usual", 1)]:
        drawn.show(name)
        drawn.page.wait_for_function("() => document.querySelectorAll('.main img').length === 0")
        assert drawn.page.locator(".main svg.picture-product").count() == pictures, name
    # Another screen asks anew: the shop may have it by then.
    stage.has_pictures = True
    drawn.show("product.usual")
    drawn.page.wait_for_function("() => document.querySelector('.main img')?.naturalWidth > 0")


def test_foreign_text_stays_text(drawn):
    for name in ("review.hostile", "orders.hostile", "catalogue.hostile", "operator_devices.hostile"):
        drawn.show(name)
        assert drawn.page.locator("main b, main img[onerror]").count() == 0, name
        assert "<b>bold</b>" in drawn.page.evaluate("document.querySelector('main').textContent"), name


def test_overrides_of_direction_end_with_the_name_that_has_them(drawn):
    drawn.show("orders.hostile")
    outside = drawn.page.evaluate("""() => {
        const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
        while (texts.nextNode()) if (/[\\u202a-\\u202e]/.test(texts.currentNode.data) && !texts.currentNode.parentElement.closest("bdi")) found.push(texts.currentNode.data);
        return found; }""")
    assert outside == []


def test_the_service_hears_that_the_page_lives(drawn, stage):
    before = stage.alive
    drawn.page.wait_for_timeout(5600)
    assert stage.alive > before


def test_tpgi_speech_says_what_a_screen_is_about(chromium, stage, stage_server):
    from watch import Watched
    with Watched(chromium, stage_server[1], stage) as watched:
        watched.page.add_init_script("""globalThis.said = []; SpeechSynthesis.prototype.speak = function (u) { said.push([u.text, u.lang]); };""")
        stage.show("declined.usual", speech=True, language="de")
        watched.page.reload()
        watched.wait(stage.document["revision"])
        said = watched.page.evaluate("said")
        assert said and "Die Zahlung wurde abgelehnt. " in said[0][0] and said[0][1] == "de"
        watched.page.keyboard.press("ArrowDown")
        watched.page.wait_for_timeout(100)
        assert ["Mit anderer Karte zahlen", "de"] in watched.page.evaluate("said")
