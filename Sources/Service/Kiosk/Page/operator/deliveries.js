/** What the shop has not been told, or did not take. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { nothing, scrolling } from "../parts.js";
import { question } from "./form.js";
import { advice, askingButton, card, cards, fact, levelMark, operatorView, plainButton, words } from "./parts.js";

/** The messages, each with its reason; what can be done about a refused one is on its own screen. */
export function deliveries(kiosk) {
    const { screen, say, duration } = kiosk;
    return operatorView(kiosk, say("operator.tile.deliveries"), {
        body: [cards(kiosk, say("operator.tile.deliveries"), (screen.rows ?? []).map((row) => card({
            key: `delivery:${row.id}`, title: foreign(messageTitle(kiosk, row), { "data-clamp": true }), level: level(row.state), state: stateText(kiosk, row.state),
            lines: [fact(say("operator.order"), row.order), fact(say("operator.age"), duration(row.age_ms ?? 0)), reason(kiosk, row)],
            actions: [
                plainButton(kiosk, "retry", row.id, say("operator.retry"), "primary"), plainButton(kiosk, "delivery", row.id, say("operator.choices")),
            ],
        })), say("operator.noDeliveries"))],
    });
}

function messageTitle(kiosk, row) {
    return kiosk.named("operator.news", row.kind);
}

function level(state) {
    return state === "waiting" ? "attention" : "trouble";
}

function stateText({ say }, state) {
    return say(state === "waiting" ? "operator.waiting" : "operator.setAside");
}

function reason(kiosk, row) {
    return row.why ? words(row.why, "", kiosk.told) : words(kiosk.code(row.refusal));
}

const choices = {
    retry: (kiosk, id) => plainButton(kiosk, "retry", id, kiosk.say("operator.retry"), "primary"),
    anyway: (kiosk, id) => askingButton(kiosk, {
        act: "anyway", value: id, label: kiosk.say("operator.anyway"), question: kiosk.say("operator.anywayAsk"),
    }),
};

/** One message: why the shop does not have it, and each thing that can be done about it. */
export function delivery(kiosk) {
    const { screen, say, time } = kiosk;
    const title = messageTitle(kiosk, screen);
    if (screen.gone) return operatorView(kiosk, say("operator.tile.deliveries"), { body: [nothing(element("p", {}, say("operator.gone")))] });
    if (screen.step && screen.step !== "look") return question(kiosk, title);
    return operatorView(kiosk, title, {
        body: [scrolling({ class: "settle", key: "settle", "aria-label": title },
            element("div", { class: "card", key: "facts" }, levelMark(level(screen.message_state), stateText(kiosk, screen.message_state)),
                fact(say("operator.order"), screen.order), fact(say("operator.time"), time(screen.at)),
                reason(kiosk, screen), advice(screen.remedy, kiosk.told)),
            element("div", { class: "answers", key: "answers" },
                (screen.choices ?? []).filter((choice) => choice in choices).map((choice) => choices[choice](kiosk, screen.delivery)),
                { ...plainButton(kiosk, "answer", "done", say("operator.said.done")), key: "answer:done" }))],
    });
}
