/** The PIN, what stands behind it, and what this kiosk is. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { keypad } from "../keypad.js";
import { remark, scrolling } from "../parts.js";
import { cards, fact, levelMark, operatorView } from "./parts.js";

/** Who is it, and the PIN. Of the digits only their number is known here. */
export function pin(kiosk) {
    const { screen, say, act } = kiosk;
    const none = screen.state === "none_configured";
    return {
        layout: "split operator-pin", title: say("operator.pin"), back: "back", status: pinStatus(kiosk),
        hero: [nameChips(kiosk), pinDots(kiosk), pinRemark(kiosk)],
        body: [!none && keypad(kiosk, { disabled: screen.state === "locked" })],
        actions: [!none && { act: "submit", label: say("operator.enter"), kind: "primary", disabled: screen.state === "locked" || !screen.entered }],
        keys: { digit: (digit) => act("digit", digit), erase: () => act("erase"), submit: () => act("submit") },
        refreshEvery: screen.state === "locked" ? 1000 : 0,
    };
}

function nameChips({ screen, act, say }) {
    const names = screen.names ?? [];
    if (names.length < 2) return null;
    return element("div", { class: "chips", role: "group", "aria-label": say("operator.name"), key: "names" }, names.map((name) => element("button", {
        type: "button", class: "chip", key: `name:${name}`, "aria-pressed": String(name === screen.chosen), "data-act": "name",
        on: { click: () => act("name", name) },
    }, foreign(name, { "data-clamp": true }))));
}

function pinDots({ screen, say, number }) {
    const entered = screen.entered ?? 0;
    return element("p", { class: "pin-dots", key: "dots" },
        element("span", { class: "heard-only" }, say("operator.entered", { count: entered, number: number(entered) })),
        Array.from({ length: Math.min(12, Math.max(4, entered)) }, (_, index) => element("i", {
            class: index < entered ? "full" : "", "aria-hidden": "true", key: index,
        })));
}

function pinStatus({ screen, say, elapsed, duration }) {
    switch (screen.state) {
    case "wrong": return say("operator.wrong");
    case "locked": return say("operator.locked", { time: duration(Math.max(0, (screen.locked_ms ?? 0) - elapsed(0))) });
    case "none_configured": return say("operator.none");
    default: return "";
    }
}

function pinRemark(kiosk) {
    const text = pinStatus(kiosk);
    return text ? { ...remark(text, kiosk.screen.state === "wrong" ? "trouble" : "attention"), key: "pin-remark" } : null;
}

const signs = {
    devices: "printer", payments: "money", doubts: "question", day: "calendar", deliveries: "truck", receipts: "receipt",
    figures: "chart", settings: "settings",
};

/** What there is to look after. */
export function home(kiosk) {
    const { screen, say, number, amount } = kiosk;
    const figures = screen.figures ?? {};
    return operatorView(kiosk, say("operator.home"), {
        back: null,
        hero: [element("div", { class: "figures", key: "figures" },
            figure(say("operator.taken"), takenText(figures.taken, amount)), figure(say("operator.paymentsToday"), number(figures.payments ?? 0)))],
        body: [scrolling({ class: "operator-tiles", key: "tiles", "aria-label": say("operator.home") },
            (screen.tiles ?? []).map((tile) => homeTile(kiosk, tile)))],
    });
}

function takenText(taken, amount) {
    return Array.isArray(taken) ? taken.map(amount).join(" · ") : amount(taken);
}

function figure(name, value) {
    return element("p", { class: "figure" }, element("span", { class: "muted" }, name), element("strong", {}, foreign(value || "–")));
}

function homeTile({ act, say, number }, { name, count, level }) {
    const quiet = level === "ok" ? say("operator.ok") : say("operator.look");
    const state = !count ? quiet : level === "ok" ? number(count) : say(`operator.${level}`, { count, number: number(count) });
    return element("button", { type: "button", class: "operator-tile", key: name, "data-act": "open", on: { click: () => act("open", name) } },
        icon(signs[name] ?? "info"), element("span", { class: "operator-tile-name" }, say(`operator.tile.${name}`)), levelMark(level, state));
}

const settingNames = {
    release: "operator.till", shop: "operator.shop", reader: "operator.terminal", printer: "operator.printer", start: "operator.start",
};

/** What this kiosk is made of. Language and looks are above, as on each screen. */
export function settings(kiosk) {
    const text = (name, value) => (name === "start" ? kiosk.named("operator.start", value) : String(value ?? "–"));
    const rows = (kiosk.screen.rows ?? []).map(({ name, value }) => fact(name in settingNames ? kiosk.say(settingNames[name]) : name, text(name, value)));
    const name = kiosk.say("operator.tile.settings");
    const all = rows.length ? [element("article", { class: "card", key: "settings" }, rows)] : [];
    return operatorView(kiosk, name, { body: [cards(kiosk, name, all, kiosk.say("operator.nothing"))] });
}
