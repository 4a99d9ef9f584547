"""The sentences: none is missing in any language, none lacks an argument, none invites to pay twice, and all of them fit."""
import re

import pytest

from conftest import SIZES
from stage import LANGUAGES, PAGE, WORDS

FORMS = {"en": "one other", "de": "one other", "nl": "one other", "tr": "one other", "fr": "one many other", "it": "one many other",
         "es": "one many other", "pl": "one few many other", "ar": "zero one two few many other"}
PLURAL = re.compile(r"^(catalogue\.review|operator\.(?:entered|attention|trouble))\.(zero|one|two|few|many|other)$")
# "Try again" and its like, in every language. They are on no screen: before money moves there are better words, after it there is none.
AGAIN = {
    "en": ["try again", "retry"], "de": ["erneut versuchen", "nochmal versuchen", "noch einmal versuchen"], "fr": ["réessay", "essayez encore"],
    "it": ["riprov", "ritenta"], "es": ["inténtelo", "reintent", "vuelva a intentar"], "nl": ["probeer", "opnieuw proberen"],
    "pl": ["spróbuj", "ponów próbę"], "tr": ["tekrar dene", "yeniden dene"], "ar": ["حاول مرة", "أعد المحاولة"],
}
PROMISES_ONE_PAYMENT = {
    "en": "do not pay again", "de": "zahlen Sie nicht noch einmal", "fr": "Ne payez pas une deuxième fois", "it": "Non paghi di nuovo",
    "es": "No pague otra vez", "nl": "niet nog een keer", "pl": "nie płacić ponownie", "tr": "yeniden ödemeyin", "ar": "ألا تدفع مرة أخرى",
}


def plain(words):
    """Keys without the plural forms' endings."""
    return {PLURAL.sub(r"\1", key) for key in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_missing_and_none_is_extra(language):
    assert plain(WORDS[language]) == plain(WORDS["en"])
    assert all(text.strip() == text != "" for text in WORDS[language].values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_number_is_there(drawn, language):
    categories = drawn.page.evaluate("(language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories", language)
    assert sorted(categories) == sorted(FORMS[language].split())
    for stem in {match[1] for match in map(PLURAL.match, WORDS[language]) if match}:
        forms = {match[2] for match in map(PLURAL.match, WORDS[language]) if match and match[1] == stem}
        assert forms == set(categories), stem


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_its_arguments(language):
    for key, text in WORDS[language].items():
        stem = PLURAL.sub(r"\1.other", key)
        assert set(re.findall(r"\{\w+\}", text)) == set(re.findall(r"\{\w+\}", WORDS["en"][stem])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_invites_to_try_again(language):
    for key, text in WORDS[language].items():
        assert not any(words in text.lower() for words in AGAIN[language]), f"{key}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_woo_ios13204_in_doubt_says_that_one_must_not_pay_again_and_offers_no_way_to(drawn, language):
    drawn.show("doubt.usual", language=language)
    assert PROMISES_ONE_PAYMENT[language] in drawn.page.inner_text(".main")
    assert drawn.page.locator(".main button, .footer button").count() == 0


def test_every_key_that_the_scripts_name_exists():
    scripts = "\n".join(path.read_text() for path in PAGE.rglob("*.js"))
    named = set(re.findall(r'say\(\s*"([^"]+)"', scripts))
    assert named <= plain(WORDS["en"]), named - plain(WORDS["en"])


def test_every_key_is_used_somewhere():
    scripts = "\n".join(path.read_text() for path in PAGE.rglob("*.js"))
    stems = re.findall(r"say\(`([\w.]+)\$", scripts) + re.findall(r'named\("([\w.]+)"', scripts)
    unused = [key for key in plain(WORDS["en"]) if f'"{key}"' not in scripts and not any(key.startswith(stem) for stem in stems) and not key.startswith(("code.", "language."))]
    assert not unused, unused


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits_the_smallest_screen_even_in_a_wider_font(drawn, stage, language):
    drawn.size(SIZES["small"])
    drawn.page.evaluate("document.documentElement.style.setProperty('--font', '\"DejaVu Sans\"')")
    found = []
    for name in [name for name in stage.states if "hostile" not in name]:
        drawn.show(name, language=language)
        found += [f"{name}: {one}" for one in drawn.check("overflow") + drawn.check("targets")]
    assert not found, "\n".join(found)
