"""The page before a real `till serve` with simulated devices. TILL_BINARY names the program; without it these tests are skipped."""
from at import AWAY, At, needs_a_till, with_ada

pytestmark = needs_a_till


def test_an_order_is_found_paid_and_printed(chromium):
    with At(chromium) as at:
        at.to_pay()
        at.until("receipt")
        assert at.page.inner_text("h1") == "Paid. Thank you!"
        at.page.click("[data-act=print]")
        at.until("printing")
        at.page.wait_for_selector("#kiosk[data-state=printed], #kiosk[data-state=unconfirmed]", timeout=60_000)
        assert list((at.service.here / "paper").iterdir()), "no paper came"


def test_the_shops_name_is_painted_and_the_state_is_here_before_any_script_runs(chromium):
    with At(chromium) as at:
        at.until("attract")
        asked = []
        without = chromium.new_context(java_script_enabled=False, viewport={"width": 1080, "height": 1920})
        page = without.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{at.service.origin}/kiosk")
        assert page.inner_text("h1") == "Café Morgenrot"
        assert page.locator("h1").evaluate("(title) => getComputedStyle(title.closest('.main')).opacity") == "1"
        without.close()
        again = at.watched.context.new_page()
        again.on("request", lambda request: asked.append(request.url))
        again.goto(f"{at.service.origin}/kiosk")
        again.wait_for_selector("#kiosk[data-screen=attract]", state="attached")
        assert not any(url.endswith("/kiosk/state") for url in asked), asked


def test_the_receipt_is_shown_as_a_code(chromium):
    with At(chromium) as at:
        at.to_pay()
        at.until("receipt")
        at.page.click("[data-act=show]")
        at.until("qr")
        at.page.wait_for_function("() => document.querySelector('.code-frame img').naturalWidth > 0")
        at.page.click("[data-act=done]")
        at.until("thanks")


def test_a_declined_card_is_told_and_another_one_may_pay(chromium):
    with At(chromium, "decline") as at:
        at.to_pay()
        at.until("declined")
        assert "was not charged" in at.page.inner_text(".main")
        assert at.page.locator("[data-act=again]").count() == 1


def test_whoever_cancels_at_the_terminal_is_told_that_nothing_was_charged(chromium):
    with At(chromium, "customer-cancel") as at:
        at.to_pay()
        at.until("cancelled", "declined")
        assert "was not charged" in at.page.inner_text(".main")


def test_a_terminal_that_falls_silent_leads_to_doubt_and_to_no_second_payment(chromium):
    with At(chromium, "silent-after-command") as at:
        at.to_pay()
        at.until("doubt", "declined", "cancelled", "receipt", "terminal_away", patience=120_000)
        if at.watched.screen == "doubt":
            assert "do not pay again" in at.page.inner_text(".main")
            assert at.page.locator("[data-act=pay], [data-act=again], [data-act=start]").count() == 0


def settled_by_mistake(service):
    """Ada has a PIN, and a payment whose terminal fell silent was settled as booked."""
    # A person may say what the terminal's journal shows as soon as its card phase must be over.
    configuration = service.here / "till.toml"
    configuration.write_text(configuration.read_text().replace('name = "counter"\n', 'name = "counter"\ncard_phase = 2\n'))
    with_ada(service)
    service.till("pay", "--order", "1042", "--reader", "counter", "--printer", "receipts", "--give-up-after", "3", code=5)
    service.till("settle", "last", "--booked", "--receipt", "8", "--trace", "8", "--amount", "11.50")


def test_what_was_said_by_mistake_is_taken_back_at_the_kiosk(chromium):
    with At(chromium, "silent-after-command", before=settled_by_mistake) as at:
        service = at.service
        at.until("attract", "out_of_service")
        at.sign_in()
        at.page.click(".operator-tile >> text='Payments'")
        at.until("operator_payments")
        at.page.click("[data-act=payment]")
        at.until("operator_payment")
        at.page.click("[data-act=settlement]")
        at.until("operator_settlement")
        at.page.wait_for_selector("text=in doubt again")
        at.page.click("[data-act=answer]")
        at.page.click(".chips >> text='Typed by mistake'")
        at.page.click("[data-act=submit]:not([aria-disabled=true])")
        at.page.click("text='Yes, take it back'")
        at.until("operator_payment", patience=120_000)
        at.page.wait_for_selector("text=withdrew what was typed: Typed by mistake")
        assert "Ada" in at.page.inner_text(".time-line")
        assert at.page.locator("[data-act=settlement]").count() == 0
        why = service.till("why", "last", "--json")
        assert '"outcome" : "in_doubt"' in why or '"outcome":"in_doubt"' in why, why


def test_an_order_that_is_not_there_is_told(chromium):
    with At(chromium) as at:
        at.until("attract")
        at.page.click("[data-act=begin]")
        if at.until("home", "find") == "home":
            at.page.click("[data-act=find]")
        at.until("find")
        at.page.keyboard.type("9999", delay=120)
        at.page.keyboard.press("Enter")
        at.page.wait_for_selector("#kiosk[data-state=not_found]", timeout=30_000)


def test_a_service_killed_on_each_screen_comes_back_to_a_true_one(chromium):
    with At(chromium) as at:
        at.watched.expected_errors = AWAY
        at.to_review()
        at.service.kill()
        at.service.begin()
        # A bill is not kept: nothing was paid for it.
        at.to_review()
        at.page.click("[data-act=pay]")
        if at.until("tip", "pay") == "tip":
            at.page.click("[data-act=none]")
            at.until("pay")
        # The terminal has begun.
        for _ in range(300):
            if at.service.state()["screen"].get("phase") == "authorising":
                break
            at.page.wait_for_timeout(100)
        at.service.kill()
        at.service.begin()
        # What the terminal had begun is found out; what it had not begun is not charged.
        at.until("receipt", "thanks", "doubt", "declined", "cancelled", patience=120_000)


def test_woo_ios14953_a_page_that_was_cut_off_on_each_screen_pays_afterwards(chromium):
    with At(chromium) as at:
        at.watched.expected_errors = AWAY

        def cut():
            """The page's network alone: the service, its terminal and its shop go on."""
            at.watched.context.set_offline(True)
            at.page.wait_for_timeout(300)
            at.watched.context.set_offline(False)
        at.until("attract")
        cut()
        at.to_review()
        cut()
        at.page.click("[data-act=pay]")
        if at.until("tip", "pay") == "tip":
            cut()
            at.page.click("[data-act=none]")
            at.until("pay")
        cut()
        at.until("receipt", patience=120_000)
        cut()
        at.page.click("[data-act=none]")
        at.until("thanks")
        cut()
        at.page.click("[data-act=begin]")
        at.to_pay("1043")
        at.until("receipt", patience=120_000)
        at.page.click("[data-act=start]")
        at.until("attract")


def test_a_second_tab_and_a_reload_show_what_the_first_shows(chromium):
    with At(chromium) as at:
        at.to_review()
        second = at.watched.open()
        assert second.inner_text("h1") == at.page.inner_text("h1")
        at.page.reload()
        at.until("review")
        second.click("[data-act=start]")
        at.until("attract")


def test_languages_and_looks_are_those_of_the_service(chromium):
    with At(chromium) as at:
        at.until("attract")
        at.page.click("[data-act=language][lang=ar]")
        at.page.wait_for_function("() => document.documentElement.dir === 'rtl'")
        assert at.service.state()["language"] == "ar"
        for act, value in [("text_size", 150), ("appearance", "contrast"), ("reach", "low"), ("speech", True)]:
            screen = at.service.state()["screen"]["id"]
            answer = at.page.evaluate("""([screen, act, value]) => fetch("/kiosk/act", { method: "POST", headers: { "Content-Type": "application/json" },
                body: JSON.stringify({ screen, act, value }) }).then((answer) => answer.status)""", [screen, act, value])
            assert answer == 200, act
        at.page.wait_for_function("() => document.documentElement.dataset.appearance === 'contrast' && document.documentElement.dataset.text === '150'")


def test_an_unruly_hand_takes_only_legal_edges(chromium):
    import random

    from test_monkey import BATCH, EVENTS, PLAY, SEED, events
    chance = random.Random(SEED)
    with At(chromium) as at:
        # An act that comes too late, or that the screen does not take, is refused.
        at.watched.expected_errors = ("status of 409", "status of 422")
        at.until("attract")
        for round_ in range(min(EVENTS, 2500) // BATCH):
            text, path = at.page.evaluate(PLAY, list(events(chance)))
            assert path == "/kiosk" and "try again" not in text.lower(), f"round {round_} (seed {SEED})"
        at.page.wait_for_timeout(1500)
        assert at.page.get_attribute("#kiosk", "data-screen") == at.service.screen
