/** Questions that staff answer one by one, and all answers before they are told to the till. The service keeps what was answered. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { keypad } from "../keypad.js";
import { letters } from "../letters.js";
import { scrolling } from "../parts.js";
import { operatorView, plainButton, problem } from "./parts.js";

const numbers = new Set(["receipt", "trace", "newest"]);
const amounts = new Set(["amount", "total"]);
const choices = new Set(["restarted", "anothers", "other_terminal"]);

/** The question that stands now, or all answers. `title` is whose they are; `known` is shown before they are told to the till. */
export function question(kiosk, title, known = []) {
    const { step } = kiosk.screen;
    if (numbers.has(step) || amounts.has(step)) return numberQuestion(kiosk);
    if (step === "words") return wordsQuestion(kiosk);
    if (step === "confirm") return confirmation(kiosk, title, known);
    return choiceQuestion(kiosk);
}

function choiceQuestion(kiosk) {
    const { screen, say } = kiosk;
    const isDay = screen.kind === "end_of_day";
    const key = screen.step === "statement" && isDay ? "day" : screen.step;
    const answers = choices.has(screen.step) ? [["yes", say("operator.yes")], ["no", say("no")]]
        : (screen.statements ?? []).map((statement) => [statement, say(`operator.said.${statement}`)]);
    return operatorView(kiosk, say(`operator.ask.${key}`), {
        lead: [screen.step === "statement" && !isDay ? say("operator.ask.where") : null],
        body: [scrolling({ class: "settle", key: "settle", "aria-label": say("operator.tile.doubts") },
            element("div", { class: "answers", key: "answers" }, answers.map(([value, label]) =>
                ({ ...plainButton(kiosk, "answer", value, label), key: `answer:${value}` }))))],
    });
}

function numberQuestion(kiosk) {
    const { screen, say, act } = kiosk;
    const isAmount = amounts.has(screen.step);
    const shown = isAmount ? kiosk.amount({ ...screen.amount, minor: Number(screen.digits || 0) }) : screen.digits || " ";
    return {
        layout: "split operator-number", title: say(`operator.ask.${screen.step}`), back: "back", status: "",
        hero: [element("p", { class: `number-field ${screen.digits ? "" : "empty"}`, key: "number", dir: "ltr" },
            foreign(shown, { class: "digits" }), element("i", { class: "caret", "aria-hidden": "true" }))],
        body: [keypad(kiosk, {})],
        actions: [{ act: "submit", label: say("operator.next"), kind: "primary", disabled: !screen.can_submit }],
        keys: { digit: (digit) => act("digit", digit), erase: () => act("erase"), submit: () => act("submit") },
    };
}

const phrases = { done: ["byHand"], withdrawn: ["mistyped", "otherPayment"], usual: ["journal", "display", "acquirer"] };
/** The keys of what is asked and told in words of each statement's own. */
const asked = { done: "operator.ask.done", withdrawn: "operator.ask.withdrawn" };
const told = { done: "operator.entry.done", withdrawn: "operator.entry.withdrawn" };

function wordsQuestion(kiosk) {
    const { screen, say, act } = kiosk;
    const type = (text) => act("type", text);
    const known = phrases[screen.statement] ?? phrases.usual;
    const canSubmit = screen.statement === "booked" || (screen.text ?? "").trim() !== "";
    return {
        layout: "list email operator-words", title: say(asked[screen.statement] ?? "operator.ask.words"), back: "back",
        hero: [
            element("p", { class: `number-field address ${screen.text ? "" : "empty"}`, key: "address" },
                foreign(screen.text || " ", { class: "digits", "data-clamp": true }), element("i", { class: "caret", "aria-hidden": "true" })),
            element("div", { class: "chips", role: "group", "aria-label": say("operator.words"), key: "phrases" }, known.map((name) =>
                element("button", { type: "button", class: "chip", key: name, "data-act": "type", on: { click: () => type(say(`operator.words.${name}`)) } },
                    say(`operator.words.${name}`)))),
        ],
        body: [letters(kiosk, { type, disabled: false, words: true })],
        actions: [{ act: "submit", label: say("operator.next"), kind: "primary", disabled: !canSubmit }],
        keys: {
            letter: (letter) => type(kiosk.latestText() + letter), space: true,
            erase: () => type([...kiosk.latestText()].slice(0, -1).join("")), submit: () => act("submit"),
        },
    };
}

/** Everything that was answered, each with the way to answer it anew, and why the till did not take it. */
function confirmation(kiosk, title, known) {
    const { screen, say } = kiosk;
    const label = say(screen.statement === "withdrawn" ? "operator.confirmWithdraw" : "operator.confirm");
    return operatorView(kiosk, say("operator.ask.confirm"), {
        lead: [title],
        body: [scrolling({ class: "rows", key: "entries", "aria-label": say("operator.ask.confirm") }, problem(kiosk),
            known, (screen.entries ?? []).map((entry) => element("button", {
                type: "button", class: "row", key: `entry:${entry.step}`, "data-act": "change", on: { click: () => kiosk.act("change", entry.step) },
            }, element("span", { class: "row-main" }, element("span", { class: "row-detail" }, entryName(kiosk, entry.step)),
                foreign(entryText(kiosk, entry), { class: "row-title", "data-clamp": true })),
            element("span", { class: "row-side" }, say("operator.change")))))],
        actions: [{ act: "confirm", label, kind: "primary" }],
        ownProblem: true,
    });
}

function entryName({ screen, say }, step) {
    if (step === "words" && screen.statement in told) return say(told[screen.statement]);
    return say(`operator.entry.${step}`);
}

function entryText({ screen, say, amount }, { step, value }) {
    if (step === "statement") return value ? say(`operator.said.${value}`) : "–";
    if (typeof value === "boolean") return value ? say("operator.yes") : say("no");
    if (amounts.has(step)) return value === null ? "–" : amount({ ...screen.amount, minor: value });
    return value || "–";
}
