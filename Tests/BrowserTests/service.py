"""A real `till serve` with `[kiosk]`, on simulated devices, for the tests of test_service.py and its like."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

from shop import Shop, obey

CONFIGURATION = """
[kiosk]
enabled = true
shop_name = "Café Morgenrot"
{kiosk}

[[readers]]
name = "counter"
address = "serial:{folder}/terminal?baud=115200"
{reader}

[[printers]]
name = "receipts"
address = "serial:{folder}/printer?baud=115200"
"""


class Service:
    """`till serve` with a terminal and a printer of till-sim; everything it leaves is in a directory of its own.

    A scenario is a name, or the JSON of a scenario file. `before` is called with the service before it begins, its devices ready.
    `shop` are the options of a simulated shop, to which the till is signed in; None for the shop in the program. What is given by name
    besides goes into `[kiosk]`, as TOML; `tables` is what stands beside it, and `reader` what the terminal's table
    has besides."""

    def __init__(self, binary, scenario="approve", start="find", before=None, shop=None, tables="", reader="", **kiosk):
        self.binary = pathlib.Path(binary).resolve()
        self.folder = tempfile.TemporaryDirectory(prefix="till-kiosk-")
        self.here = pathlib.Path(self.folder.name)
        self.processes = []
        self.scenario, self.before, self.shop_options, self.shop, self.tables, self.reader = scenario, before, shop, None, tables, reader
        self.kiosk = {"start": f'"{start}"', "tips": "[5, 10]", "thanks": "60"} | kiosk
        self.service = None
        self.port = None

    def __enter__(self):
        if self.scenario.startswith("{"):
            file = self.here / "scenario.json"
            file.write_text(self.scenario)
            self.scenario = file
        try:
            self.plug_in_terminal(self.scenario)
            self.printer_log = self.here / "till-sim-1.log"
            self.run("till-sim", "printer", "--pty", self.here / "printer", "--baud", "115200", "--out", self.here / "paper",
                     "--control", self.here / "printer-control", ready="printer ready")
            options = "\n".join(f"{name} = {value}" for name, value in self.kiosk.items())
            (self.here / "till.toml").write_text(CONFIGURATION.format(folder=self.here, kiosk=options, reader=self.reader) + self.tables)
            if self.shop_options is not None:
                self.shop = Shop(self, *self.shop_options)
                self.shop.sign_in()
            if self.before:
                self.before(self)
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # The service first: without its devices it would look for them again.
        for process in reversed(self.processes):
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        for process in reversed(self.processes):
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.folder.cleanup()

    def run(self, program, *arguments, ready):
        """Starts a program and waits until its output has said that it is ready; returns (process, its output so far)."""
        log = self.here / f"{program}-{len(self.processes)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen([self.binary.parent / program, *map(str, arguments)], stdout=output, stderr=subprocess.STDOUT,
                                       env=os.environ | {"LC_ALL": "C.UTF-8"})
        self.processes.append(process)
        until = time.monotonic() + 60
        while ready not in (text := log.read_text(errors="replace")):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{program} did not get ready:\n{text}")
            time.sleep(0.05)
        return process, text

    def plug_in_terminal(self, scenario):
        """A terminal with this scenario, which remembers what one before it has booked."""
        self.terminal, _ = self.run("till-sim", "terminal", "--pty", self.here / "terminal", "--baud", "115200", "--data",
                                    self.here / "terminal-data", "--scenario", scenario, ready="terminal ready")

    def unplug_terminal(self):
        self.terminal.send_signal(signal.SIGINT)
        self.terminal.wait(timeout=20)

    def printer(self, command):
        """Has a fault happen at the printer, or mends it."""
        obey(self.here / "printer-control", command)

    @property
    def pages(self):
        """The pages that have come out of the printer, as they look."""
        return sorted((self.here / "paper").glob("*.png"))

    @property
    def charged(self):
        """What the terminal has booked: its journal's lines, in their order."""
        journal = self.here / "terminal-data" / "terminal-journal.jsonl"
        return [json.loads(line) for line in journal.read_text().splitlines()] if journal.exists() else []

    def till(self, *arguments, code=0):
        """Runs a command on the data of the service; returns what it says."""
        command = [self.binary, *map(str, arguments), "--config", self.here / "till.toml", "--data", self.here / "data"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=120, env=os.environ | {"LC_ALL": "C.UTF-8"})
        assert ended.returncode == code, ended
        return ended.stdout

    def begin(self):
        """Starts the service, at the port that it had before."""
        self.service, log = self.run(
            "till", "serve", "--listen", f"127.0.0.1:{self.port or 0}", "--config", self.here / "till.toml", "--data", self.here / "data", ready="http://")
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", log)[1])
        self.origin = f"http://127.0.0.1:{self.port}"

    def kill(self):
        """As if the power had gone: the service alone, its devices stay."""
        self.service.kill()
        self.service.wait()
        self.processes.remove(self.service)

    def state(self):
        with urllib.request.urlopen(f"{self.origin}/kiosk/state", timeout=20) as answer:
            return json.load(answer)

    @property
    def screen(self):
        return self.state()["screen"]["name"]
