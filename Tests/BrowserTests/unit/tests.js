/* Unit tests of the page's modules, run in the browser that shows them. `results` holds [name, failure or null]. */
import { element, update } from "/kiosk/page/element.js";
import { amountText, decimalText, durationText, percentText, timeText } from "/kiosk/page/formats.js";
import { makeKiosk } from "/kiosk/page/kiosk.js";
import { choicesOf, guidance, sentences } from "/kiosk/page/speech.js";
import { direction, languageNames, load, sentence } from "/kiosk/page/words.js";

const place = document.getElementById("place");
const tests = {
    "an amount is exact at any size"() {
        equal(decimalText(1234, 2), "12.34");
        equal(decimalText(5, 2), "0.05");
        equal(decimalText(-5, 2), "-0.05");
        equal(decimalText(7, 0), "7");
        equal(decimalText(1234567, 3), "1234.567");
        equal(amountText({ minor: 999999999999999, currency: "EUR", exponent: 2 }, "en"), "€9,999,999,999,999.99");
    },
    "an amount has its currency's digits, not two"() {
        equal(amountText({ minor: 500, currency: "JPY", exponent: 0 }, "en"), "¥500");
        equal(amountText({ minor: 1500, currency: "KWD", exponent: 3 }, "en").replace(/\s/g, " "), "KWD 1.500");
    },
    "an amount of an unknown currency is told with its code"() {
        equal(amountText({ minor: 100, currency: "???", exponent: 2 }, "en"), "1.00 ???");
    },
    "an amount in Arabic has the digits that the terminal shows"() {
        equal(/12\.40/.test(amountText({ minor: 1240, currency: "EUR", exponent: 2 }, "ar")), true);
    },
    "a time that is none is nothing"() {
        equal(timeText(null, "en"), "");
        equal(timeText("no time", "en"), "");
    },
    "a time is that of the shop's clocks, wherever the page is"() {
        const day = new Date();
        day.setUTCHours(23, 30, 0, 0);
        const [kiritimati, honolulu] = ["Pacific/Kiritimati", "Pacific/Honolulu"].map((zone) => timeText(day.toISOString(), "de", zone));
        equal([kiritimati.endsWith("13:30"), honolulu.endsWith("13:30")].join(), "true,true");
        equal(timeText("2026-01-15T23:30:00Z", "de", "Europe/Berlin"), "16.01.26, 00:30");
        const kiosk = makeKiosk({ language: "de", screen: {}, receivedAt: 0, time_zone: "Europe/Berlin" }, {});
        equal(kiosk.time("2026-01-15T23:30:00Z"), "16.01.26, 00:30");
        equal(timeText("2026-01-15T12:00:00Z", "de", "no such zone") === "", false);
    },
    "a duration has the largest unit that fits"() {
        equal(durationText(14000, "en"), "14 seconds");
        equal(durationText(125000, "en"), "2 minutes");
        equal(durationText(-1, "en"), "0 seconds");
        equal(durationText(90000000, "de"), "1 Tag");
    },
    "a percentage may have a fraction"() { equal(percentText(12.5, "en"), "12.5%"); },
    async "an argument is isolated, and a text with braces stays as it is"() {
        await load("en");
        equal(sentence("en", "review.order", { number: "{amount}" }), "Order \u2068{amount}\u2069");
    },
    async "a count chooses the form of a sentence"() {
        await load("pl");
        equal(sentence("pl", "catalogue.review", { count: 3, number: "3" }), "Sprawdź \u20683\u2069 produkty");
        equal(sentence("pl", "catalogue.review", { count: 5, number: "5" }), "Sprawdź \u20685\u2069 produktów");
    },
    async "a key that a language lacks is told in English, an unknown one by its name"() {
        await load("en");
        equal(sentence("xx", "back"), "Back");
        equal(sentence("en", "no.such.key"), "no.such.key");
    },
    async "Arabic is written from the right, as its file says"() {
        await load("ar");
        equal([direction("ar"), direction("de")].join(), "rtl,ltr");
        equal([languageNames.ar, languageNames.tr].join(), "العربية,Türkçe");
    },
    async "a reason is told by the service's word, one that only a newer service knows as the terminal's"() {
        await load("en");
        const kiosk = makeKiosk({ language: "en", screen: {}, receivedAt: 0 }, {});
        equal(kiosk.reason("limit"), "The bank of your card did not approve this amount.");
        equal(kiosk.reason("card_expired"), "This card has expired.");
        equal(kiosk.reason("wrong_pin"), "The PIN was not correct.");
        equal(kiosk.reason("host_unreachable"), "The bank could not be reached.");
        equal(kiosk.reason("nobody_knows"), "The terminal did not accept the payment.");
    },
    async "an amount that cannot be paid here is not called a matter of payments in general"() {
        await load("en");
        const kiosk = makeKiosk({ language: "en", screen: {}, receivedAt: 0 }, {});
        equal(kiosk.code("payment.overLimit"), "This amount is above what can be paid here. Please ask our staff.");
        equal(kiosk.code("payment.badAmount"), "This amount cannot be paid by card here.");
    },
    "what is spoken is sentences, none of them twice"() {
        equal(sentences(["Pay", null, "Now!", "Pay", "\u2068Ada\u2069"]), "Pay. Now! \u2068Ada\u2069.");
        equal(guidance({ title: "Pay", lead: ["Lead"], spoken: [false, "Total: 5"], footnote: "", status: ["Pay", "Lead"] }).join("|"), "Lead|Total: 5|Lead");
    },
    "a choice is spoken with the number that takes it"() {
        update(place, [element("button", { key: "a", type: "button", "data-number": "1", "aria-label": "Less" }, "-"),
            element("button", { key: "b", type: "button", "data-number": "2" }, element("span", {}, "Pay "), element("span", {}, " an order"))]);
        equal(choicesOf([...place.children]).join("|"), "1: Less|2: Pay an order");
    },
    async "an unknown code is told by its family, or as it is"() {
        await load("en");
        const kiosk = makeKiosk({ language: "en", screen: {}, receivedAt: 0 }, {});
        equal(kiosk.code("printer.exploded"), "The printer is not ready. (\u2068printer.exploded\u2069)");
        equal(kiosk.code("moon.full"), "Something is not ready yet. (\u2068moon.full\u2069)");
        equal(kiosk.code(null), "");
    },
    "a node with the same key is kept, wherever it goes"() {
        const row = (key) => element("p", { key }, key);
        update(place, ["a", "b", "c"].map(row));
        const [a, b, c] = place.children;
        update(place, ["c", "a"].map(row));
        equal(place.children[0] === c && place.children[1] === a && !b.isConnected, true);
    },
    "the focus survives when something before it goes"() {
        const draw = (all) => update(place, all.map((key) => element("button", { key, type: "button" }, key)));
        draw(["a", "b", "c"]);
        place.children[1].focus();
        draw(["b", "c"]);
        equal(document.activeElement.textContent, "b");
        draw(["x", "b"]);
        equal(document.activeElement.textContent, "b");
    },
    "markup in a text stays text"() {
        update(place, [element("p", {}, "<img src=x onerror=alert(1)>")]);
        equal(place.querySelector("img"), null);
        equal(place.textContent, "<img src=x onerror=alert(1)>");
    },
    "an attribute that is no longer told is gone"() {
        update(place, [element("p", { key: "p", hidden: true, title: "x" })]);
        update(place, [element("p", { key: "p", title: null })]);
        equal(place.firstChild.hasAttribute("hidden") || place.firstChild.hasAttribute("title"), false);
    },
    "a listener calls what was drawn last, once"() {
        const calls = [];
        for (const number of [1, 2]) update(place, [element("button", { key: "b", type: "button", on: { click: () => calls.push(number) } })]);
        place.firstChild.click();
        equal(calls.join(), "2");
    },
    "nothing is drawn for null, false and empty text"() {
        update(place, [null, false, undefined, "", element("p", {}, null, [false, ["x"]])]);
        equal(place.innerHTML, "<p>x</p>");
    },
};

function equal(is, expected) {
    if (is !== expected) throw new Error(`${JSON.stringify(is)} is not ${JSON.stringify(expected)}`);
}

const results = [];
for (const [name, test] of Object.entries(tests)) {
    try {
        await test();
        results.push([name, null]);
    } catch (error) {
        results.push([name, error.message]);
    }
}
globalThis.results = results;
