"""A real `till serve` with `[kiosk]`, on simulated devices, for the tests of test_service.py."""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

CONFIGURATION = """
[kiosk]
enabled = true
start = "{start}"
shop_name = "Café Morgenrot"
tips = [5, 10]
thanks = 60

[[readers]]
name = "counter"
address = "serial:{folder}/terminal?baud=115200"

[[printers]]
name = "receipts"
address = "serial:{folder}/printer?baud=115200"
"""


class Service:
    """`till serve` with a terminal and a printer of till-sim; everything it leaves is in a directory of its own.

    A scenario is a name, or the JSON of a scenario file. `before` is called with the service before it begins, its devices ready."""

    def __init__(self, binary, scenario="approve", start="find", before=None):
        self.binary = pathlib.Path(binary).resolve()
        self.folder = tempfile.TemporaryDirectory(prefix="till-kiosk-")
        self.here = pathlib.Path(self.folder.name)
        self.processes = []
        self.scenario, self.start_with, self.before = scenario, start, before
        self.service = None
        self.port = None

    def __enter__(self):
        if self.scenario.startswith("{"):
            file = self.here / "scenario.json"
            file.write_text(self.scenario)
            self.scenario = file
        try:
            self.run("till-sim", "terminal", "--pty", self.here / "terminal", "--baud", "115200", "--data", self.here / "terminal-data",
                     "--scenario", self.scenario, ready="terminal ready")
            self.run("till-sim", "printer", "--pty", self.here / "printer", "--baud", "115200", "--out", self.here / "paper", ready="printer ready")
            (self.here / "till.toml").write_text(CONFIGURATION.format(folder=self.here, start=self.start_with))
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
