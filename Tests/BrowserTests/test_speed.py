"""How fast and how large the page is. The limits are generous: this machine may be busy with other tests."""
import time


def test_the_first_screen_is_small_and_soon_there(chromium, stage, stage_server):
    from watch import Watched
    stage.show("attract.usual")
    with Watched(chromium, stage_server[1], stage) as watched:
        watched.page.wait_for_selector("[data-act=begin]")
        sizes = watched.page.evaluate("performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).map((e) => [e.name, e.transferSize])")
        later = ("/screens/products.js", "/screens/payment.js", "/screens/receipt.js", "/letters.js")
        total = sum(size for name, size in sizes if not name.endswith(later))
        assert total <= 150_000, sorted(sizes, key=lambda entry: -entry[1])[:8]
        assert not any("/operator/" in name for name, _ in sizes), "the operators' scripts come only with the first of their screens"
        names = [name for name, _ in sizes]
        assert sorted(set(names)) == sorted(names), "something was fetched twice"
        # The list in the page's head is kept by hand: without it each module is asked for only when another one names it.
        ahead = watched.page.evaluate("[...document.querySelectorAll('link[rel=modulepreload], link[rel=preload]')].map((link) => link.href)")
        needed = {name for name in names if name.endswith((".js", ".json")) and not name.endswith(later)}
        assert set(ahead) == needed, set(ahead) ^ needed
        paint = watched.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        assert paint is not None and paint <= 3000, paint


def test_an_event_is_on_the_screen_at_once(drawn, stage):
    waits = []
    drawn.show("pay.insert")
    drawn.page.evaluate("""() => { globalThis.drawnAt = 0; new MutationObserver(() => { drawnAt = Date.now(); }).observe(
        document.getElementById("kiosk"), { attributes: true, attributeFilter: ["data-revision"] }); }""")
    for index in range(50):
        began = time.time() * 1000
        drawn.show(["pay.pin", "pay.insert"][index % 2])
        waits.append(drawn.page.evaluate("drawnAt") - began)
    waits.sort()
    assert waits[len(waits) // 2] <= 100 and waits[-1] <= 1000, waits


def test_a_long_day_of_attract_screens_does_not_grow(drawn, stage):
    """Some thousand states, as many as a quiet day has: the page keeps as many nodes as before."""
    session = drawn.context.new_cdp_session(drawn.page)
    session.send("HeapProfiler.enable")

    def nodes():
        session.send("HeapProfiler.collectGarbage")
        return {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.send("Performance.enable")
    for index in range(200):
        stage.show(["attract.usual", "home.usual"][index % 2])
    drawn.wait(stage.show("attract.usual"), patience=120_000)
    before = nodes()
    for index in range(1000):
        stage.show(["attract.usual", "home.usual"][index % 2])
    drawn.wait(stage.show("attract.usual"), patience=120_000)
    after = nodes()
    assert after["Nodes"] <= before["Nodes"] * 1.2 + 200, (before["Nodes"], after["Nodes"])
    assert after["JSHeapUsedSize"] <= before["JSHeapUsedSize"] * 1.5 + 2_000_000, (before["JSHeapUsedSize"], after["JSHeapUsedSize"])
    assert after["JSEventListeners"] <= before["JSEventListeners"] + 50
