/** Payments whose outcome nobody knows yet, and orders that could not be told to the shop. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { nothing, scrolling } from "../parts.js";
import { askingButton, card, cards, fact, operatorView, plainButton, words } from "./parts.js";

/** The payments in doubt. */
export function doubts(kiosk) {
    const { screen, say, amount, time } = kiosk;
    const rows = screen.rows ?? [];
    return operatorView(kiosk, say("operator.tile.doubts"), {
        body: [rows.length === 0 ? nothing(element("p", {}, say("operator.noDoubts")))
            : scrolling({ class: "rows", key: "doubts", "aria-label": say("operator.tile.doubts") }, rows.map((row) => element("button", {
                type: "button", class: "row", key: `doubt:${row.id}`, "data-act": "doubt", on: { click: () => kiosk.act("doubt", row.id) },
            }, element("span", { class: "row-main" }, foreign(row.order || row.id, { class: "row-title", "data-clamp": true }),
                foreign(row.text || time(row.at), { class: "row-detail", "data-clamp": true })),
            element("span", { class: "row-side" }, element("strong", {}, foreign(amount(row.amount))),
                element("span", { class: "row-detail" }, time(row.at))), icon("forward"))))],
    });
}

const steps = ["look", "found", "paper", "confirm"];

/** One doubt, settled step by step from what the terminal itself shows. */
export function doubt(kiosk) {
    const { screen, say, amount, time } = kiosk;
    const step = Math.max(0, steps.indexOf(screen.step));
    return operatorView(kiosk, say("operator.doubt", { amount: amount(screen.amount) }), {
        status: screen.text,
        body: [scrolling({ class: "settle", key: "settle", "aria-label": say("operator.tile.doubts") },
            element("ol", { class: "steps", key: "steps" }, steps.map((name, index) => element("li", {
                key: name, class: index < step ? "past" : "", "aria-current": index === step ? "step" : null,
            }, say(`operator.step.${name}`)))),
            element("div", { class: "card", key: "facts" },
                fact(say("operator.order"), screen.order), fact(say("operator.time"), time(screen.at)), fact(say("operator.terminal"), screen.reader)),
            screen.text ? element("p", { class: "question-text", key: "question" }, foreign(screen.text, { "data-clamp": true })) : null,
            element("div", { class: "answers", key: "answers" }, (screen.answers ?? []).map((answer) => answerButton(kiosk, answer))))],
    });
}

function answerButton(kiosk, { value, text, serious }) {
    const label = foreign(text, { "data-clamp": true });
    if (serious) return askingButton(kiosk, { act: "answer", value, label, question: text, kind: "danger", key: `answer:${value}` });
    return { ...plainButton(kiosk, "answer", value, label), key: `answer:${value}` };
}

const choices = {
    retry: (kiosk, id) => plainButton(kiosk, "retry", id, kiosk.say("operator.retry"), "primary"),
    anyway: (kiosk, id) => askingButton(kiosk, {
        act: "anyway", value: id, label: kiosk.say("operator.anyway"), question: kiosk.say("operator.anywayAsk"),
    }),
    discard: (kiosk, id) => askingButton(kiosk, {
        act: "discard", value: id, label: kiosk.say("operator.discard"), question: kiosk.say("operator.discardAsk"), kind: "danger",
    }),
};

/** What the shop has not been told, or did not take. */
export function deliveries(kiosk) {
    const { screen, say, duration, code } = kiosk;
    return operatorView(kiosk, say("operator.tile.deliveries"), {
        body: [cards(kiosk, say("operator.tile.deliveries"), (screen.rows ?? []).map((row) => card({
            key: `delivery:${row.id}`, title: foreign(row.order || row.id, { "data-clamp": true }),
            level: row.state === "waiting" ? "attention" : "trouble", state: say(row.state === "waiting" ? "operator.waiting" : "operator.setAside"),
            lines: [fact(say("operator.age"), duration(row.age_ms ?? 0)), words(row.text || code(row.code))],
            actions: (row.choices ?? []).filter((choice) => choice in choices).map((choice) => choices[choice](kiosk, row.id)),
        })), say("operator.noDeliveries"))],
    });
}
