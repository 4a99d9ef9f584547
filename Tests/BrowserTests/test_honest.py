"""The screens that tell a customer what is not as usual, each reached before a real `till serve` whose devices or shop are so."""
import json
import time
import urllib.error
import urllib.request

import pytest

from at import At, needs_a_till

pytestmark = needs_a_till

QUICK = {"timing": {"card_delay": 0.3, "step_delay": 0.02, "host_delay": 0.1}}
SLOW = {"timing": {"card_delay": 3, "step_delay": 0.05, "host_delay": 0.2}}
WAYS_TO_PAY = "[data-act=pay], [data-act=again], [data-act=start], [data-act=begin]"


def in_doubt_soon():
    """A kiosk that leaves a silent terminal alone soon, so that a person may say what its journal shows."""
    def before(service):
        configuration = service.here / "till.toml"
        configuration.write_text(configuration.read_text().replace('name = "counter"\n', 'name = "counter"\ncard_phase = 2\n'))
    return {"before": before, "tables": "\n[policy]\ngive_up_after = 3\n"}


def settle_in_part(at):
    """Somebody reads in the terminal's journal that less was charged than was due."""
    for _ in range(60):
        try:
            return at.service.till("settle", "last", "--booked", "--receipt", "8", "--trace", "8", "--amount", "8.00", "--evidence", "printed journal")
        except AssertionError as refused:
            last = refused
            at.page.wait_for_timeout(1000)
    raise last


def scenario(timing=QUICK, **fields):
    return json.dumps(timing | fields)


def booked(at):
    """The amounts that the terminal holds as charged."""
    return [entry["amount_minor"] for entry in at.service.charged if entry["event"] == "booked"]


def no_way_to_pay(at):
    return at.page.locator(WAYS_TO_PAY).count() == 0


def test_a_tip_is_added_to_what_the_terminal_is_asked_for(chromium):
    with At(chromium, scenario()) as at:
        at.to_review()
        at.page.click("[data-act=pay]")
        at.until("tip")
        assert "€11.50" in at.text() and "€1.15" in at.text()
        at.page.click("[data-act=tip] >> text='10%'")
        at.until("receipt")
        assert "€12.65" in at.text() and "€1.15" in at.text()
        assert booked(at) == [1265]


def test_a_tip_can_be_typed_and_no_tip_is_a_choice_like_the_others(chromium):
    with At(chromium, scenario()) as at:
        at.to_review()
        at.page.click("[data-act=pay]")
        at.until("tip")
        at.page.keyboard.type("250", delay=120)
        at.page.wait_for_selector("text=€2.50")
        at.page.keyboard.press("Enter")
        at.until("receipt")
        assert booked(at) == [1400]


def test_an_order_that_the_shop_changes_meanwhile_is_shown_before_anything_is_charged(chromium):
    with At(chromium, scenario(), shop=[], tips="[]") as at:
        shop = at.service.shop
        order = shop.order()
        at.to_review(str(order))
        before = at.page.inner_text(".sum.total strong")
        shop.add_to(order)
        at.page.click("[data-act=pay]")
        at.until("order_changed")
        now = int(float(shop.ask("GET", f"orders/{order}")["total"]) * 100 + 0.5)
        assert before in at.text() and f"€{now / 100:.2f}" in at.text()
        assert booked(at) == []
        at.page.click("[data-act=accept]")
        at.until("receipt")
        assert booked(at) == [now] and f"€{now / 100:.2f}" in at.text()


def test_an_order_that_changes_while_a_tip_is_chosen_is_shown_too(chromium):
    with At(chromium, scenario(), shop=[]) as at:
        shop = at.service.shop
        order = shop.order()
        at.to_review(str(order))
        at.page.click("[data-act=pay]")
        at.until("tip")
        shop.add_to(order)
        at.page.click("[data-act=none]")
        if at.until("order_changed", "receipt") == "receipt":
            # The payment had what the customer has seen, and no other amount.
            assert f"€{booked(at)[0] / 100:.2f}" in at.text()
        else:
            assert booked(at) == []


def test_a_printer_without_paper_is_told_before_paying_and_one_may_go_on(chromium):
    with At(chromium, scenario(), tips="[]") as at:
        at.to_review()
        at.service.printer("paper-out")
        at.page.click("[data-act=pay]")
        at.until("printer_empty")
        assert "paper" in at.text().lower() and booked(at) == []
        at.page.click("[data-act=go_on]")
        at.until("receipt")
        assert at.page.locator("[data-act=print]:not([aria-disabled=true])").count() == 0, "no paper is promised"
        assert booked(at) == [1150]
        at.page.click("[data-act=show]")
        at.until("qr")


@pytest.mark.parametrize("fault", ["paper-out", "paper-out-at-row:100", "cover-open"])
def test_a_printer_that_stops_after_paying_is_told_and_leaves_the_other_ways(chromium, fault):
    with At(chromium, scenario(), tips="[]") as at:
        at.to_review()
        at.pay()
        at.until("receipt")
        at.service.printer(fault)
        at.page.click("[data-act=print]")
        at.until("printing")
        state = at.until_state("waiting", "failed")
        assert "again" not in at.text().lower() and at.page.locator("[data-act=pay], [data-act=again]").count() == 0
        at.page.click("[data-act=show]")
        at.until("qr")
        pages = len(at.service.pages)
        at.service.printer("mend")
        if state == "waiting":
            # What stands still in its middle goes on, and then the receipt is whole.
            for _ in range(300):
                if len(at.service.pages) > pages:
                    break
                at.page.wait_for_timeout(100)
            assert len(at.service.pages) > pages
        assert booked(at) == [1150]


def test_a_part_that_was_charged_is_told_and_no_second_payment_is_offered(chromium):
    with At(chromium, "silent-after-command", tips="[]", **in_doubt_soon()) as at:
        at.to_review()
        at.pay()
        at.until("doubt", patience=180_000)
        settle_in_part(at)
        at.until("partial")
        assert "€8.00" in at.text() and "€3.50" in at.text() and "staff" in at.text()
        assert at.page.locator("[data-act=pay], [data-act=again]").count() == 0
        assert at.service.state()["screen"]["open"]["minor"] == 350
        at.page.click("[data-act=accept]")
        at.until("receipt")
        assert "€8.00" in at.text()


def test_a_terminal_that_books_less_than_was_asked_takes_it_back(chromium):
    with At(chromium, scenario(faults={"booked_amount_error": -350}), tips="[]") as at:
        at.to_review()
        at.pay()
        at.until("doubt")
        assert no_way_to_pay(at)
        assert [entry["event"] for entry in at.service.charged if entry["event"] in ("booked", "reversed")] == ["booked", "reversed"]


@pytest.mark.parametrize("given, end", [("given", "receipt"), ("none", "declined")])
def test_goods_are_waited_for_and_only_what_was_given_is_paid(chromium, given, end):
    with At(chromium, scenario(), goods="true", tips="[]") as at:
        at.to_review()
        at.pay()
        at.until("goods")
        assert at.page.locator(".main button, .footer button").count() == 0, "there is nothing to press"
        at.service.till("goods", "last", given)
        at.until(end)
        if given == "given":
            assert booked(at) == [1150] and "€11.50" in at.text()
        else:
            assert "not charged" in at.text().lower()


def test_a_shop_that_goes_away_under_the_card_is_told_later_and_says_so(chromium):
    with At(chromium, scenario(SLOW), shop=[], tips="[]") as at:
        shop = at.service.shop
        order = shop.order()
        at.to_review(str(order))
        at.pay()
        at.until("pay")
        shop.obey("dropped")
        at.until("receipt")
        at.page.wait_for_selector(".notices >> text=shop")
        at.page.click("[data-act=none]")
        at.until("thanks")
        assert "shop" in at.text().lower(), "the shop will be told later"
        assert shop.obey("mend") is None
        for _ in range(600):
            if shop.ask("GET", f"orders/{order}")["status"] == "processing":
                break
            at.page.wait_for_timeout(100)
        assert shop.ask("GET", f"orders/{order}")["status"] == "processing"
        at.page.wait_for_function("() => document.querySelector('.notices') === null", timeout=60_000)


def test_a_shop_that_is_away_is_no_order_that_does_not_exist(chromium):
    with At(chromium, scenario(), shop=[]) as at:
        shop = at.service.shop
        order = shop.order()
        shop.obey("dropped")
        at.until("attract")
        at.page.click("[data-act=begin]")
        at.until("find")
        at.page.keyboard.type(str(order), delay=120)
        at.page.keyboard.press("Enter")
        assert at.until_state("failed", "not_found") == "failed"
        assert "shop" in at.text().lower()
        shop.obey("mend")
        at.page.keyboard.press("Enter")
        at.until("review")


def test_a_terminal_that_goes_away_before_paying_is_told_and_pays_when_it_is_back(chromium):
    with At(chromium, scenario(), tips="[]") as at:
        at.to_review()
        at.service.unplug_terminal()
        at.page.click("[data-act=pay]")
        at.until("terminal_away", patience=120_000)
        assert "not charged" in at.text().lower() or "nothing" in at.text().lower()
        at.service.plug_in_terminal(at.service.scenario)
        at.page.click("[data-act=back]")
        at.until("review")
        at.pay()
        if at.until("receipt", "terminal_away", patience=120_000) == "terminal_away":
            # The service had not noticed yet that it is back.
            at.page.click("[data-act=back]")
            at.until("review")
            at.pay()
            at.until("receipt", patience=120_000)
        assert booked(at) == [1150]


def ready(at):
    """What /readyz says: whether a payment could begin, and why not."""
    try:
        with urllib.request.urlopen(f"{at.service.origin}/readyz", timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


def test_square204_within_a_minute_it_is_known_that_the_terminal_is_away_and_that_it_is_back(chromium):
    """Nobody touches anything: the page and /readyz follow what the terminal itself has told at most a minute ago."""
    with At(chromium, scenario()) as at:
        at.until("attract")
        assert ready(at)[0] == 200
        began = time.monotonic()
        at.service.unplug_terminal()
        at.until("out_of_service", patience=120_000)
        assert time.monotonic() - began < 75, "an answer of the terminal is at most a minute old"
        code = at.service.state()["screen"]["code"]
        assert code in at.text(), "the staff is told by its code"
        assert ready(at)[0] == 503 and code in ready(at)[1]
        assert at.page.locator(".main button, .footer button").count() == 0
        at.service.plug_in_terminal(at.service.scenario)
        began = time.monotonic()
        at.until("attract", patience=120_000)
        assert time.monotonic() - began < 75 and ready(at)[0] == 200


@pytest.mark.parametrize("what, screen, words", [
    ("away", "terminal_away", "is not answering"), ("no-card", "cancelled", "at the card terminal"), ("cancel", "cancelled", "You"),
    ("decline", "declined", "declined"), ("silent-after-command", "doubt", "do not pay again"),
])
def test_square204_why_a_payment_was_not_made_is_told_apart(chromium, what, screen, words):
    """Never asked, no card, given up at the page, refused by the bank, and not known: no two of them look alike."""
    plays = {"away": scenario(), "cancel": scenario({"timing": {"card_delay": 30}})}.get(what, json.dumps({"based_on": what} | QUICK))
    with At(chromium, plays, tips="[]") as at:
        at.to_review()
        if what == "away":
            at.service.unplug_terminal()
        at.pay()
        if what == "cancel":
            at.page.click("[data-act=cancel]")
        at.until(screen, patience=180_000)
        assert words in at.text(), at.text()
        assert booked(at) == []
        if screen != "doubt":
            assert "not charged" in at.text()
        if what == "away":
            assert at.service.charged == [], "the terminal was asked for nothing"


def test_sumup_ios_sdk190_receipts_of_a_terminal_that_could_print_come_out_of_the_tills_printer(chromium):
    with At(chromium, json.dumps({"profile": "prints-by-line"} | QUICK), tips="[]") as at:
        at.to_review()
        at.pay()
        at.until("receipt")
        at.page.click("[data-act=print]")
        at.until("printing")
        at.until_state("printed", "unconfirmed")
        assert len(at.service.pages) == 1
        # What the terminal wanted to print is in the till's store, from where it is printed, marked and repeated.
        assert at.service.till("receipts", "list").count("rcp-") == 2
        at.service.till("reprint", "last")
        assert len(at.service.pages) == 2


def test_sumup_ios_sdk190_a_terminal_that_prints_the_receipt_is_named_for_it(chromium):
    with At(chromium, json.dumps({"based_on": "approve"} | QUICK), tips="[]", reader='receipts = "terminal"') as at:
        # Paper of the till's printer is nothing that such a payment needs.
        at.service.printer("paper-out")
        at.to_review()
        at.pay()
        at.until("receipt")
        assert "comes out of the card terminal" in at.text(), at.text()
        assert at.page.query_selector("[data-act=print]") is None
        assert at.service.pages == []
        at.page.click("[data-act=none]")
        at.until("thanks")
        assert "1 print" in at.service.till("receipts", "list")


def test_a_doubt_ends_by_itself_when_the_terminal_can_be_asked_again(chromium):
    # What the terminal tells is believed once its card phase must be over.
    with At(chromium, json.dumps({"based_on": "cable-pull"} | QUICK), tips="[]", before=in_doubt_soon()["before"]) as at:
        at.to_review()
        at.pay()
        at.until("doubt", patience=120_000)
        assert "do not pay again" in at.text() and no_way_to_pay(at)
        at.until("receipt", patience=180_000)
        assert booked(at) == [1150] and "€11.50" in at.text()


def test_a_doubt_that_nobody_can_end_stays_and_offers_nothing(chromium):
    with At(chromium, "silent-after-command", tips="[]") as at:
        at.to_review()
        at.pay()
        at.until("doubt", patience=120_000)
        at.service.unplug_terminal()
        at.page.wait_for_timeout(2000)
        at.service.plug_in_terminal("approve")
        # It has nothing of the payment in its journal; that it was not at work on it is not proved by that.
        at.page.wait_for_timeout(8000)
        assert at.watched.screen == "doubt" and no_way_to_pay(at) and booked(at) == []
