/** The payment and each way in which it can end. Nothing here offers to pay again unless not-charged is certain. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { keypad } from "../keypad.js";
import { remark, sum, waiting } from "../parts.js";
import { labelled } from "../speech.js";

const shownAfter = 2000;
const countedAfter = 10000;

/** No paper before paying: the customer decides whether a receipt by other ways will do. */
export function printerEmpty(kiosk) {
    const { say, code, screen } = kiosk;
    return {
        layout: "message", tone: "attention", picture: "noPaper", title: say("noPaper.title"), lead: [say("noPaper.lead")],
        footnote: code(screen.code), status: say("noPaper.lead"),
        actions: [{ act: "go_on", label: say("noPaper.goOn"), kind: "primary" }, { act: "start", label: say("restart") }],
    };
}

/** The terminal did not answer when it was to be asked; nothing was charged. */
export function terminalAway(kiosk) {
    const { say, code, screen } = kiosk;
    return {
        layout: "message", tone: "attention", picture: "away", title: say("away.title"), lead: [say("away.lead"), say("notCharged")],
        footnote: code(screen.code), status: say("away.lead"),
        actions: [{ act: "back", label: say("away.back"), kind: "primary" }, { act: "start", label: say("restart") }],
    };
}

/** A tip, in percent or as typed; none is a choice like the others. */
export function tip(kiosk) {
    const { screen, say, act, amount } = kiosk;
    const typed = screen.base && { ...screen.base, minor: Number(screen.digits || 0) };
    return {
        layout: "split tip", title: say("tip.title"), lead: [say("tip.lead", { amount: amount(screen.base) })], back: "back", restart: true,
        body: [
            element("div", { class: "suggestions", key: "suggestions" },
                (screen.suggestions ?? []).map((suggestion) => suggestionButton(kiosk, suggestion))),
            element("p", { class: "number-field small", key: "typed" }, element("span", { class: "field-name" }, say("tip.other")),
                foreign(amount(typed), { class: "digits" })),
            keypad(kiosk, {}),
        ],
        actions: [
            { act: "none", label: say("tip.none"), kind: screen.digits ? "secondary" : "primary" },
            screen.digits && { act: "submit", label: say("tip.give", { amount: amount(typed) }), kind: "primary" },
        ],
        spoken: (screen.suggestions ?? []).map((suggestion) => labelled(kiosk.percent(suggestion.percent), amount(suggestion.amount))),
        keys: { digit: (digit) => act("digit", digit), erase: () => act("erase"), submit: () => act(screen.digits ? "submit" : "none") },
    };
}

function suggestionButton(kiosk, { percent, amount }) {
    return element("button", {
        type: "button", class: "suggestion", key: `tip:${percent}`, "data-act": "tip", on: { click: () => kiosk.act("tip", percent) },
    }, element("strong", {}, kiosk.percent(percent)), foreign(kiosk.amount(amount)));
}

/** What the terminal wants now, and for whom it waits. */
export function pay(kiosk) {
    const { screen, say, amount } = kiosk;
    const name = payPicture(screen);
    const title = say(`pay.${name}`);
    const lead = say(`pay.${name}Lead`);
    return {
        layout: "message pay", picture: name, title, status: [title, lead], spoken: [labelled(say("total"), amount(screen.due))],
        hero: [element("p", { class: "due", key: "due" }, foreign(amount(screen.due)))],
        lead: [lead],
        body: [payWaiting(kiosk), terminalWords(kiosk)],
        refreshEvery: 1000,
        actions: [screen.can_cancel && screen.phase !== "cancelling" && { act: "cancel", label: say("pay.stop"), kind: "secondary" }],
    };
}

/** What is shown of the terminal. */
const pictures = new Set(["insert", "insert_or_tap", "remove", "pin", "wait"]);

function payPicture({ phase, picture }) {
    if (phase === "cancelling") return "cancel";
    if (picture) return pictures.has(picture) ? picture : "wait";
    return phase === "authorising" ? "authorise" : "wait";
}

function payWaiting(kiosk) {
    const { screen, say, elapsed, duration } = kiosk;
    const since = elapsed(screen.since_ms);
    const whom = screen.waiting_for;
    if (!["terminal", "host"].includes(whom) || since < shownAfter) return element("p", { class: "waiting reserved", key: "waiting" });
    const text = say(`pay.waitsFor.${whom}`);
    return waiting(since < countedAfter ? text : `${text} · ${duration(since)}`);
}

function terminalWords({ screen, say }) {
    if (!screen.text) return null;
    return element("p", { class: "terminal-words", key: "words" }, element("span", { class: "field-name" }, say("pay.terminalSays")),
        foreign(screen.text, { "data-clamp": true }));
}

/** The machine gives the goods. */
export function goods(kiosk) {
    const { screen, say } = kiosk;
    return {
        layout: "message", picture: "goods", title: say("goods.title"), status: say("goods.title"), lead: [say("goods.lead")],
        spoken: [screen.text, say("goods.wait")],
        body: [screen.text ? foreign(screen.text, { class: "said", key: "text", "data-clamp": true }) : null, waiting(say("goods.wait"))], actions: [],
    };
}

/** Nobody knows yet whether the card was charged. There is no way to pay from here. */
export function doubt(kiosk) {
    const { screen, say, amount, elapsed, duration } = kiosk;
    const since = elapsed(screen.since_ms);
    return {
        layout: "message doubt", tone: "attention", picture: "doubt", title: say("doubt.title"), status: [say("doubt.lead"), say("doubt.never")],
        spoken: [
            say("doubt.never"), labelled(say("total"), amount(screen.due)), screen.reference && `${say("doubt.reference")} ${screen.reference}`,
        ],
        hero: [element("p", { class: "due", key: "due" }, foreign(amount(screen.due)))],
        lead: [say("doubt.lead")],
        body: [
            element("p", { class: "strong-remark", key: "never" }, say("doubt.never")),
            waiting(since < countedAfter ? say("doubt.asking") : `${say("doubt.asking")} · ${duration(since)}`),
            screen.reference && element("p", { class: "reference", key: "reference" }, say("doubt.reference"), " ", foreign(screen.reference)),
        ],
        refreshEvery: 1000, actions: [],
    };
}

/** Reasons of payments that nobody declined: only the terminal's journal shows that they came to nothing. */
const untaken = new Set(["not_charged", "taken_back"]);

/** The card was not charged. */
export function declined(kiosk) {
    const { screen, say, reason } = kiosk;
    const isDeclined = !untaken.has(screen.reason);
    const title = isDeclined ? say("declined.title") : say("declined.notCharged");
    return {
        layout: "message", tone: isDeclined ? "trouble" : "attention", picture: "declined", title, status: title,
        lead: [reason(screen.reason), say("notCharged")],
        actions: [
            screen.can_again && { act: "again", label: say("declined.again"), kind: "primary" },
            { act: "start", label: say("restart"), kind: screen.can_again ? "secondary" : "primary" },
        ],
    };
}

/** The payment was stopped before anything was charged. */
export function cancelled(kiosk) {
    const { screen, say } = kiosk;
    const by = ["customer", "terminal", "time", "staff"].includes(screen.by) ? screen.by : "terminal";
    return {
        layout: "message", picture: "cancelled", title: say("cancelled.title"), status: say("cancelled.title"),
        lead: [say(`cancelled.${by}`), say("notCharged")],
        actions: [
            screen.can_again && { act: "again", label: say("cancelled.again"), kind: "primary" },
            { act: "start", label: say("restart"), kind: screen.can_again ? "secondary" : "primary" },
        ],
    };
}

/** A part of the amount was charged. The rest is open, and the staff's to see to: the order is not paid by it. */
export function partial(kiosk) {
    const { screen, say, amount } = kiosk;
    return {
        layout: "message", tone: "attention", picture: "part", title: say("partial.title", { amount: amount(screen.approved) }),
        status: say("partial.lead"), lead: [say("partial.lead")],
        spoken: [labelled(say("total"), amount(screen.total)), labelled(say("partial.approved"), amount(screen.approved)),
            labelled(say("partial.open"), amount(screen.open))],
        body: [element("div", { class: "sums", key: "sums" },
            sum(say("total"), amount(screen.total)), sum(say("partial.approved"), amount(screen.approved)),
            sum(say("partial.open"), amount(screen.open), { class: "sum total" }))],
        actions: [{ act: "accept", label: say("partial.accept"), kind: "primary" }], finish: true,
    };
}

/** The kiosk cannot take money now; staff read the cause. */
export function outOfService(kiosk) {
    const { screen, say } = kiosk;
    return {
        layout: "message closed", picture: "closed", title: say("closed.title"), status: say("closed.title"), lead: [say("closed.lead")],
        spoken: [kiosk.code(screen.code)], body: [remarkForStaff(kiosk, screen)], actions: [],
    };
}

function remarkForStaff(kiosk, { code }) {
    return element("div", { class: "for-staff", key: "staff" },
        element("p", {}, element("span", { class: "field-name" }, kiosk.say("closed.staff")), element("code", {}, foreign(code))),
        remark(kiosk.code(code), "plain"));
}
