/** Parts of the operators' screens. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { button, nothing, remark, scrolling, waiting } from "../parts.js";

/** What every operators' screen has: the way back, or out; and what the last act came to, unless the body says so itself. */
export function operatorView(kiosk, title, { back = "back", body = [], ownProblem = false, ...rest }) {
    const { screen, say } = kiosk;
    const isComing = screen.state === "loading";
    const failure = ownProblem ? null : problem(kiosk) ?? done(kiosk);
    return {
        layout: "list operator", title, back, leave: back ? null : "leave", actions: [], status: isComing ? say("pay.wait") : doneText(kiosk), ...rest,
        body: [failure, isComing ? waiting(say("pay.wait")) : null, ...(isComing && !hasContent(screen) ? [] : body)],
    };
}

/** Why the last act did nothing, and what to do about it, in the service's words. */
export function problem({ screen, code, told }) {
    if (!screen.code) return null;
    const { text, remedy } = screen.problem ?? {};
    const why = remark(foreign(text || code(screen.code), { "data-clamp": true, ...(text ? told : {}) }), "attention");
    return element("div", { class: "problem", key: "problem", role: "alert" }, { ...why, key: "why" }, advice(remedy, told));
}

/** The labels of what is done without a trace on its page. */
const doneLabels = {
    test_page: "operator.testPage", drawer: "operator.drawer", recover: "operator.recover", register: "operator.register",
    diagnose: "operator.diagnose", reprint: "operator.reprint", print: "receipt.print",
};

function doneText({ screen, say }) {
    return doneLabels[screen.done] ? say("operator.did", { what: say(doneLabels[screen.done]) }) : "";
}

/** That the last act was done, where nothing else on the page shows it. */
function done(kiosk) {
    const text = doneText(kiosk);
    return text ? element("p", { class: "done", key: "done" }, levelMark("ok", text)) : null;
}

/** What to do about something. `told` are the attributes of a sentence of the service's. */
export function advice(text, told = {}) {
    return text ? element("p", { class: "remedy", key: `remedy:${text}` }, icon("forward"), foreign(text, { "data-clamp": true, ...told })) : null;
}

/** Whether a page that is being loaded again has something to show meanwhile. */
function hasContent(screen) {
    return Object.values(screen).some((value) => value !== null && typeof value === "object");
}

/** A list of cards, or the sentence that there is nothing. */
export function cards(kiosk, name, items, empty) {
    if (items.length === 0) return nothing(element("p", {}, empty));
    return scrolling({ class: "cards", key: "cards", "aria-label": name }, items,
        kiosk.screen.next && button({ label: kiosk.say("operator.more"), key: "more", press: () => kiosk.act("more"), "data-act": "more" }));
}

/** One card: a heading with its state, lines below, buttons at its end. */
export function card({ key, title, state, level = "ok", lines = [], actions = [], class: kind = "card" }) {
    return element("article", { class: kind, key },
        element("header", { class: "card-head" }, element("h2", { class: "card-title" }, title), state ? levelMark(level, state) : null),
        lines.filter(Boolean), actions.filter(Boolean).length > 0 && element("div", { class: "card-actions" }, actions));
}

const levelMarks = { ok: "check", attention: "attention", trouble: "attention" };

/** A state in words, with a sign and a colour. */
export function levelMark(level, text) {
    return element("span", { class: `level ${level}` }, icon(levelMarks[level] ?? "info"), element("span", {}, text));
}

/** A name and a value. */
export function fact(name, value, rest = {}) {
    if (!value) return null;
    return element("p", { class: "fact", key: `fact:${name}`, ...rest }, element("span", { class: "muted" }, name), foreign(value, { "data-clamp": true }));
}

/** A sentence as it is. `told` are the attributes of one of the service's. */
export function words(text, kind = "", told = {}) {
    return text ? element("p", { class: `words ${kind}`.trim(), key: `words:${text}` }, foreign(text, { "data-clamp": true, ...told })) : null;
}

/** What happened to a payment, in the service's sentences. */
export function timeLine({ screen, say, time, told }) {
    return element("ol", { class: "time-line card", key: "why", "aria-label": say("operator.why") }, (screen.why ?? []).map((step, index) =>
        element("li", { key: index }, element("time", { class: "muted" }, time(step.at)), foreign(step.text, { "data-clamp": true, ...told }))));
}

/** A button that asks first. `serious` acts cannot be undone. */
export function askingButton(kiosk, { label, act, value, question, text, serious = true, kind = "secondary", key, disabled }) {
    return button({
        label, kind, key: key ?? act, disabled, "data-act": act,
        press: () => kiosk.ask({ title: question, text, yes: label, serious, then: () => kiosk.act(act, value) }),
    });
}

/** A button that acts at once. */
export function plainButton(kiosk, act, value, label, kind = "secondary") {
    return button({ label, kind, key: act, press: () => kiosk.act(act, value), "data-act": act });
}
