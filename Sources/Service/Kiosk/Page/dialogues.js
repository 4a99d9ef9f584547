/** What stands over a screen: the warning before time is up, the page's own questions, language and display, a service that is away. */
import { element } from "./element.js";
import { icon } from "./icons.js";
import { button, spinner } from "./parts.js";
import { picture } from "./pictures.js";
import { languageNames } from "./words.js";

/** Screens during which money may be moving. */
const moneyMoves = new Set(["pay", "goods", "doubt", "partial"]);

/** The one dialogue that is over the page now, the most urgent first; null if none is. */
export function dialogue(kiosk, own) {
    if (own.connection === "down") return restarting(kiosk);
    if (kiosk.state.timeout?.warning) return stillThere(kiosk);
    if (own.question) return question(kiosk, own);
    if (own.panel === "language") return languages(kiosk, own);
    if (own.panel === "display") return display(kiosk, own);
    return null;
}

function veil(key, heading, ...content) {
    return element("div", { class: "veil", key: `veil:${key}` },
        element("div", { class: `dialogue ${key}`, role: "dialog", "aria-modal": "true", "aria-labelledby": "dialogue-title" },
            element("h2", { id: "dialogue-title", class: "dialogue-title", tabindex: "-1" }, heading), ...content));
}

function restarting({ state, say }) {
    return veil("restarting", say("connection.title"), picture("restart"),
        element("p", { class: "lead" }, moneyMoves.has(state.screen.name) ? say("connection.money") : say("connection.lead")), spinner());
}

function stillThere(kiosk) {
    const { state, say, act, elapsed, duration } = kiosk;
    const left = Math.max(0, state.timeout.remaining_ms - elapsed(0));
    return veil("still-there", say("timeout.title"),
        element("p", { class: "lead" }, say("timeout.lead", { time: duration(left) })),
        element("div", { class: "dialogue-actions" },
            button({ label: say("timeout.extend"), kind: "primary", key: "extend", press: () => act("extend"), "data-act": "extend", "data-first": true }),
            button({ label: say("restart"), key: "start", press: () => act("start"), "data-act": "start" })));
}

function question({ say }, own) {
    const { title, text, yes, serious, then } = own.question;
    return veil("question", title, text ? element("p", { class: "lead" }, text) : null,
        element("div", { class: "dialogue-actions" },
            button({ label: yes, kind: serious ? "danger" : "primary", key: "yes", press: () => { own.close(); then(); }, "data-answer": "yes" }),
            button({ label: say("no"), key: "no", press: own.close, "data-answer": "no", "data-first": true })));
}

function closing(kiosk, own) {
    return button({ kind: "round", label: "", mark: "close", name: kiosk.say("close"), class: "closing", key: "close", press: own.close });
}

function languages(kiosk, own) {
    const choose = (code) => { own.close(); kiosk.act("language", code); };
    return veil("languages-panel", kiosk.say("language"), closing(kiosk, own),
        element("div", { class: "chips", "data-scroll": true }, kiosk.state.languages.map((code) => element("button", {
            type: "button", class: "chip", key: code, lang: code, "aria-pressed": String(code === kiosk.language), "data-act": "language",
            "data-first": code === kiosk.language, on: { click: () => choose(code) },
        }, languageNames[code] ?? code))));
}

function display(kiosk, own) {
    const { state, say, act } = kiosk;
    const group = (name, current, values) => element("div", { class: "setting", role: "group", "aria-label": say(`display.${name}`), key: name },
        element("p", { class: "setting-name" }, say(`display.${name}`)),
        element("div", { class: "segments" }, values.map(([value, label]) => element("button", {
            type: "button", class: "segment", key: String(value), "aria-pressed": String(value === current), "data-act": name,
            on: { click: () => act(name, value) },
        }, label))));
    return veil("display-panel", say("display"), closing(kiosk, own),
        element("div", { class: "settings", "data-scroll": true },
            group("text_size", state.text_size, [100, 150, 200].map((size) => [size, kiosk.percent(size)])),
            group("appearance", state.appearance, ["auto", "light", "dark", "contrast"].map((name) => [name, say(`display.${name}`)])),
            group("reach", state.reach, ["normal", "low"].map((name) => [name, say(`display.${name}`)])),
            group("speech", state.speech, [[false, say("display.off")], [true, say("display.on")]]),
            element("button", {
                type: "button", class: "staff-link", key: "staff", "data-act": "staff", on: { click: () => { own.close(); act("staff"); } },
            }, icon("person"), element("span", {}, say("staff")))));
}
