"""Fixtures of the browser tests: one Chromium, a stage, and pages that are watched while they are open."""
import os
import pathlib
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from playwright.sync_api import sync_playwright  # noqa: E402

from machine import Machine  # noqa: E402
from stage import Stage, serve  # noqa: E402
from watch import Watched  # noqa: E402

SIZES = {"portrait": (1080, 1920), "landscape": (1920, 1080), "small": (800, 480)}


def pytest_addoption(parser):
    parser.addoption("--pictures", metavar="DIR", help="keep a picture of every screen there")
    parser.addoption("--record", action="store_true", help="write the goldens instead of comparing with them")


@pytest.fixture(scope="session")
def pictures(request):
    folder = request.config.getoption("--pictures")
    if not folder:
        return None
    path = pathlib.Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    return path


@pytest.fixture(scope="session")
def chromium():
    """Debian's Chromium, with the fonts of the tests alone (scripts/browser-tests writes the file that FONTCONFIG_FILE names)."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-gpu", "--font-render-hinting=none", "--disable-lcd-text"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def stage_server():
    stage = Stage()
    server = serve(stage)
    yield stage, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@pytest.fixture
def stage(stage_server):
    """The stage, as new."""
    stage, _ = stage_server
    stage.is_cut, stage.has_pictures = False, True
    stage.acts.clear()
    return stage


@pytest.fixture
def live(chromium):
    """A page before a kiosk that works: machine.py plays the service."""
    stage = Stage(Machine())
    server = serve(stage)
    with Watched(chromium, f"http://127.0.0.1:{server.server_address[1]}", stage) as watched:
        yield watched
    server.shutdown()


@pytest.fixture
def drawn(chromium, stage, stage_server):
    """A page on the stage."""
    with Watched(chromium, stage_server[1], stage) as watched:
        yield watched
