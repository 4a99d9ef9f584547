"""The figures of the kiosk's page: scripts/browser-tests --figures. Prints one line of JSON for each: name, value, unit, and what it is to be at most.

TILL_BINARY names the till before which the page is measured. Nothing is asserted: a figure depends on what else the machine does.
"""
import json
import os
import statistics
import time

from playwright.sync_api import sync_playwright

from service import Service
from stage import Stage, serve

LOADS = 15
PAYMENTS = 20
DAY = 24 * 60 * 60
# Of the first screen's files these come while it is looked at, for the next ones.
LATER = ("/screens/products.js", "/screens/payment.js", "/screens/receipt.js", "/letters.js")
UNHURRIED = {"based_on": "decline", "timing": {"card_delay": 0.3, "step_delay": 0.3, "host_delay": 0.3}}

# When the page was drawn, and each of its changes after that: the moment behind the frame that shows it.
WATCH = """() => {
    globalThis.drawn = [];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => drawn.push(performance.now());
    new MutationObserver(() => requestAnimationFrame(() => channel.port2.postMessage(0)))
        .observe(document, { subtree: true, attributes: true, attributeFilter: ["data-revision"] });
}"""
SIZES = """() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).map((entry) => [entry.name, entry.transferSize])"""


def tell(name, value, unit, goal=None):
    print(json.dumps({"name": name, "value": round(value, 3), "unit": unit, "goal": goal}), flush=True)


def open_page(browser, origin, **options):
    context = browser.new_context(viewport={"width": 1080, "height": 1920}, **options)
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    page.goto(f"{origin}/kiosk")
    page.wait_for_selector("#kiosk[data-screen=attract] [data-act=begin]")
    return context, page


def first_screen(browser, origin):
    """Loads of a browser that has nothing of the page yet."""
    paints, ready, size = [], [], 0
    for _ in range(LOADS):
        context, page = open_page(browser, origin)
        page.wait_for_function("() => drawn.length > 0 && performance.getEntriesByName('first-contentful-paint').length > 0")
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        ready.append(page.evaluate("drawn[0]"))
        size = sum(size for name, size in page.evaluate(SIZES) if not name.endswith(LATER))
        context.close()
    tell("first_paint", statistics.median(paints), "ms", 300)
    tell("interactive", statistics.median(ready), "ms", 500)
    tell("first_screen", size / 1000, "kB", 150)


def clock_of(page):
    """What to add to the page's clock to have this process's, in ms: from the shortest of some round trips."""
    def trip():
        before = time.monotonic_ns()
        there = page.evaluate("performance.now()")
        after = time.monotonic_ns()
        return after - before, (before + after) / 2e6 - there
    return min(trip() for _ in range(30))[1]


def displays(folder, begun):
    """When the terminal's displays arrived at the till, by its flight recorder, in ms."""
    told = []
    for path in sorted((folder / "data" / "recorder").glob("trace-*.jsonl")):
        for line in path.read_text().splitlines():
            record = json.loads(line)
            if record.get("from") == "terminal" and record["t"] / 1e6 > begun and "04ff" in record.get("bytes", "").lower()[:8]:
                told.append((record["t"] / 1e6, record["bytes"]))
    # What is said twice in a row changes nothing on the screen.
    return [at for index, (at, said) in enumerate(told) if index == 0 or told[index - 1][1] != said]


def terminal_to_pixel(service, page):
    """From a display of the terminal, as it arrives at the till, to the frame that shows it."""
    def until(screen):
        page.wait_for_selector(f"#kiosk[data-screen='{screen}']", state="attached", timeout=60_000)
    page.click("[data-act=begin]")
    page.wait_for_selector("#kiosk[data-screen=find], #kiosk[data-screen=home]", state="attached")
    if page.get_attribute("#kiosk", "data-screen") == "home":
        page.click("[data-act=find]")
        until("find")
    page.keyboard.type("1042", delay=120)
    page.keyboard.press("Enter")
    until("review")
    begun = time.monotonic_ns() / 1e6
    page.click("[data-act=pay]")
    for _ in range(PAYMENTS):
        page.wait_for_selector("#kiosk[data-screen=tip], #kiosk[data-screen=pay]", state="attached", timeout=60_000)
        if page.get_attribute("#kiosk", "data-screen") == "tip":
            page.click("[data-act=none]")
        until("declined")
        page.wait_for_timeout(600)
        page.click("[data-act=again]")
    until("pay")
    until("declined")
    offset = clock_of(page)
    frames = [at + offset for at in page.evaluate("drawn")]
    # The recorder writes behind what it records.
    time.sleep(2)
    waits = sorted(next(frame for frame in frames if frame >= at) - at for at in displays(service.here, begun) if frames[-1] >= at)
    if not waits:
        raise RuntimeError("the flight recorder has no display of the terminal")
    tell("terminal_to_pixel_p50", waits[len(waits) // 2], "ms")
    tell("terminal_to_pixel_p99", waits[min(len(waits) - 1, len(waits) * 99 // 100)], "ms", 100)


def day_of_attract(browser):
    """Twenty-four hours of nobody, in a page whose clock is turned: what it has in memory after an hour, and how much more at the end."""
    stage = Stage()
    server = serve(stage)
    stage.show("attract.usual")
    context = browser.new_context(viewport={"width": 1080, "height": 1920})
    page = context.new_page()
    page.clock.install()
    page.goto(f"http://127.0.0.1:{server.server_address[1]}/kiosk")
    page.wait_for_selector("#kiosk[data-screen=attract] [data-act=begin]")
    session = context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    session.send("Performance.enable")

    def held():
        session.send("HeapProfiler.collectGarbage")
        found = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
        return found["JSHeapUsedSize"] / 1000, found["Nodes"]

    def turn(seconds):
        for step in range(seconds // 5):
            told = stage.alive
            page.clock.run_for(5000)
            # What the page tells every five seconds has arrived before the clock is turned on: else its requests would time out.
            for _ in range(500):
                if stage.alive > told:
                    break
                page.wait_for_timeout(2)
            # The shop is away twice an hour, and is back.
            if step % 180 == 0:
                stage.change(notices=[{"code": "shop.away"}] if not stage.document["notices"] else [])
    turn(3600)
    heap, nodes = held()
    turn(DAY - 3600)
    after, more = held()
    context.close()
    server.shutdown()
    tell("attract_heap", heap, "kB")
    tell("attract_day_growth", after - heap, "kB", 500)
    tell("attract_day_nodes", more - nodes, "", 50)


def frames(browser, origin):
    """Frames a second of what moves on the first screen."""
    context, page = open_page(browser, origin, reduced_motion="no-preference")
    counted = page.evaluate("""() => new Promise((done) => {
        let count = 0;
        const began = performance.now();
        const next = (now) => { count += 1; if (now - began < 2000) requestAnimationFrame(next); else done(count / ((now - began) / 1000)); };
        requestAnimationFrame(next); })""")
    context.close()
    tell("frames", counted, "1/s")


def main():
    scenario = json.dumps(UNHURRIED)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox", "--disable-gpu"])
        with Service(os.environ["TILL_BINARY"], scenario) as service:
            first_screen(browser, service.origin)
            frames(browser, service.origin)
            context, page = open_page(browser, service.origin)
            terminal_to_pixel(service, page)
            context.close()
        day_of_attract(browser)
        browser.close()


if __name__ == "__main__":
    main()
