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


def test_twenty_tabs_opened_and_closed_do_not_disturb_the_first(drawn, stage):
    for round_ in range(4):
        tabs = [drawn.open() for _ in range(5)]
        drawn.show(["pay.insert", "pay.pin", "doubt.usual", "receipt.usual"][round_])
        for tab in tabs:
            tab.close()
    drawn.show("thanks.usual")
    assert drawn.screen == "thanks"


def test_cleared_storage_changes_nothing(drawn, stage):
    session = drawn.context.new_cdp_session(drawn.page)
    for name in each_screen(stage):
        drawn.show(name)
        before = content(drawn.page)
        session.send("Storage.clearDataForOrigin", {"origin": drawn.origin, "storageTypes": "all"})
        drawn.page.reload()
        drawn.wait(stage.document["revision"])
        assert content(drawn.page) == before, name


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


def test_no_words_to_try_again_once_money_may_have_moved(drawn):
    for name in MONEY:
        drawn.show(name)
        text = drawn.check("text").lower()
        assert "again" not in text.replace("do not pay again", ""), name
        assert "retry" not in text and "offline" not in text, name
        if not name.startswith(("receipt", "printing", "email", "qr", "thanks")):
            assert drawn.page.locator("[data-act=pay], [data-act=again], [data-act=start], [data-act=begin]").count() == 0, name


def test_declined_and_cancelled_offer_another_card_only_when_that_is_safe(drawn):
    for name, expected in [("declined.usual", 1), ("declined.final", 0), ("cancelled.usual", 1), ("cancelled.time", 0)]:
        drawn.show(name)
        assert drawn.page.locator("[data-act=again]").count() == expected, name


def test_a_printer_that_does_not_confirm_is_asked_about_and_not_called_failed(drawn):
    drawn.show("printing.unconfirmed")
    text = drawn.page.inner_text(".main")
    assert "Did your receipt come out?" in text and "could not" not in text and "failed" not in text.lower()
    assert drawn.page.locator("[data-act=came_out]").count() == 2


def test_every_screen_that_waits_for_long_says_for_what(drawn):
    drawn.show("pay.waiting_terminal")
    assert "Waiting for the card terminal · 14 seconds" in drawn.page.inner_text(".main").replace("\u2068", "").replace("\u2069", "")
    drawn.show("pay.preparing")
    assert "Waiting for" not in drawn.page.inner_text(".main")
    drawn.page.wait_for_function("() => document.querySelector('.main').innerText.includes('Waiting for the card terminal')", timeout=4000)


def test_from_every_screen_the_beginning_is_two_touches_away(drawn, stage):
    for name, state in stage.states.items():
        screen = state["screen"]["name"]
        if screen.startswith("operator") or screen in ("attract", "pay", "goods", "doubt", "out_of_service", "of_a_newer_service"):
            continue
        drawn.show(name)
        assert drawn.page.locator("[data-act=start], [data-act=begin], [data-act=done]").count() >= 1, name


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


def test_typing_resets_the_idle_timer(drawn, stage):
    drawn.show("email.empty")
    stage.acts.clear()
    drawn.page.keyboard.press("ArrowDown")
    drawn.page.wait_for_timeout(1300)
    assert "activity" in [act["act"] for act in stage.acts]


def test_the_service_hears_that_the_page_lives(drawn, stage):
    before = stage.alive
    drawn.page.wait_for_timeout(5600)
    assert stage.alive > before


def test_speech_says_what_a_screen_is_about(chromium, stage, stage_server):
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
