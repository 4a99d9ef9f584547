"""What staff does behind the PIN of a real `till serve`: of each act its effect is looked at, in the terminal's journal, on the printer's
paper, in the shop or in the till's own journal, and not only what the screen says."""
import json

import pytest

from at import At, needs_a_till, with_ada

pytestmark = needs_a_till

QUICK = json.dumps({"timing": {"card_delay": 0.3, "step_delay": 0.02, "host_delay": 0.1}})
SLOW = json.dumps({"timing": {"card_delay": 3, "step_delay": 0.05, "host_delay": 0.2}})


def events(at, name):
    return [entry for entry in at.service.charged if entry["event"] == name]


def waits(at, is_so, what, patience=600):
    for _ in range(patience):
        if is_so():
            return
        at.page.wait_for_timeout(100)
    raise AssertionError(f"{what}: {at.text()}")


def confirmed(at, act):
    """Touches a button that asks first, and says yes."""
    at.page.click(f"[data-act={act}]")
    at.page.click("[data-answer=yes]")


def paid(service, number="1042"):
    with_ada(service)
    service.till("pay", "--order", number, "--reader", "counter", "--printer", "receipts")


def settled(at):
    at.until_state("ready", patience=120_000)


def test_a_test_page_and_the_drawer_reach_the_printer(chromium):
    with At(chromium, QUICK, before=with_ada) as at:
        at.until("attract")
        at.sign_in()
        at.open("Devices")
        at.page.click("[data-act=test_page]")
        waits(at, lambda: len(at.service.pages) == 1, "no test page")
        settled(at)
        assert at.page.locator(".problem").count() == 0
        at.page.click("[data-act=drawer]")
        waits(at, lambda: "drawer on pin" in at.service.printer_log.read_text(), "the drawer was not told")


def test_what_is_wrong_with_a_device_is_said_with_its_cure(chromium):
    with At(chromium, QUICK, before=with_ada) as at:
        at.until("attract")
        at.service.printer("paper-out")
        at.sign_in()
        at.open("Devices")
        at.page.click("[data-act=test_page]")
        at.page.wait_for_selector(".problem, .finding", timeout=60_000)
        assert "paper" in at.text().lower()
        settled(at)
        assert at.service.pages == []
        at.service.printer("mend")


def test_a_terminal_is_diagnosed_and_registered(chromium):
    with At(chromium, QUICK, before=with_ada) as at:
        at.until("attract")
        at.sign_in()
        at.open("Devices")
        at.page.click("[data-act=diagnose]")
        waits(at, lambda: events(at, "diagnosed"), "the terminal was not asked")
        settled(at)
        confirmed(at, "register")
        settled(at)
        assert at.page.locator(".problem").count() == 0


def to_payment(at):
    at.until("attract")
    at.sign_in()
    at.open("Payments")
    at.page.click("[data-act=payment] >> nth=0")
    at.until("operator_payment")
    settled(at)


def test_a_refund_of_a_part_goes_back_once_with_the_operators_name(chromium):
    with At(chromium, QUICK, before=paid) as at:
        to_payment(at)
        at.page.keyboard.type("350", delay=120)
        at.page.wait_for_selector("text=/Refund .*3[.]50/")
        confirmed(at, "refund")
        waits(at, lambda: events(at, "refunded"), "nothing was given back")
        settled(at)
        assert [entry["amount_minor"] for entry in events(at, "refunded")] == [350]
        assert len(events(at, "booked")) == 1
        why = at.service.till("why", "last", "--json")
        assert "Ada" in why and "350" in why, why


def paid_before_declines(service):
    """A payment whose terminal declines whatever it is asked afterwards."""
    paid(service)
    service.unplug_terminal()
    service.plug_in_terminal("decline")


def test_a_refund_that_is_declined_says_so_and_leaves_all_of_it_to_refund(chromium):
    with At(chromium, QUICK, before=paid_before_declines) as at:
        to_payment(at)
        assert "€11.50" in at.page.inner_text("[data-act=refund]")
        confirmed(at, "refund")
        at.page.wait_for_selector(".giving-back >> text=Declined", timeout=120_000)
        assert not events(at, "refunded")
        settled(at)
        assert "€11.50" in at.page.inner_text("[data-act=refund]"), "it can be tried again"


def test_what_is_left_is_asked_about_and_refunded(chromium):
    with At(chromium, QUICK, before=paid) as at:
        to_payment(at)
        at.page.keyboard.type("100", delay=120)
        at.page.wait_for_selector("text=/Refund .*1[.]00/")
        confirmed(at, "refund")
        at.page.wait_for_selector(".giving-back >> text=Done", timeout=120_000)
        at.page.wait_for_selector("text=/Refund .*10[.]50/")
        at.page.click("[data-act=refund]")
        assert "10.50" in at.page.inner_text(".dialogue")
        at.page.click("[data-answer=yes]")
        waits(at, lambda: len(events(at, "refunded")) == 2, "the rest was not given back")
        assert [entry["amount_minor"] for entry in events(at, "refunded")] == [100, 1050]


def test_a_payment_is_reversed_at_its_terminal(chromium):
    with At(chromium, QUICK, before=paid) as at:
        to_payment(at)
        confirmed(at, "reverse")
        waits(at, lambda: events(at, "reversed"), "it was not reversed")
        assert [entry["amount_minor"] for entry in events(at, "reversed")] == [1150]
        waits(at, lambda: '"reversal"' in at.service.till("why", "last", "--json") or "Ada" in at.service.till("why", "last", "--json"), "nobody did it")
        at.page.click("[data-act=back]")
        at.page.wait_for_selector("text=Reversal", timeout=60_000)


def test_a_receipt_is_printed_again_as_a_duplicate(chromium):
    with At(chromium, QUICK, before=paid) as at:
        to_payment(at)
        waits(at, lambda: len(at.service.pages) >= 1, "the payment has printed none")
        before = len(at.service.pages)
        at.page.click("[data-act=reprint]")
        waits(at, lambda: len(at.service.pages) == before + 1, "no second page")
        settled(at)
        bytes_ = sorted((at.service.here / "paper").glob("*.escpos"))
        assert bytes_[-1].read_bytes() != bytes_[0].read_bytes(), "a second page is marked"
        assert "Ada" in at.service.till("why", "last", "--json")


def unprinted(at):
    """A customer has paid, and the receipt waits for paper."""
    at.to_review()
    at.pay()
    at.until("receipt")
    at.service.printer("paper-out-at-row:100")
    at.page.click("[data-act=print]")
    at.until("printing")
    at.until_state("waiting", "failed")
    at.page.click("[data-act=done]")
    at.until("thanks")


def test_a_receipt_that_waits_is_printed_when_staff_asks_for_it(chromium):
    with At(chromium, QUICK, before=with_ada, tips="[]") as at:
        unprinted(at)
        at.sign_in()
        at.open("Receipts that wait")
        at.page.wait_for_selector("text=1042")
        before = len(at.service.pages)
        at.service.printer("mend")
        # It goes on by itself as soon as there is paper; whoever asks for it meanwhile gets it no second time unmarked.
        if at.page.locator("[data-act=print]").count():
            at.page.click("[data-act=print]")
        waits(at, lambda: len(at.service.pages) > before, "the receipt did not come")
        at.page.click("[data-act=back]")
        at.until("operator_home")
        settled(at)
        at.open("Receipts that wait")
        assert "No receipt is waiting." in at.text()


def test_a_receipt_that_somebody_does_without_is_printed_no_more(chromium):
    def without_paper(service):
        with_ada(service)
        service.printer("paper-out-at-row:100")
        service.till("pay", "--order", "1042", "--reader", "counter", "--printer", "receipts", "--give-up-after", "5", code=9)
        service.printer("cover-open")
    with At(chromium, QUICK, before=without_paper) as at:
        at.until("attract", "out_of_service")
        at.sign_in()
        at.open("Receipts that wait")
        at.page.wait_for_selector("text=1042")
        if at.page.locator("[data-act=waive]").count() == 0:
            pytest.skip("it is being printed already")
        confirmed(at, "waive")
        at.page.wait_for_selector("text=No receipt is waiting.", timeout=60_000)
        before = len(at.service.pages)
        at.service.printer("mend")
        at.page.wait_for_timeout(3000)
        assert len(at.service.pages) <= before + 1, "at most the torn page comes out"
        assert "Ada" in at.service.till("why", "last", "--json")


def test_the_day_is_ended_and_the_books_agree(chromium):
    with At(chromium, QUICK, before=paid) as at:
        at.until("attract")
        at.sign_in()
        at.open("End of day")
        confirmed(at, "end")
        waits(at, lambda: events(at, "end-of-day"), "the terminal was not asked")
        at.page.wait_for_selector(".card table", timeout=120_000)
        settled(at)
        assert [entry["amount_minor"] for entry in events(at, "end-of-day")] == [1150]
        assert at.page.locator("tbody tr.marked").count() == 0 and "€11.50" in at.text()


def by_the_terminals_journal(change):
    """A payment, after which the terminal's own journal is changed as if it had happened without the till."""
    def before(service):
        paid(service)
        service.unplug_terminal()
        journal = service.here / "terminal-data" / "terminal-journal.jsonl"
        lines = [json.loads(line) for line in journal.read_text().splitlines()]
        journal.write_text("".join(json.dumps(line) + "\n" for line in change(lines)))
        service.plug_in_terminal(service.scenario)
    return before


def with_one_more(lines):
    booked = next(line for line in lines if line["event"] == "booked")
    more = booked | {"number": lines[-1]["number"] + 1, "receipt": booked["receipt"] + 1, "trace": booked["trace"] + 50, "amount_minor": 700}
    return [*lines, more, more | {"number": more["number"] + 1, "event": "confirmed"}]


def with_less(lines):
    return [line | {"amount_minor": 450} if line["event"] in ("booked", "confirmed") else line for line in lines]


def to_the_books(at):
    at.until("attract", patience=120_000)
    at.sign_in()
    at.open("End of day")
    confirmed(at, "end")
    at.page.wait_for_selector(".card table", timeout=120_000)
    settled(at)


def test_a_payment_that_was_started_at_the_terminal_is_named_and_the_books_agree(chromium):
    with At(chromium, QUICK, before=by_the_terminals_journal(with_one_more)) as at:
        to_the_books(at)
        shown = at.text()
        assert "€18.50" in shown and "€11.50" in shown and "The three books agree." in shown and "started at the terminal" in shown
        assert at.page.locator("tbody tr.marked").count() == 0, "what is explained is not marked as a contradiction"


def test_a_day_that_differs_says_what_to_do(chromium):
    with At(chromium, QUICK, before=by_the_terminals_journal(with_less)) as at:
        to_the_books(at)
        assert "€4.50" in at.text() and "€11.50" in at.text()
        assert at.page.locator("tbody tr.marked").count() > 0
        assert at.page.locator(".finding .remedy").count() > 0, f"what to do about it: {at.text()}"


def doubted(service):
    """A payment whose terminal fell silent."""
    configuration = service.here / "till.toml"
    configuration.write_text(configuration.read_text().replace('name = "counter"\n', 'name = "counter"\ncard_phase = 2\n'))
    with_ada(service)
    service.till("pay", "--order", "1042", "--reader", "counter", "--printer", "receipts", "--give-up-after", "3", code=5)


def to_doubt(at):
    at.until("attract", "out_of_service")
    at.sign_in()
    # The service asks the terminal first, for as long as it is told to; until then it is no doubt, but work that goes on.
    for _ in range(120):
        at.open("Payments in doubt")
        if at.page.locator("[data-act=doubt]").count():
            break
        at.page.wait_for_timeout(500)
        at.page.click("[data-act=back]")
        at.until("operator_home")
        settled(at)
    at.page.click("[data-act=doubt]")
    at.until("operator_doubt")
    settled(at)


def type_number(at, number):
    at.page.keyboard.type(number, delay=150)
    at.page.click("[data-act=submit]:not([aria-disabled=true])")


def test_a_doubt_is_settled_by_the_terminals_journal_step_by_step(chromium):
    with At(chromium, "silent-after-command", before=doubted, tables="\n[policy]\ngive_up_after = 3\n") as at:
        to_doubt(at)
        at.page.click("text='Settle it by the terminal’s journal'")
        at.page.click("text='It is there as booked'")
        for number in ("8", "9", "1150"):
            at.page.wait_for_selector(".number-field")
            at.page.wait_for_timeout(400)
            type_number(at, number)
        at.page.click(".chips >> text='Printed journal'")
        at.page.click("[data-act=submit]:not([aria-disabled=true])")
        while at.page.locator("[data-act=confirm]").count() == 0:
            # Whether the numbers began anew, and the like.
            if at.page.locator("[data-act=answer]").count():
                at.page.click("[data-act=answer] >> text='No'")
            at.page.wait_for_timeout(300)
        shown = at.text()
        assert "€11.50" in shown and "Printed journal" in shown
        at.page.click("[data-act=confirm]")
        at.page.wait_for_selector("text=This is settled.", timeout=120_000)
        why = at.service.till("why", "last", "--json")
        assert '"approved"' in why and "Ada" in why and "Printed journal" in why, why


def refused_delivery(at):
    """The shop has cancelled an order under the customer's card: what it is told then is set aside."""
    shop = at.service.shop
    order = shop.order()
    at.to_review(str(order))
    at.pay()
    at.until("pay")
    shop.ask("PUT", f"orders/{order}", {"status": "cancelled"})
    at.until("receipt")
    at.page.click("[data-act=none]")
    at.until("thanks")
    waits(at, lambda: "order.changed" in at.service.till("outbox", "list", "--json") or "refus" in at.service.till("outbox", "list", "--json"),
          "nothing was set aside")
    at.sign_in()
    at.open("News for the shop")
    return order


def test_a_message_that_the_shop_did_not_take_is_written_all_the_same(chromium):
    with At(chromium, SLOW, before=with_ada, shop=[], tips="[]") as at:
        order = refused_delivery(at)
        at.page.wait_for_selector(f"text={order}")
        at.page.click("[data-act=delivery]")
        at.until("operator_delivery")
        settled(at)
        confirmed(at, "anyway")
        waits(at, lambda: at.service.shop.ask("GET", f"orders/{order}")["status"] == "processing", "the shop was not told")
        assert at.service.till("outbox", "list", "--json").count(str(order)) == 0


def test_a_message_that_was_seen_to_in_the_shop_is_called_done_with_what_was_done(chromium):
    with At(chromium, SLOW, before=with_ada, shop=[], tips="[]") as at:
        order = refused_delivery(at)
        at.page.click("[data-act=delivery]")
        at.until("operator_delivery")
        settled(at)
        at.page.click("text='It is done in the shop'")
        at.page.wait_for_selector(".chips")
        at.page.click(".chips [data-act=type]")
        at.page.click("[data-act=submit]:not([aria-disabled=true])")
        at.page.click("[data-act=confirm]")
        at.until("operator_deliveries", patience=120_000)
        waits(at, lambda: at.page.locator(".nothing").count() == 1, "something is left")
        assert str(order) not in at.service.till("outbox", "list", "--json")
        assert at.service.shop.ask("GET", f"orders/{order}")["status"] == "cancelled", "the till has written nothing"


def test_the_staffs_pages_speak_the_language_that_is_chosen_there(chromium):
    with At(chromium, QUICK, before=paid, languages='["ar", "en", "de"]') as at:
        at.until("attract")
        assert at.page.get_attribute("html", "lang") == "ar"
        at.page.click("[data-tool=display]")
        at.page.click("[data-act=staff]")
        at.until("operator_pin")
        at.page.keyboard.type("4071", delay=120)
        at.page.keyboard.press("Enter")
        at.until("operator_home")
        settled(at)
        at.page.click(".operator-tile >> nth=1")
        at.until("operator_payments")
        at.page.click("[data-act=payment]")
        at.until("operator_payment")
        settled(at)
        line = at.page.locator(".time-line bdi").first
        assert (line.get_attribute("lang"), line.get_attribute("dir")) == ("en", "ltr")
        english = line.inner_text()
        at.page.click("[data-tool=language]")
        offered = at.page.locator(".dialogue [data-act=language]").evaluate_all("(all) => all.map((one) => one.lang)")
        assert offered == ["en", "de"], "only languages in which the till explains itself"
        at.page.click(".dialogue [lang=de]")
        at.page.wait_for_selector("html[lang=de]", state="attached")
        at.page.wait_for_function("(before) => document.querySelector('.time-line bdi')?.textContent !== before", arg=english)
        assert at.page.locator(".time-line [lang]").count() == 0
        assert at.page.locator(".notices").count() == 0
