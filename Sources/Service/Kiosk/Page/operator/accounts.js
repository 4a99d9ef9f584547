/** Payments one by one, and the figures. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { keypad } from "../keypad.js";
import { nothing, scrolling } from "../parts.js";
import { advice, askingButton, card, cards, fact, operatorView, plainButton, timeLine, words } from "./parts.js";
import { table } from "./table.js";

const outcomeLevels = {
    approved: "ok", done: "ok", declined: "attention", cancelled: "attention", reversed: "attention", not_charged: "attention", goods_not_given: "attention",
    in_doubt: "trouble", unknown: "trouble", goods_unpaid: "trouble",
};

function outcomeText(kiosk, outcome) {
    return kiosk.named("operator.outcome", outcome);
}

/** What it is, unless it is a payment. */
function kindText(kiosk, kind) {
    return kind === "payment" ? "" : kiosk.named("operator.kind", kind);
}

/** The payments of today, the newest first. */
export function payments(kiosk) {
    const { screen, say } = kiosk;
    const rows = screen.rows ?? [];
    return operatorView(kiosk, say("operator.tile.payments"), {
        body: [rows.length === 0 ? nothing(element("p", {}, say("operator.noPayments")))
            : scrolling({ class: "rows", key: "payments", "aria-label": say("operator.tile.payments") },
                rows.map((row) => paymentRow(kiosk, row)), screen.next && plainButton(kiosk, "more", undefined, say("operator.more")))],
    });
}

function paymentRow(kiosk, row) {
    return element("button", {
        type: "button", class: `row level-${outcomeLevels[row.outcome] ?? "plain"}`, key: `payment:${row.id}`, "data-act": "payment",
        on: { click: () => kiosk.act("payment", row.id) },
    }, element("span", { class: "row-main" }, foreign(row.order || row.id, { class: "row-title", "data-clamp": true }),
        element("span", { class: "row-detail" }, [kiosk.time(row.at), kindText(kiosk, row.kind), outcomeText(kiosk, row.outcome)].filter(Boolean).join(" · "))),
    element("span", { class: "row-side" }, element("strong", {}, foreign(kiosk.amount(row.amount)))), icon("forward"));
}

/** One payment with what happened, and what can be done about it. */
export function payment(kiosk) {
    const { screen, say, amount, time, act } = kiosk;
    const { payment: paid = {}, can = {} } = screen;
    const back = begunHere(kiosk);
    return operatorView(kiosk, say("operator.payment", { amount: amount(paid.amount) }), {
        ...(back ? { status: [back.title, back.state, back.wanted].filter(Boolean) } : {}),
        body: [back && givingBack(kiosk, back), scrolling({ class: "two-columns", key: "payment", "aria-label": say("operator.tile.payments") },
            element("div", { class: "card", key: "facts" },
                fact(say("operator.order"), paid.order), fact(say("operator.time"), time(paid.at)),
                fact(say("operator.what"), kindText(kiosk, paid.kind ?? "payment")), fact(say("operator.outcome"), outcomeText(kiosk, paid.outcome ?? "")),
                fact(say("operator.terminal"), paid.reader), fact(say("operator.receiptNumber"), paid.receipt),
                ...givenBack(kiosk), can.refund && refundPart(kiosk, paid)),
            timeLine(kiosk))],
        actions: [can.withdraw && { act: "settlement", value: paid.id, label: say("operator.withdraw") },
            can.reprint && { act: "reprint", label: say("operator.reprint"), mark: "printer" }],
        extra: can.reverse ? [askingButton(kiosk, {
            act: "reverse", label: say("operator.reverse"), question: say("operator.reverseAsk", { amount: amount(paid.amount) }), kind: "danger",
        })] : [],
        keys: can.refund ? { digit: (digit) => act("digit", digit), erase: () => act("erase") } : undefined,
    });
}

/** The pictures of a terminal for which there are words. */
const pictures = new Set(["insert", "insert_or_tap", "remove", "pin", "wait"]);

/** What gives money back and was begun on this page: what it is, how it stands, and what the terminal wants while it runs. */
function begunHere(kiosk) {
    const { screen, say, amount } = kiosk;
    const begun = screen.giving_back;
    const row = begun && (screen.returns ?? []).find((one) => one.id === begun.id);
    if (!row) return null;
    const isRunning = row.outcome === "running";
    const picture = pictures.has(begun.picture) ? begun.picture : "wait";
    return {
        row, title: returnTitle(kiosk, row, amount(row.amount)), state: outcomeText(kiosk, row.outcome),
        wanted: isRunning ? say(begun.checking ? "operator.checking" : `pay.${picture}`) : "", text: isRunning ? begun.text : "",
    };
}

function returnTitle(kiosk, row, rest) {
    return `${kindText(kiosk, row.kind)} · ${rest}`;
}

/** How it ended, and what to do then; until it has, what the terminal asks for. */
function givingBack(kiosk, { row, title, state, wanted, text }) {
    const { say, told } = kiosk;
    const isOpen = row.outcome === "in_doubt" || row.outcome === "unknown";
    return card({
        class: "card giving-back", key: `back:${row.id}`, title: foreign(title, { "data-clamp": true }), level: outcomeLevels[row.outcome] ?? "attention", state,
        lines: [
            words(wanted), text && fact(say("pay.terminalSays"), text), !wanted && words(row.known, "", told),
            isOpen && advice(say("operator.backInDoubt", { place: say("operator.tile.doubts") })),
        ],
    });
}

/** What was given back already, each time for itself, and what is left. */
function givenBack(kiosk) {
    const { screen, amount, say, time } = kiosk;
    const rows = screen.returns ?? [];
    if (rows.length === 0) return [];
    return [
        ...rows.map((row) => fact(returnTitle(kiosk, row, time(row.at)), `${amount(row.amount)} · ${outcomeText(kiosk, row.outcome)}`,
            { key: `return:${row.id}` })),
        fact(say("operator.givenBack"), amount(screen.given_back)), fact(say("operator.leftToRefund"), amount(screen.left)),
    ];
}

function refundPart(kiosk, paid) {
    const { screen, say, amount } = kiosk;
    const left = screen.left ?? paid.amount;
    const typed = { ...left, minor: Number(screen.digits || 0) };
    const sum = typed.minor === 0 ? left : typed;
    return element("div", { class: "refund", key: "refund" },
        element("p", { class: "number-field small" },
            element("span", { class: "field-name" }, say("operator.refundAmount")), foreign(amount(sum), { class: "digits" })),
        keypad(kiosk, {}),
        askingButton(kiosk, {
            act: "refund", value: sum.minor, label: say("operator.refund", { amount: amount(sum) }),
            question: say("operator.refundAsk", { amount: amount(sum) }), kind: "danger", disabled: sum.minor > left.minor,
        }));
}

/** The service draws a chart in the colours that the page has now. */
function chartPath({ state }, path) {
    const dark = state.appearance === "auto" && matchMedia("(prefers-color-scheme: dark)").matches;
    const appearance = state.appearance === "auto" ? (dark ? "dark" : "light") : state.appearance;
    return `${path}${path.includes("?") ? "&" : "?"}appearance=${appearance}`;
}

/** Text in a table of the service's is in its words. */
function toldCell(cell) {
    return typeof cell === "string" ? { told: cell } : cell;
}

/** Charts that the service draws, each with its numbers as a table. */
export function figures(kiosk) {
    const { screen, say } = kiosk;
    const items = [
        ...(screen.charts ?? []).map((chart) => element("figure", { class: "card chart", key: `chart:${chart.name}` },
            element("img", { src: chartPath(kiosk, chart.path), alt: "" }), element("figcaption", {}, foreign(kiosk.named("operator.figure", chart.name))))),
        ...(screen.tables ?? []).map((one) => element("article", { class: "card", key: `table:${one.name}` },
            table(kiosk, kiosk.named("operator.figure", one.name), one.columns.map(toldCell), one.rows.map((row) => row.map(toldCell))))),
    ];
    return operatorView(kiosk, say("operator.tile.figures"), { body: [cards(kiosk, say("operator.tile.figures"), items, say("operator.nothing"))] });
}
