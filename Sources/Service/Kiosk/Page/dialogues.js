/** What stands over a screen: the warning before time is up, the page's own questions, language and display, a service that is away. */
import { element } from "./element.js";
import { icon } from "./icons.js";
import { button, spinner } from "./parts.js";
import { picture } from "./pictures.js";
import { languageNames } from "./words.js";

/** Screens during which money may be moving. */
const moneyMoves = new Set(["pay", "goods", "doubt", "partial"]);

/** The one dialogue that is over the page now, drawn; null if none is. */
export function dialogue(kiosk, own) {
    const over = uppermost(kiosk, own);
    return over && veil(over);
}

/** Which dialogue is over the page, and what it says: `key`, `title` and `text`; null if none is. */
export function dialogueWords(kiosk, own) {
    return uppermost(kiosk, own);
}

/** The most urgent first. */
function uppermost(kiosk, own) {
    if (own.connection === "down") return restarting(kiosk);
    if (kiosk.state.timeout?.warning) return stillThere(kiosk);
    if (own.question) return question(kiosk, own);
    if (own.panel === "language") return languages(kiosk, own);
    if (own.panel === "display") return display(kiosk, own);
    return null;
}

function veil({ key, title, content }) {
    return element("div", { class: "veil", key: `veil:${key}` },
        element("div", { class: `dialogue ${key}`, role: "dialog", "aria-modal": "true", "aria-labelledby": "dialogue-title" },
            element("h2", { id: "dialogue-title", class: "dialogue-title", tabindex: "-1" }, title), content));
}

function restarting({ state, say }) {
    const text = moneyMoves.has(state.screen.name) ? say("connection.money") : say("connection.lead");
    return { key: "restarting", title: say("connection.title"), text, content: [picture("restart"), element("p", { class: "lead" }, text), spinner()] };
}

function stillThere(kiosk) {
    const { state, say, act, elapsed, duration } = kiosk;
    const left = Math.max(0, state.timeout.remaining_ms - elapsed(0));
    const text = say("timeout.lead", { time: duration(left) });
    const actions = element("div", { class: "dialogue-actions" },
        button({ label: say("timeout.extend"), kind: "primary", key: "extend", press: () => act("extend"), "data-act": "extend", "data-first": true }),
        button({ label: say("restart"), key: "start", press: () => act("start"), "data-act": "start" }));
    return { key: "still-there", title: say("timeout.title"), text, content: [element("p", { class: "lead" }, text), actions] };
}

function question({ say }, own) {
    const { title, text, yes, serious, then } = own.question;
    const actions = element("div", { class: "dialogue-actions" },
        button({ label: yes, kind: serious ? "danger" : "primary", key: "yes", press: () => { own.close(); then(); }, "data-answer": "yes" }),
        button({ label: say("no"), key: "no", press: own.close, "data-answer": "no", "data-first": true }));
    return { key: "question", title, text, content: [text ? element("p", { class: "lead" }, text) : null, actions] };
}

function closing(kiosk, own) {
    return button({ kind: "round", label: "", mark: "close", name: kiosk.say("close"), class: "closing", key: "close", press: own.close });
}

function languages(kiosk, own) {
    const choose = (code) => { own.close(); kiosk.act("language", code); };
    const chips = element("div", { class: "chips", "data-scroll": true }, kiosk.state.languages.map((code) => element("button", {
        type: "button", class: "chip", key: code, lang: code, "aria-pressed": String(code === kiosk.language), "data-act": "language",
        "data-first": code === kiosk.language, on: { click: () => choose(code) },
    }, languageNames[code] ?? code)));
    return { key: "languages-panel", title: kiosk.say("language"), content: [closing(kiosk, own), chips] };
}

function display(kiosk, own) {
    const { state, say, act } = kiosk;
    const group = (name, current, values) => element("div", { class: "setting", role: "group", "aria-label": say(`display.${name}`), key: name },
        element("p", { class: "setting-name" }, say(`display.${name}`)),
        element("div", { class: "segments" }, values.map(([value, label]) => element("button", {
            type: "button", class: "segment", key: String(value), "aria-pressed": String(value === current), "data-act": name,
            on: { click: () => act(name, value) },
        }, label))));
    const settings = element("div", { class: "settings", "data-scroll": true },
        group("text_size", state.text_size, [100, 150, 200].map((size) => [size, kiosk.percent(size)])),
        group("appearance", state.appearance, ["auto", "light", "dark", "contrast"].map((name) => [name, say(`display.${name}`)])),
        group("reach", state.reach, ["normal", "low"].map((name) => [name, say(`display.${name}`)])),
        group("speech", state.speech, [[false, say("display.off")], [true, say("display.on")]]),
        element("button", {
            type: "button", class: "staff-link", key: "staff", "data-act": "staff", on: { click: () => { own.close(); act("staff"); } },
        }, icon("person"), element("span", {}, say("staff"))));
    return { key: "display-panel", title: say("display"), content: [closing(kiosk, own), settings] };
}
