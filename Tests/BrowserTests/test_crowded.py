"""Bad luck before a real `till serve`: thousands of products, a catalogue that changes meanwhile, two kiosks on one order, and names that
break pages which trust them."""
import json

from at import At, needs_a_till
from service import Service
from stage import HOSTILE
from watch import Watched

pytestmark = needs_a_till

QUICK = json.dumps({"timing": {"card_delay": 0.3, "step_delay": 0.02, "host_delay": 0.1}})
SLOW = json.dumps({"timing": {"card_delay": 4, "step_delay": 0.05, "host_delay": 0.1}})
EACH_PAGE = 12
# The simulated shop has no picture of what was put into it: one is drawn instead.
NO_PICTURE = ("status of 404",)


def to_catalogue(at):
    at.watched.expected_errors = NO_PICTURE
    at.until("attract")
    at.page.click("[data-act=begin]")
    at.until("catalogue")
    at.until_state("ready", patience=120_000)


def heap(at):
    """What the page holds in memory, in bytes, once what it does not need is gone."""
    session = at.watched.context.new_cdp_session(at.page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    return session.send("Runtime.getHeapUsage")["usedSize"]


def turn(at, page):
    """To another page of the products, by the keys that are on the screen."""
    screen = at.service.state()["screen"]
    at.page.evaluate("""([screen, page]) => fetch("/kiosk/act", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ screen, act: "page", value: page }) })""", [screen["id"], page])
    for _ in range(600):
        now = at.service.state()["screen"]
        if now["page"] == page and now["state"] == "ready":
            break
        at.page.wait_for_timeout(50)
    at.page.wait_for_function("(name) => document.querySelector('.main').textContent.includes(name)", arg=now["products"][0]["name"])
    return now


def test_of_five_thousand_products_only_what_is_seen_is_fetched_and_kept(chromium):
    with At(chromium, QUICK, start="compose", shop=[]) as at:
        shop = at.service.shop
        categories = shop.fill(5000, ["Breads", "Cakes", "Drinks", "Soups"])
        asked = []
        at.page.on("request", lambda request: asked.append(request.url))
        to_catalogue(at)
        screen = at.service.state()["screen"]
        assert len(screen["products"]) <= EACH_PAGE and screen["pages"] > 400
        assert {category["name"] for category in screen["categories"]} >= {"Breads", "Cakes", "Drinks", "Soups"}
        turn(at, 2)
        before = heap(at)
        for page in [*range(3, 23), 200, screen["pages"] - 1, screen["pages"]]:
            assert len(turn(at, page)["products"]) <= EACH_PAGE
        assert heap(at) - before < 2_000_000, "the page keeps what it has shown"
        assert at.page.evaluate("document.querySelectorAll('*').length") < 1500
        pictures = [url for url in asked if "/kiosk/picture/" in url]
        assert len(pictures) <= 25 * EACH_PAGE
        # A category has its own pages, and a product of it can be had.
        at.page.click("[data-act=category] >> text='Soups'")
        at.page.wait_for_function("() => document.querySelector('.main').textContent.includes('Product 00003')", timeout=60_000)
        assert at.service.state()["screen"]["category"] == categories[3]
        at.page.click("text='Product 00003'")
        at.until("product")
        at.until_state("ready")
        at.page.click("[data-act=add]")
        at.until("catalogue")
        at.page.click("[data-act=review]")
        at.until("review")
        assert "Product 00003" in at.text() and "€4.50" in at.text()


def test_among_thousands_of_orders_one_is_found_by_its_number(chromium):
    with At(chromium, QUICK, shop=["--orders", "5000"], tips="[]") as at:
        order = at.service.shop.order()
        at.to_review(str(order))
        assert at.page.locator(".lines li, .line").count() >= 1
        at.page.click("[data-act=back]")
        at.until("find")
        at.page.click("[data-act=list]")
        at.until("orders")
        at.until_state("ready", patience=120_000)
        assert 0 < at.page.locator("[data-act=choose]").count() <= 50
        assert not at.service.state()["screen"]["whole"] or at.page.locator("[data-act=choose]").count() < 50


def test_a_product_that_goes_or_gets_dearer_under_the_finger_is_charged_as_shown_or_not_at_all(chromium):
    with At(chromium, QUICK, start="compose", shop=[], tips="[]") as at:
        shop = at.service.shop
        product = shop.ask("POST", "products", {"name": "Plum cake", "regular_price": "4.00"})["id"]
        to_catalogue(at)
        while at.page.locator("text='Plum cake'").count() == 0:
            screen = at.service.state()["screen"]
            assert screen["page"] < screen["pages"], "the product is nowhere"
            turn(at, screen["page"] + 1)
        at.page.click("text='Plum cake'")
        at.until("product")
        at.until_state("ready")
        at.page.click("[data-act=add]")
        at.until("catalogue")
        at.page.click("[data-act=review]")
        at.until("review")
        assert "€4.00" in at.text()
        shop.ask("PUT", f"products/{product}", {"regular_price": "5.00"})
        at.pay()
        # The shop's order costs more than the customer has seen: that is shown before the card.
        at.until("order_changed")
        assert "€4.00" in at.text() and "€5.00" in at.text()
        assert [entry for entry in at.service.charged if entry["event"] == "booked"] == []
        at.page.click("[data-act=accept]")
        at.until("receipt")
        assert [entry["amount_minor"] for entry in at.service.charged if entry["event"] == "booked"] == [500]


def test_a_product_that_is_gone_is_told_and_leads_back(chromium):
    with At(chromium, QUICK, start="compose", shop=[]) as at:
        to_catalogue(at)
        first = at.service.state()["screen"]["products"][0]
        at.service.shop.ask("DELETE", f"products/{first['id']}?force=true")
        at.page.locator(".product-card").first.click()
        at.until("product", "catalogue")
        at.until_state("failed", "ready", patience=60_000)
        if at.watched.screen == "product" and at.service.state()["screen"]["state"] == "failed":
            assert at.page.locator("[data-act=add]:not([aria-disabled=true])").count() == 0
            at.page.click("[data-act=back]")
            at.until("catalogue")


def test_names_that_break_pages_are_text_in_the_catalogue_and_on_the_bill(chromium):
    with At(chromium, QUICK, start="compose", shop=["--orders", "0"], tips="[]") as at:
        shop = at.service.shop
        for product in shop.ask("GET", "products?per_page=100"):
            shop.ask("DELETE", f"products/{product['id']}?force=true")
        names = [HOSTILE["override"], HOSTILE["emoji"], HOSTILE["long"], HOSTILE["arabic"], "&lt;b&gt;bold&lt;/b&gt; &lt;img src=x onerror=alert(1)&gt;"]
        for name in names:
            shop.ask("POST", "products", {"name": name, "regular_price": "1.00"})
        at.page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError("a script ran")))
        to_catalogue(at)
        cards = at.page.locator(".product-card")
        assert cards.count() == len(names)
        assert at.page.locator("main b, main img[onerror]").count() == 0
        for size in ((1080, 1920), (1920, 1080), (800, 480)):
            at.watched.size(size)
            assert at.watched.check("overflow", strict=False) == []
        for number in range(len(names)):
            cards.nth(number).click()
            at.until("product")
            at.until_state("ready")
            at.page.click("[data-act=add]")
            at.until("catalogue")
        at.page.click("[data-act=review]")
        at.until("review")
        assert at.page.locator("main b, main img[onerror]").count() == 0
        assert at.watched.check("overflow", strict=False) == []
        at.pay()
        at.until("receipt")
        assert [entry["amount_minor"] for entry in at.service.charged if entry["event"] == "booked"] == [500]


def test_two_kiosks_on_one_order_charge_it_once(chromium):
    """Each has its own till and terminal; the shop is one."""
    with At(chromium, SLOW, shop=[], tips="[]") as at:
        shop = at.service.shop
        order = shop.order()

        def share(service):
            service.shop = shop
            command = [service.binary, "login", shop.facts["address"], "--stdin", "--ca-file", shop.ca, "--data", service.here / "data",
                       "--config", service.here / "till.toml"]
            import subprocess
            subprocess.run(list(map(str, command)), input=f"{shop.facts['user']}\n{shop.facts['password']}\n", text=True, capture_output=True,
                           timeout=60, check=True)
        with Service(at.service.binary, SLOW, before=share, tips="[]") as other, Watched(chromium, other.origin) as second:
            def reach(page):
                page.wait_for_selector("#kiosk[data-screen=attract]", timeout=60_000)
                page.click("[data-act=begin]")
                page.wait_for_selector("#kiosk[data-screen=find]")
                page.keyboard.type(str(order), delay=120)
                page.keyboard.press("Enter")
                page.wait_for_selector("#kiosk[data-screen=review]", timeout=60_000)
            reach(at.page)
            reach(second.page)
            at.page.click("[data-act=pay]")
            at.until("receipt", patience=120_000)
            # The second one's bill is still there; its order is paid by now.
            for _ in range(100):
                if shop.ask("GET", f"orders/{order}")["status"] == "processing":
                    break
                at.page.wait_for_timeout(100)
            second.page.click("[data-act=pay]")
            second.page.wait_for_selector("#kiosk[data-screen=review][data-state=failed]", timeout=60_000)
            assert "paid" in second.page.inner_text(".main").lower()
            booked = [entry for service in (at.service, other) for entry in service.charged if entry["event"] == "booked"]
            assert len(booked) == 1
