"""A stage for the kiosk's page: serves its files as the service does, and plays states without a till.

    python3 Tests/BrowserTests/stage.py [--port 8099] [--state review.usual] [--language de] [--live]

Without --live it shows one state of states/*.json after another as /stage/show?state=NAME asks for them; with it a small
machine (machine.py) plays a kiosk from the first touch to the receipt.
"""
import argparse
import json
import pathlib
import queue
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "Sources" / "Service" / "Kiosk" / "Page"
WORDS = {path.stem: json.loads(path.read_text()) for path in sorted((PAGE / "words").glob("*.json"))}
# The order in which the pictures show them; a new language comes last.
LANGUAGES = ["en", "de", "fr", "it", "es", "nl", "pl", "tr", "ar"]
LANGUAGES += [language for language in WORDS if language not in LANGUAGES]
# Those in which the service explains itself to staff.
WHOLE = ["en", "de", "fr"]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".json": "application/json", ".svg": "image/svg+xml",
}
COMMON = {"language", "appearance", "reach", "text_size", "speech"}
QUIET = {"activity", "extend"}

# What states/*.json write as {{name}}: text that breaks pages which trust it.
HOSTILE = {
    "markup": "<img src=x onerror=alert(1)><b>bold</b>&amp;{amount}",
    "override": "\u202eesrever\u202c \u2067סדר\u2069 \u202d",
    "emoji": "👩‍👩‍👧‍👦🏴‍☠️☕️🇩🇪",
    "long": "Donaudampfschifffahrtsgesellschaftskapitän" * 98,
    "words": "a very long name of many words " * 130,
    "controls": "tab\tnew\nline\u0007bell\u0000nul\u200bzero\ufeff",
    "arabic": "قهوة مع حليب الشوفان",
}


def filled(value):
    """A state with its {{names}} replaced."""
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item) for item in value]
    if isinstance(value, str):
        for name, text in HOSTILE.items():
            value = value.replace("{{" + name + "}}", text)
    return value


def all_states():
    """The states of states/*.json by name, in the order of the files."""
    states = {}
    for path in sorted((HERE / "states").glob("*.json")):
        for state in json.loads(path.read_text()):
            states[state["name"]] = filled({key: value for key, value in state.items() if key != "name"})
    return states


def base_document():
    return {
        "boot": "stage-1", "revision": 0, "screen": {"id": 1, "name": "attract"}, "language": "en", "languages": LANGUAGES,
        "appearance": "light", "reach": "normal", "text_size": 100, "speech": False, "shop_name": "Café Morgenrot",
        "has_logo": False, "time_zone": "UTC", "notices": [], "timeout": None, "operator": None, "staff_language": "en",
    }


def in_the_staffs_language(document):
    """As the service does: its sentences are English where it does not explain itself in the page's language."""
    document["staff_language"] = document["language"] if document["language"] in WHOLE else "en"
    if document["screen"]["name"].startswith("operator_"):
        document["languages"] = WHOLE
    return document


class Refused(Exception):
    """The screen does not take this act."""


class Stage:
    """The document, those who listen to it, and what was asked of it."""

    def __init__(self, machine=None):
        self.lock = threading.RLock()
        self.states = all_states()
        self.document = base_document()
        self.listeners = []
        self.acts = []
        self.alive = 0
        self.requests = []
        self.machine = machine
        self.is_cut = False
        self.has_pictures = True
        if machine:
            machine.attach(self)

    def show(self, name, **over):
        """Shows a state of states/*.json; returns the revision under which it is shown."""
        with self.lock:
            state = self.states[name]
            document = base_document() | {key: value for key, value in state.items() if key != "screen"} | over
            document["boot"] = self.document["boot"]
            document["screen"] = {"id": self.document["screen"]["id"] + 1} | state["screen"]
            return self.put(in_the_staffs_language(document))

    def put(self, document):
        """Makes a document the newest, and tells everybody."""
        with self.lock:
            self.document = document | {"revision": self.document["revision"] + 1}
            for listener in self.listeners:
                listener.put(self.document)
            return self.document["revision"]

    def change(self, **fields):
        with self.lock:
            return self.put(self.document | fields)

    def restart(self):
        """As if the service had been killed and started: another boot, counting from the beginning."""
        with self.lock:
            boot = f"stage-{int(self.document['boot'].split('-')[1]) + 1}"
            self.document = self.document | {"boot": boot, "revision": 0}
            self.drop()

    def drop(self):
        """Ends every stream of events."""
        with self.lock:
            for listener in self.listeners:
                listener.put(None)

    def act(self, body):
        """(status, document or problem) of an act."""
        with self.lock:
            self.acts.append(body)
            if body.get("screen") != self.document["screen"]["id"]:
                return 409, {"code": "kiosk.otherScreen", "state": self.document}
            name, value = body.get("act"), body.get("value")
            try:
                if name in COMMON:
                    self.change(**{name: value})
                elif self.machine and name not in QUIET:
                    self.machine.act(name, value)
                elif name == "extend":
                    self.change(timeout=None)
                elif name == "type":
                    self.change(screen=self.document["screen"] | {"text": value})
            except Refused:
                return 422, {"code": "kiosk.notHere", "state": self.document}
            return 200, self.document


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stage: Stage

    def log_message(self, *_):
        pass

    def answer(self, status, body, kind="application/json", extra=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in [("Content-Type", kind), ("Content-Length", str(len(data))), ("Content-Security-Policy", POLICY),
                            ("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"), *extra]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        self.stage.requests.append(self.path)
        if self.stage.is_cut:
            return self.answer(503, {"code": "service.stopping"})
        path = url.path
        if path in ("/kiosk", "/kiosk/"):
            return self.file("index.html")
        if path == "/kiosk/page/languages.json":
            named = {language: {"name": words["language.name"], "direction": words["language.direction"]} for language, words in WORDS.items()}
            return self.answer(200, named)
        if path.startswith("/kiosk/page/"):
            return self.file(path.removeprefix("/kiosk/page/"))
        if path.startswith("/unit/"):
            return self.file(path.removeprefix("/unit/"), HERE / "unit")
        if path == "/kiosk/theme.css":
            return self.answer(200, b":root {}\n", KINDS[".css"])
        if path == "/kiosk/state":
            return self.answer(200, self.stage.document)
        if path == "/kiosk/events":
            return self.events()
        if path == "/stage/show":
            query = dict(urllib.parse.parse_qsl(url.query))
            return self.answer(200, {"revision": self.stage.show(query.pop("state"), **query)})
        if path == "/kiosk/qr.svg" or path.startswith("/kiosk/chart/"):
            return self.answer(200, drawing(path), KINDS[".svg"])
        if path.startswith("/kiosk/picture/") and self.stage.has_pictures:
            return self.answer(200, photograph(path), KINDS[".svg"])
        return self.answer(404, {"code": "request.notFound"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.stage.is_cut:
            return self.answer(503, {"code": "service.stopping"})
        if self.headers.get("Content-Type") != "application/json":
            return self.answer(415, {"code": "request.badType"})
        if self.path == "/kiosk/alive":
            self.stage.alive += 1
            return self.answer(200, {})
        if self.path == "/kiosk/act":
            return self.answer(*self.stage.act(json.loads(body)))
        return self.answer(404, {"code": "request.notFound"})

    def file(self, name, folder=PAGE):
        path = (folder / name).resolve()
        if folder not in path.parents or not path.is_file():
            return self.answer(404, {"code": "request.notFound"})
        return self.answer(200, path.read_bytes(), KINDS[path.suffix])

    def events(self):
        self.send_response(200)
        for name, value in [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("Connection", "close")]:
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        mine = queue.Queue()
        with self.stage.lock:
            self.stage.listeners.append(mine)
            mine.put(self.stage.document)
        try:
            while True:
                try:
                    document = mine.get(timeout=15)
                except queue.Empty:
                    self.wfile.write(b": here\n\n")
                    continue
                if document is None:
                    return
                self.wfile.write(b"event: state\ndata: " + json.dumps(document).encode() + b"\n\n")
                self.wfile.flush()
        except OSError:
            pass
        finally:
            with self.stage.lock:
                self.stage.listeners.remove(mine)


def drawing(path):
    """A square of squares where the service would draw a code or a chart."""
    if "chart" in path:
        bars = "".join(f'<rect x="{20 + n * 36}" y="{150 - h}" width="24" height="{h}" fill="#0b6152"/>'
                       for n, h in enumerate([30, 62, 118, 140, 96, 54, 80, 124, 60]))
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 170">{bars}</svg>'.encode()
    cells = "".join(f'<rect x="{x}" y="{y}" width="1" height="1"/>' for x in range(25) for y in range(25)
                    if (x * 7 + y * 11 + x * y) % 3 == 0 or (x in (0, 6, 18, 24) and y < 7) or (y in (0, 6) and (x < 7 or x > 17)))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 29 29"><rect x="-2" y="-2" width="29" height="29" fill="#fff"/>{cells}</svg>'.encode()


def photograph(path):
    """A picture of a product: two colours by its number."""
    hue = sum(map(ord, path)) * 47 % 360
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="hsl({hue} 38% 82%)"/>'
            f'<ellipse cx="200" cy="190" rx="120" ry="46" fill="hsl({hue} 30% 66%)"/><circle cx="200" cy="140" r="78" fill="hsl({hue} 45% 56%)"/>'
            f'<circle cx="176" cy="118" r="22" fill="hsl({hue} 60% 78%)"/></svg>').encode()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A browser that closes its connection is none."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def serve(stage, port=0):
    """Serves a stage; returns the server, which runs in a thread of its own."""
    handler = type("StageHandler", (Handler,), {"stage": stage})
    server = Server(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", type=int, default=8099)
    options.add_argument("--state", default="attract.usual")
    options.add_argument("--language", default="en")
    options.add_argument("--live", action="store_true")
    chosen = options.parse_args()
    machine = None
    if chosen.live:
        from machine import Machine
        machine = Machine()
    stage = Stage(machine)
    if not machine:
        stage.show(chosen.state, language=chosen.language)
    server = serve(stage, chosen.port)
    print(f"http://127.0.0.1:{server.server_address[1]}/kiosk", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
