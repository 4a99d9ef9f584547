/** Payments and ends of day whose outcome nobody knows yet, and what was said of them. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { nothing, scrolling } from "../parts.js";
import { question } from "./form.js";
import { fact, operatorView, plainButton, timeLine, words } from "./parts.js";

/** What is in doubt. */
export function doubts(kiosk) {
    const { screen, say, amount, time } = kiosk;
    const rows = screen.rows ?? [];
    return operatorView(kiosk, say("operator.tile.doubts"), {
        body: [rows.length === 0 ? nothing(element("p", {}, say("operator.noDoubts")))
            : scrolling({ class: "rows", key: "doubts", "aria-label": say("operator.tile.doubts") }, rows.map((row) => element("button", {
                type: "button", class: "row", key: `doubt:${row.id}`, "data-act": "doubt", on: { click: () => kiosk.act("doubt", row.id) },
            }, element("span", { class: "row-main" }, foreign(rowTitle(kiosk, row), { class: "row-title", "data-clamp": true }),
                foreign(row.reader, { class: "row-detail", "data-clamp": true })),
            element("span", { class: "row-side" }, element("strong", {}, foreign(amount(row.amount))),
                element("span", { class: "row-detail" }, time(row.at))), icon("forward"))))],
    });
}

function rowTitle({ say }, row) {
    return row.kind === "end_of_day" ? say("operator.tile.day") : row.order || row.id;
}

const ways = {
    ask: (kiosk) => plainButton(kiosk, "answer", "ask", kiosk.say("operator.askTerminal"), "primary"),
    paper: (kiosk) => plainButton(kiosk, "answer", "paper", kiosk.say("operator.fromPaper")),
};

/** One doubt: what is known of it, and then, question by question, what the terminal's own journal says. */
export function doubt(kiosk) {
    const { screen, say, amount, time } = kiosk;
    const title = screen.kind === "end_of_day" ? say("operator.tile.day") : say("operator.doubt", { amount: amount(screen.amount) });
    if (screen.step && screen.step !== "look" && !screen.final) return question(kiosk, title);
    return operatorView(kiosk, title, {
        status: spoken(kiosk, screen.known),
        body: [scrolling({ class: "settle", key: "settle", "aria-label": say("operator.tile.doubts") },
            element("div", { class: "card", key: "facts" },
                fact(say("operator.order"), screen.order), fact(say("operator.time"), time(screen.at)), fact(say("operator.terminal"), screen.reader),
                screen.final && words(say("operator.settled"))),
            screen.known ? element("p", { class: "question-text", key: "known" }, foreign(screen.known, { "data-clamp": true, ...kiosk.told })) : null,
            element("div", { class: "answers", key: "answers" }, (screen.answers ?? []).filter((way) => way in ways).map((way) =>
                ({ ...ways[way](kiosk), key: `answer:${way}` }))))],
    });
}

/** What a person has said of a payment, and all that is known of it. It is withdrawn only after all of that was shown, with why. */
export function settlement(kiosk) {
    const { screen, say, amount, time } = kiosk;
    const title = say("operator.settlement", { amount: amount(screen.amount) });
    const known = [
        element("div", { class: "card", key: "facts" },
            fact(say("operator.order"), screen.order), fact(say("operator.time"), time(screen.at)), fact(say("operator.terminal"), screen.reader),
            fact(say("operator.outcome"), kiosk.named("operator.outcome", screen.outcome ?? "")), fact(say("operator.saidAt"), time(screen.said_at)),
            words(screen.said, "", kiosk.told), screen.gone && words(say("operator.notSaid"))),
        !screen.gone && words(say("operator.withdrawFollows"), "notice"),
    ];
    if (screen.step && screen.step !== "look") return question(kiosk, title, known);
    return operatorView(kiosk, title, {
        status: spoken(kiosk, screen.known),
        body: [scrolling({ class: "two-columns", key: "settlement", "aria-label": title }, element("div", { key: "known" }, known), timeLine(kiosk))],
        actions: [(screen.answers ?? []).includes("withdraw") && { act: "answer", value: "withdraw", label: say("operator.withdraw"), kind: "primary" }],
    });
}

/** A sentence of the service's for those who hear the page: only in the page's language, since another would be read wrongly. */
function spoken({ told }, text) {
    return told.lang ? "" : text;
}
