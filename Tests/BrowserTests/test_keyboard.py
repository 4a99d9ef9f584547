"""Everything by keys alone: a keyboard, a numeric keypad, a scanner that types."""
import pytest


def focused(watched):
    return watched.page.evaluate("""() => { const e = document.activeElement; return e.dataset.act || e.dataset.tool || e.dataset.answer || e.id || e.tagName.toLowerCase(); }""")


def press(watched, *keys):
    for key in keys:
        watched.page.keyboard.press(key)
        watched.page.wait_for_timeout(60)


def walk_to(watched, selector, key="ArrowDown"):
    """Walks with arrows until the control has the focus, which must be visible all the way."""
    for _ in range(80):
        if watched.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            outline = watched.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"the focus on {selector} cannot be seen"
            return
        watched.page.keyboard.press(key)
    raise AssertionError(f"{selector} is not reached by {key}")


def told(watched, stage, text):
    """Waits until the service has the text: each key is an act of its own."""
    for _ in range(100):
        if stage.document["screen"].get("text") == text:
            return
        watched.page.wait_for_timeout(50)
    raise AssertionError(f"the service was told {stage.document['screen'].get('text')!r}")


def until(watched, screen):
    watched.page.wait_for_selector(f"#kiosk[data-screen='{screen}']", timeout=5000)


@pytest.mark.parametrize("key", ["ArrowDown", "Tab", "NumpadAdd"])
def test_tpgi_keys_alone_lead_from_attract_to_receipt(live, key):
    walk_to(live, "[data-act=begin]", key)
    press(live, "Enter")
    until(live, "home")
    walk_to(live, "[data-act=find]", key)
    press(live, "Enter")
    until(live, "find")
    press(live, "1", "0", "4", "2", "Enter")
    until(live, "review")
    walk_to(live, "[data-act=pay]", key)
    press(live, "Enter")
    until(live, "tip")
    walk_to(live, "[data-act=none]", key)
    press(live, "Enter")
    until(live, "pay")
    live.stage.machine.outcomes = ["approved"]
    live.stage.machine.happen()
    until(live, "receipt")
    walk_to(live, "[data-act=print]", key)
    press(live, "Enter")
    until(live, "printing")


def test_a_numeric_keypad_alone_reaches_the_receipt_by_the_numbers_of_the_choices(live):
    def choose(act):
        number = live.page.get_attribute(f"[data-act={act}][data-number]", "data-number")
        press(live, f"Numpad{number}")

    live.page.keyboard.press("NumpadAdd")
    choose("begin")
    until(live, "home")
    choose("find")
    until(live, "find")
    press(live, "Numpad1", "Numpad0", "Numpad4", "Numpad2", "NumpadEnter")
    until(live, "review")
    choose("pay")
    until(live, "tip")
    press(live, "NumpadEnter")
    until(live, "pay")
    live.stage.machine.outcomes = ["approved"]
    live.stage.machine.happen()
    until(live, "receipt")
    choose("show")
    until(live, "qr")
    choose("done")
    until(live, "thanks")


def test_a_scan_is_told_as_a_whole_from_the_first_screen_on(live):
    live.page.evaluate("""() => { for (const key of [..."1042", "Enter"]) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); }""")
    until(live, "review")
    acts = [(act["act"], act.get("value")) for act in live.stage.acts if act["act"] != "activity"]
    assert acts == [("begin", None), ("find", None), ("scan", "1042")]


def test_digits_that_a_person_types_are_told_one_by_one(live):
    live.page.click("[data-act=begin]")
    until(live, "home")
    live.page.click("[data-act=find]")
    until(live, "find")
    press(live, "1", "0", "Backspace")
    live.page.wait_for_function("() => document.querySelector('.digits').textContent === '1'")
    assert [act["act"] for act in live.stage.acts if act["act"] in ("digit", "erase", "scan")] == ["digit", "digit", "erase"]


def keys_at_once(watched, *keys):
    """Presses keys faster than any person, as a scanner does."""
    watched.page.evaluate("""(keys) => { for (const key of keys) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); }""", list(keys))


def told_in_order(watched, stage, expected):
    """Waits for as many acts as are expected: each is told after the other was answered."""
    for _ in range(100):
        found = [(act["act"], act.get("value")) for act in stage.acts if act["act"] != "activity"]
        if len(found) >= len(expected):
            break
        watched.page.wait_for_timeout(50)
    assert found == expected


def test_keys_are_told_in_the_order_in_which_they_were_pressed_however_fast(live):
    live.page.click("[data-act=begin]")
    until(live, "home")
    live.page.click("[data-act=find]")
    until(live, "find")
    live.stage.acts.clear()
    keys_at_once(live, "1", "2", "Backspace", "3", "Backspace", "4")
    told_in_order(live, live.stage, [("digit", "1"), ("digit", "2"), ("erase", None), ("digit", "3"), ("erase", None), ("digit", "4")])
    live.page.wait_for_function("() => document.querySelector('.digits').textContent === '14'")
    live.stage.acts.clear()
    keys_at_once(live, "5", "Escape")
    told_in_order(live, live.stage, [("digit", "5"), ("back", None)])


def test_a_touch_does_not_overtake_the_key_before_it(drawn, stage):
    drawn.show("find.typing")
    stage.acts.clear()
    drawn.page.evaluate("""() => {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "7", bubbles: true }));
        document.querySelector(".keypad [data-act=erase]").click();
    }""")
    told_in_order(drawn, stage, [("digit", "7"), ("erase", None)])


def test_a_number_chooses_nothing_on_a_screen_that_came_after_it_was_pressed(drawn, stage):
    drawn.show("home.usual")
    stage.acts.clear()
    drawn.page.evaluate("""async () => {
        const shown = document.getElementById("kiosk").dataset.screenId;
        // The wait for the rest of a scan is as long as the other screen needs.
        const usual = setTimeout;
        globalThis.setTimeout = (work, after) => usual(work, after === 45 ? 3000 : after);
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
        await fetch("/stage/show?state=review.composed");
        while (document.getElementById("kiosk").dataset.screenId === shown) await new Promise((go) => usual(go, 1));
        globalThis.setTimeout = usual;
    }""")
    drawn.page.wait_for_timeout(3200)
    told_in_order(drawn, stage, [])


def test_the_focus_begins_at_the_title_and_survives_updates(drawn, stage):
    drawn.show("review.composed")
    assert focused(drawn) == "title"
    walk_to(drawn, "[data-act=pay]")
    drawn.wait(stage.change(notices=[{"code": "shop.away"}]))
    assert focused(drawn) == "pay"
    drawn.show("review.shop")
    assert focused(drawn) == "title"


def test_a_list_keeps_its_place_when_something_else_changes(drawn, stage):
    drawn.size((800, 480))
    drawn.show("catalogue.large")
    drawn.page.evaluate("document.querySelector('.products').scrollTop = 300")
    drawn.wait(stage.change(notices=[{"code": "shop.away"}]))
    assert drawn.page.evaluate("document.querySelector('.products').scrollTop") == 300


def test_a_dialogue_holds_the_focus_and_gives_it_back(drawn, stage):
    drawn.show("review.composed")
    walk_to(drawn, "[data-act=pay]")
    drawn.page.focus("[data-tool=display]")
    press(drawn, "Enter")
    assert drawn.page.evaluate("() => document.activeElement.closest('.veil') !== null")
    for _ in range(30):
        drawn.page.keyboard.press("Tab")
        assert drawn.page.evaluate("() => document.activeElement === document.body || document.activeElement.closest('.veil') !== null")
    press(drawn, "Escape")
    assert focused(drawn) == "display"


def test_the_warning_before_time_is_up_is_answered_by_one_key(drawn, stage):
    drawn.show("timeout.warning")
    assert focused(drawn) == "extend"
    press(drawn, "Enter")
    drawn.page.wait_for_selector(".veil", state="detached")
    assert stage.acts[-1]["act"] == "extend"


def test_escape_goes_back_and_never_past_money(drawn, stage):
    for name, expected in [("find.typing", ["back"]), ("pay.insert", ["cancel"]), ("pay.pin", []), ("doubt.usual", []), ("goods.usual", [])]:
        drawn.show(name)
        stage.acts.clear()
        press(drawn, "Escape")
        drawn.page.wait_for_timeout(120)
        assert [act["act"] for act in stage.acts if act["act"] != "activity"] == expected, name


def test_arrows_follow_the_direction_of_reading(drawn):
    drawn.show("home.usual", language="ar")
    press(drawn, "ArrowLeft")
    assert focused(drawn) == "find"
    press(drawn, "ArrowLeft")
    assert focused(drawn) == "compose"
    press(drawn, "ArrowRight")
    assert focused(drawn) == "find"


def test_an_address_can_be_typed_on_a_real_keyboard(drawn, stage):
    drawn.show("email.empty")
    drawn.page.keyboard.type("ada@example.org", delay=15)
    drawn.page.wait_for_function("() => document.querySelector('.address .digits').textContent === 'ada@example.org'")
    told(drawn, stage, "ada@example.org")


def test_an_address_can_be_typed_by_touch_in_each_layout(drawn, stage):
    drawn.show("email.empty", language="de")
    for letter in "yz":
        drawn.page.click(f".letters button:text-is('{letter}')")
    for layout in ("AZE", "ABC", "QWE", "QWE"):
        drawn.page.click(".letters .signs button >> nth=0")
    for letter in ["a", "@", "b", ".com"]:
        drawn.page.click(f".letters button:text-is('{letter}')")
    told(drawn, stage, "yza@b.com")
