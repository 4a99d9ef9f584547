"""Ten thousand touches, keys, swipes, back buttons and double taps, drawn by a seed: the page and the machine never part."""
import os
import random

from machine import MONEY_MOVES

SEED = int(os.environ.get("TILL_MONKEY_SEED", "20261127"))
EVENTS = int(os.environ.get("TILL_MONKEY_EVENTS", "10000"))
KEYS = ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Backspace", "Space", "1", "5", "0", "7", "a", "@", "NumpadAdd", "NumpadSubtract", "Home", "F5x"]
# What one round trip does in the page: so many events, of which most are touches of something.
BATCH = 50
PLAY = """async (events) => {
    const rest = () => new Promise((done) => setTimeout(done, 4));
    let played = 0;
    for (const [kind, a, b] of events) {
        if (kind === "touch" || kind === "double" || kind === "on") {
            const all = [...document.querySelectorAll(kind === "on" ? "button.primary, .tile, .product-card" : "button")].filter((button) => button.getClientRects().length);
            const button = all[Math.floor(a * all.length)];
            if (button) { button.click(); if (kind === "double") button.click(); }
        } else if (kind === "point") {
            document.elementFromPoint(a * innerWidth, b * innerHeight)?.click?.();
        } else if (kind === "key") {
            const target = document.activeElement ?? document.body;
            target.dispatchEvent(new KeyboardEvent("keydown", { key: a, code: a.startsWith("Numpad") ? a : "", bubbles: true, cancelable: true }));
        } else if (kind === "back") {
            history.back();
        } else if (kind === "swipe") {
            dispatchEvent(new WheelEvent("wheel", { deltaX: 400 * (a < 0.5 ? -1 : 1), deltaY: 0, bubbles: true, cancelable: true }));
        }
        played += 1;
        if (played % 5 === 0) await rest();
    }
    return [document.body.innerText, location.pathname];
}"""


def events(chance):
    for _ in range(BATCH):
        kind = chance.choices(["on", "touch", "double", "point", "key", "back", "swipe"], [22, 32, 10, 10, 18, 4, 4])[0]
        first = chance.choice(KEYS) if kind == "key" else chance.random()
        yield [kind, first, chance.random()]


def test_ten_thousand_touches_take_only_legal_edges(live):
    chance = random.Random(SEED)
    machine = live.stage.machine
    machine.random.seed(SEED)
    # The terminal goes on while the page still shows the screen before: such an act comes too late, and is refused.
    live.expected_errors = ("status of 409",)
    for round_ in range(EVENTS // BATCH):
        text, path = live.page.evaluate(PLAY, list(events(chance)))
        assert path == "/kiosk", f"left the kiosk in round {round_} (seed {SEED})"
        assert "try again" not in text.lower(), f"round {round_} (seed {SEED})"
        # Touches of the batch may still be on their way: two that change the screen at once would give it one id twice.
        with live.stage.lock:
            if machine.screen["name"] in MONEY_MOVES | {"printing"} and chance.random() < 0.7:
                machine.happen()
            if machine.screen["name"] == "operator_pin" and chance.random() < 0.5:
                machine.act("back", None)
        caught_up(live)
    caught_up(live)
    visited = {edge[0] for edge in machine.trace}
    assert visited >= {"attract", "home", "find", "catalogue", "review", "tip", "pay", "receipt", "thanks"}, visited
    assert machine.paid > 0


def caught_up(live):
    """Whatever happened, the page ends at the screen where the machine is."""
    for _ in range(500):
        shown = live.page.get_attribute("#kiosk", "data-revision")
        if shown == str(live.stage.document["revision"]):
            return
        live.page.wait_for_timeout(20)
    raise AssertionError(f"the page shows revision {shown}, the machine is at {live.stage.document['revision']}")


def test_the_back_button_stays_in_the_kiosk(live):
    live.page.click("[data-act=begin]")
    live.page.wait_for_selector("#kiosk[data-screen=home]")
    for _ in range(6):
        live.page.go_back()
        assert live.page.url.endswith("/kiosk")
    assert live.screen == "home"


def test_a_swipe_scrolls_nothing_but_lists(live):
    live.page.evaluate("""() => { window.scrollTo(0, 500); document.body.scrollTo(0, 500); }""")
    assert live.page.evaluate("[scrollX, scrollY, document.body.scrollTop]") == [0, 0, 0]
    style = live.page.evaluate("(() => { const s = getComputedStyle(document.documentElement); return [s.overscrollBehaviorX, s.overflowY, s.touchAction]; })()")
    assert style == ["none", "hidden", "manipulation"]


def test_nothing_can_be_selected_or_asked_for_by_a_menu(live):
    assert live.page.evaluate("getComputedStyle(document.body).userSelect") == "none"
    assert live.page.evaluate("""() => { const e = new MouseEvent("contextmenu", { bubbles: true, cancelable: true }); document.body.dispatchEvent(e); return e.defaultPrevented; }""")
