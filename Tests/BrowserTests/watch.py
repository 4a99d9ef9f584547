"""A page under watch: whatever it asks of elsewhere, logs as an error or stores fails the test that opened it."""
import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = (HERE / "checks.js").read_text()


class Watched:
    """A context with one page at /kiosk. `show` draws a state of the stage and waits until it is drawn."""

    def __init__(self, chromium, origin, stage=None, **context):
        self.origin, self.stage = origin, stage
        self.context = chromium.new_context(reduced_motion="reduce", **context)
        self.elsewhere, self.errors = [], []
        self.expected_errors = ()

    def __enter__(self):
        self.page = self.open()
        return self

    def __exit__(self, failed, *_):
        stored = [] if failed else [page for page in self.context.pages if not page.is_closed() and self.stored(page)]
        self.context.close()
        if failed:
            return
        assert not self.elsewhere, f"asked of elsewhere: {self.elsewhere}"
        assert not self.unexpected(), f"errors in the console: {self.unexpected()}"
        assert not stored, "the page has stored something"

    def unexpected(self):
        return [error for error in self.errors if not any(part in error for part in self.expected_errors)]

    def stored(self, page):
        if not page.url.startswith(self.origin):
            return False
        return page.evaluate(
            "async () => localStorage.length + sessionStorage.length + document.cookie.length + (await indexedDB.databases()).length"
            " + (await caches.keys()).length") > 0

    def open(self):
        """One more page; its requests and errors are watched from the beginning."""
        page = self.context.new_page()
        page.on("request", lambda request: self.note_request(request.url))
        page.on("console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self.origin}/kiosk")
        page.wait_for_selector("#kiosk[data-screen]:not([data-screen=''])")
        return page

    def note_request(self, url):
        if not url.startswith(self.origin + "/"):
            self.elsewhere.append(url)

    def show(self, name, **over):
        revision = self.stage.show(name, **over)
        self.wait(revision)

    def wait(self, revision, page=None, patience=20_000):
        """Waits until a revision is drawn; the machine may be busy with other tests."""
        (page or self.page).wait_for_selector(f"#kiosk[data-revision='{revision}']", state="attached", timeout=patience)

    def size(self, size):
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def check(self, name, **options):
        """Runs a function of checks.js in the page."""
        return self.page.evaluate(f"{CHECKS}\n;checks.{name}({json.dumps(options)})")

    @property
    def screen(self):
        return self.page.get_attribute("#kiosk", "data-screen")
