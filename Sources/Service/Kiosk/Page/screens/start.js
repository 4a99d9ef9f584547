/** From the first touch to an order that exists already. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { keypad } from "../keypad.js";
import { nothing, remark, scrolling, waiting } from "../parts.js";
import { picture } from "../pictures.js";
import { languageNames } from "../words.js";

/** Nobody is there yet. All of the middle begins; the languages stand below in their own names. */
export function attract(kiosk) {
    const { state, say, act } = kiosk;
    return {
        layout: "attract", title: state.shop_name || say("attract.title"), titleIsForeign: Boolean(state.shop_name),
        picture: "welcome", lead: [say("attract.lead")],
        body: [languageRow(kiosk)],
        actions: [{ act: "begin", label: say("attract.begin"), kind: "primary" }],
        touchAnywhere: () => act("begin"),
    };
}

function languageRow(kiosk) {
    return element("div", { class: "languages", role: "group", "aria-label": kiosk.say("language"), key: "languages" },
        kiosk.state.languages.map((code) => element("button", {
            type: "button", class: "chip", key: code, lang: code, "aria-pressed": String(code === kiosk.language),
            "data-act": "language", on: { click: (event) => { event.stopPropagation(); kiosk.act("language", code); } },
        }, languageNames[code] ?? code)));
}

/** What the customer wants: an order that is there, or a new one. */
export function home(kiosk) {
    const { screen, say } = kiosk;
    return {
        layout: "choice", title: say("home.title"), restart: true,
        body: [element("div", { class: "tiles", key: "tiles" },
            screen.can_find && tile(kiosk, "find", "order", say("home.find"), say("home.findLead")),
            screen.can_compose && tile(kiosk, "compose", "choose", say("home.compose"), say("home.composeLead")))],
        actions: [],
    };
}

function tile(kiosk, act, name, label, lead) {
    return element("button", {
        type: "button", class: "tile", key: act, "data-act": act, on: { click: () => kiosk.act(act) },
    }, picture(name), element("span", { class: "words" },
        element("span", { class: "tile-label" }, label), element("span", { class: "tile-lead" }, lead)));
}

/** The number of an order, typed or scanned. */
export function find(kiosk) {
    const { screen, say, act } = kiosk;
    const busy = screen.state === "looking";
    return {
        layout: "split", title: say("find.title"), lead: [say("find.lead")], back: "back", restart: true,
        status: findStatus(kiosk), spoken: [!findStatus(kiosk) && say("find.scan")],
        hero: [numberField(kiosk), findRemark(kiosk)],
        body: [keypad(kiosk, { disabled: busy })],
        actions: [
            { act: "submit", label: say("find.submit"), kind: "primary", disabled: busy || !screen.digits },
            { act: "list", label: say("find.list"), mark: "list", disabled: busy },
        ],
        keys: { digit: (digit) => act("digit", digit), erase: () => act("erase"), submit: () => act("submit") },
        scan: (text) => act("scan", text),
    };
}

function numberField(kiosk) {
    const { digits } = kiosk.screen;
    return element("p", { class: `number-field ${digits ? "" : "empty"} ${digits.length > 12 ? "long" : ""}`.trim(), key: "number" },
        element("span", { class: "heard-only" }, `${kiosk.say("find.number")}: `),
        foreign(digits || " ", { class: "digits", "data-clamp": true }), element("i", { class: "caret", "aria-hidden": "true" }));
}

function findStatus({ screen, say, code }) {
    switch (screen.state) {
    case "looking": return say("find.looking");
    case "not_found": return say("find.notFound");
    case "paid": return say("find.paid");
    case "ended": return say("find.ended");
    case "failed": return code(screen.code) || say("find.failed");
    default: return "";
    }
}

function findRemark(kiosk) {
    const text = findStatus(kiosk);
    if (!text) return element("p", { class: "hint", key: "hint" }, icon("qr"), element("span", {}, kiosk.say("find.scan")));
    if (kiosk.screen.state === "looking") return waiting(text);
    return remark(text, kiosk.screen.state === "paid" ? "good" : "attention");
}

/** The orders that can be paid here. */
export function orders(kiosk) {
    const { screen, say } = kiosk;
    const rows = screen.rows ?? [];
    return {
        layout: "list", title: say("orders.title"), back: "back", restart: true,
        status: ordersStatus(kiosk), spoken: [!ordersStatus(kiosk) && screen.whole === false && say("orders.notWhole")],
        body: [ordersBody(kiosk, rows)],
        actions: [],
    };
}

/** Why there are no orders; nothing if there are. */
function ordersStatus({ screen, say, code }) {
    if (screen.state === "loading") return say("orders.loading");
    if (screen.state === "failed") return code(screen.code) || say("orders.failed");
    return (screen.rows ?? []).length === 0 ? say("orders.none") : "";
}

function ordersBody(kiosk, rows) {
    const { screen, say } = kiosk;
    const status = ordersStatus(kiosk);
    if (screen.state === "loading") return waiting(status);
    if (status) return nothing(screen.state === "failed" ? remark(status, "attention") : element("p", {}, status));
    return scrolling({ class: "rows", key: "orders", "aria-label": say("orders.title") },
        rows.map((row) => orderRow(kiosk, row)),
        screen.whole === false && element("p", { class: "hint", key: "whole" }, icon("info"), element("span", {}, say("orders.notWhole"))));
}

function orderRow(kiosk, row) {
    return element("button", {
        type: "button", class: "row", key: `order:${row.id}`, "data-act": "choose", on: { click: () => kiosk.act("choose", row.id) },
    }, element("span", { class: "row-main" }, foreign(row.number, { class: "row-title" }),
        row.name ? foreign(row.name, { class: "row-detail", "data-clamp": true }) : null),
    element("span", { class: "row-side" }, element("strong", {}, foreign(kiosk.amount(row.total))),
        element("span", { class: "row-detail" }, kiosk.time(row.when))), icon("forward"));
}
