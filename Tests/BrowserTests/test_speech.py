"""Spoken guidance: whoever hears a screen, and does not see it, learns what a customer must know, in each language."""
import json

import pytest

from conftest import SIZES
from stage import LANGUAGES, PAGE
from watch import Watched

LISTEN = """globalThis.said = [];
SpeechSynthesis.prototype.speak = function (utterance) { said.push([utterance.text, utterance.lang]); };"""
# What is said of a screen of customers, besides its title and its leads.
TOLD = [".due", ".strong-remark", ".reference", ".footnote", ".remark", ".sum", ".nothing p", ".notices li"]
WORDS = {language: json.loads((PAGE / "words" / f"{language}.json").read_text()) for language in LANGUAGES}


@pytest.fixture
def heard(chromium, stage, stage_server):
    """A page whose voice is listened to."""
    with Watched(chromium, stage_server[1], stage) as watched:
        watched.page.add_init_script(LISTEN)
        watched.page.reload()
        watched.page.wait_for_selector("#kiosk[data-screen]:not([data-screen=''])")
        yield watched


def plain(text):
    """Without the marks of direction, and with one space for all there is between words and sentences."""
    for mark in "\u2066\u2067\u2068\u2069":
        text = text.replace(mark, "")
    return " ".join(text.replace(":", " ").replace(".", " ").split())


def said(watched):
    return plain(" ".join(text for text, _ in watched.page.evaluate("said")))


def read(watched):
    """What a reader of the screen is told: the title has the focus or names the dialogue, the rest is a status."""
    return plain(watched.page.inner_text("h1") + " " + watched.page.text_content("#status"))


def show(watched, name, **over):
    watched.page.evaluate("said.length = 0")
    watched.show(name, speech=True, **over)


def texts(watched, selector):
    return [plain(text) for text in watched.page.locator(selector).all_inner_texts()]


def untold(watched, name, selectors):
    told, status = said(watched), read(watched)
    found = []
    for text in [text for selector in selectors for text in texts(watched, selector) if text]:
        # A sum's word and its amount stand apart, and a status ends with what goes on running.
        for part in [text] if text in told else text.split(" · ")[:1]:
            found += [f"{name}: not said: {part}"] * (part not in told) + [f"{name}: not in the live region: {part}"] * (part not in status)
    return found


def test_every_screen_says_what_it_shows(heard, stage):
    """Titles and leads of all; of customers' screens the amounts, the remarks and the notices too."""
    heard.size(SIZES["portrait"])
    found = []
    for name in [name for name in stage.states if "hostile" not in name and name != "timeout.warning"]:
        show(heard, name)
        found += untold(heard, name, ["h1", ".lead"] + ([] if name.startswith("operator") else TOLD))
    assert not found, "\n".join(found)


def test_every_choice_is_said_with_its_number(heard, stage):
    found = []
    for name in [name for name in stage.states if "hostile" not in name]:
        show(heard, name)
        for control in heard.page.locator("[data-number]").all():
            number, label = control.get_attribute("data-number"), control.get_attribute("aria-label") or control.inner_text()
            if plain(f"{number}: {label}") not in said(heard):
                found.append(f"{name}: {number}: {label}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_doubt_it_is_said_that_one_must_not_pay_again(heard, language):
    show(heard, "doubt.usual", language=language)
    assert not untold(heard, "doubt", ["h1", *TOLD])
    assert plain(WORDS[language]["doubt.never"]) in said(heard)
    # The payment was followed, and its answer has got lost.
    heard.stage.change(screen=heard.stage.document["screen"] | {"name": "pay", "phase": "authorising", "picture": "wait"})
    heard.wait(heard.stage.document["revision"])
    heard.page.evaluate("said.length = 0")
    heard.stage.change(screen=heard.stage.document["screen"] | {"name": "doubt"})
    heard.wait(heard.stage.document["revision"])
    assert plain(WORDS[language]["doubt.never"]) in said(heard)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_service_that_is_away_during_a_payment_says_that_one_must_not_pay_twice(heard, stage, language):
    heard.expected_errors = ("net::ERR", "Failed to load resource", "EventSource", "503")
    show(heard, "pay.insert_or_tap", language=language)
    heard.page.evaluate("said.length = 0")
    stage.is_cut = True
    stage.drop()
    heard.page.wait_for_selector(".veil .restarting", timeout=9000)
    for key in ("connection.title", "connection.money"):
        assert plain(WORDS[language][key]) in said(heard), key
    assert plain(WORDS[language]["connection.money"]) in read(heard)
    stage.is_cut = False
    heard.page.wait_for_selector(".veil", state="detached", timeout=9000)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_question_before_time_is_up_is_said_with_its_answers(heard, language):
    show(heard, "timeout.warning", language=language)
    told = said(heard)
    for key in ("timeout.title", "timeout.extend", "restart"):
        assert plain(WORDS[language][key]) in told, key
    before = plain(WORDS[language]["timeout.lead"].split("{time}")[0])
    assert before in told and before in read(heard)
    assert "1 " + plain(WORDS[language]["timeout.extend"]) in told
    heard.page.wait_for_timeout(2200)
    assert said(heard) == told, "the seconds that are left are not counted aloud"


def test_whoever_switches_speech_on_hears_the_screen_that_is_there(heard, stage):
    heard.show("review.shop", notices=[{"code": "shop.away"}])
    heard.page.evaluate("said.length = 0")
    heard.page.keyboard.press("NumpadMultiply")
    heard.page.wait_for_function("said.length > 0")
    for text in ("Order 1042", "Total €15 10", "The shop cannot be reached right now", "1 Pay €15 10"):
        assert text in said(heard), text


def test_a_notice_that_comes_is_said_once_beside_the_screen(heard, stage):
    show(heard, "review.shop")
    heard.page.evaluate("said.length = 0")
    for _ in range(2):
        stage.change(notices=[{"code": "printer.paperOut"}])
        heard.wait(stage.document["revision"])
    assert said(heard) == plain(WORDS["en"]["code.printer.paperOut"]) == plain(heard.page.text_content("#status"))


def test_what_the_terminal_wants_next_is_said_with_what_to_do(heard, stage):
    show(heard, "pay.insert_or_tap")
    heard.page.evaluate("said.length = 0")
    stage.change(screen=stage.document["screen"] | {"picture": "pin"})
    heard.wait(stage.document["revision"])
    assert said(heard) == plain(WORDS["en"]["pay.pin"] + " " + WORDS["en"]["pay.pinLead"])
