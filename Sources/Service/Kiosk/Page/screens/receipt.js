/** After the money: the receipt in one of its ways, and good-bye. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { letters } from "../letters.js";
import { remark, sum, waiting } from "../parts.js";
import { labelled } from "../speech.js";

const signs = { print: "printer", email: "mail", show: "qr", none: "none" };

/** Paid. Which receipt? */
export function receipt(kiosk) {
    const { screen, say, amount } = kiosk;
    const remarks = [
        ...(screen.unavailable ?? []).map(({ choice, code }) => `${say(`receipt.no.${choice}`)} ${kiosk.code(code)}`),
        screen.shop_told === false && say("shopLater"),
    ].filter(Boolean);
    const choices = ["print", "email", "show", "none"].filter((choice) => (screen.choices ?? []).includes(choice));
    const unavailable = new Set((screen.unavailable ?? []).map(({ choice }) => choice));
    // Whoever has the receipt already is done; the other ways are extras.
    const hasIt = screen.by_terminal === true;
    const first = hasIt ? "none" : choices.find((choice) => !unavailable.has(choice));
    return {
        layout: "message receipt", tone: "good", picture: "thanks", title: say("receipt.title"), status: say("receipt.title"),
        hero: [paidSum(kiosk)],
        lead: [say(hasIt ? "receipt.byTerminal" : "receipt.question")],
        spoken: [
            labelled(say("receipt.paid"), amount(screen.paid ?? screen.total)), screen.tip && labelled(say("receipt.tip"), amount(screen.tip)), ...remarks,
        ],
        body: remarks.map((text) => remark(text, "plain")),
        actionsLayout: "grid", finish: true,
        actions: choices.map((choice) => ({
            act: choice, kind: choice === first ? "primary" : "secondary", disabled: unavailable.has(choice),
            ...(hasIt && choice === "none" ? { label: say("done"), mark: "check" } : { label: say(`receipt.${choice}`), mark: signs[choice] }),
        })),
    };
}

function paidSum({ screen, say, amount }) {
    return element("div", { class: "sums", key: "sums" },
        screen.tip && sum(say("receipt.tip"), amount(screen.tip)),
        sum(say("receipt.paid"), amount(screen.paid ?? screen.total), { class: "sum total" }));
}

const printViews = {
    printing: { name: "printing", tone: "plain" },
    printed: { name: "printed", tone: "good" },
    unconfirmed: { name: "askPaper", tone: "attention" },
    waiting: { name: "noPaper", tone: "attention" },
    failed: { name: "noPaper", tone: "attention" },
};

/** The print, told as it is: "printed" only when the printer has proved it. */
export function printing(kiosk) {
    const { screen, say, code, act } = kiosk;
    const { name, tone } = printViews[screen.state] ?? printViews.printing;
    const title = say(`printing.${screen.state}`);
    return {
        layout: "message", picture: name, tone, title, status: title, lead: [say(`printing.${screen.state}Lead`)],
        body: [screen.state === "printing" && waiting(say("printing.wait"))],
        footnote: screen.code ? code(screen.code) : "", finish: !["printed", "waiting", "failed"].includes(screen.state),
        actions: printingActions(screen.state, say, act),
    };
}

function printingActions(state, say, act) {
    const done = { act: "done", label: say("done"), kind: "primary" };
    const others = [{ act: "show", label: say("receipt.show"), mark: "qr" }, { act: "email", label: say("receipt.email"), mark: "mail" }];
    switch (state) {
    case "unconfirmed":
        return [
            { act: "came_out", value: true, label: say("printing.came"), kind: "primary", press: () => act("came_out", true) },
            { act: "came_out", value: false, label: say("printing.cameNot"), press: () => act("came_out", false) },
        ];
    case "printed": return [done];
    case "printing": return others;
    default: return [{ ...others[0], kind: "primary" }, others[1], { ...done, kind: "quiet" }];
    }
}

/** An address typed on the page's own keyboard, or on a real one. */
export function email(kiosk) {
    const { screen, say, act } = kiosk;
    const typing = screen.state === "typing" || screen.state === "problem";
    const type = (text) => act("type", text);
    return {
        layout: "list email", title: say("email.title"), lead: [say("email.hint")], back: "back", finish: true, status: emailStatus(kiosk),
        hero: [addressField(kiosk), emailRemark(kiosk)],
        body: [letters(kiosk, { type, disabled: !typing })],
        actions: [{ act: "send", label: say("email.send"), kind: "primary", disabled: !typing || !(screen.text ?? "").includes("@") }],
        keys: {
            letter: (letter) => act("type", kiosk.latestText() + letter),
            erase: () => act("type", [...kiosk.latestText()].slice(0, -1).join("")), submit: () => act("send"),
        },
    };
}

function addressField({ screen, say }) {
    return element("p", { class: `number-field address ${screen.text ? "" : "empty"}`, key: "address", dir: "ltr" },
        element("span", { class: "heard-only" }, `${say("email.address")}: `),
        foreign(screen.text || " ", { class: "digits", "data-clamp": true }), element("i", { class: "caret", "aria-hidden": "true" }));
}

function emailStatus({ screen, say, code }) {
    switch (screen.state) {
    case "sending": return say("email.sending");
    case "sent": return say("email.sent");
    case "queued": return say("email.queued");
    case "problem": return code(screen.code) || say("email.problem");
    default: return "";
    }
}

function emailRemark(kiosk) {
    const text = emailStatus(kiosk);
    if (!text) return null;
    return kiosk.screen.state === "sending" ? waiting(text) : remark(text, ["sent", "queued"].includes(kiosk.screen.state) ? "good" : "attention");
}

/** The receipt as a code for the customer's own phone. */
export function qr(kiosk) {
    const { screen, say } = kiosk;
    return {
        layout: "message qr", title: say("qr.title"), lead: [say("qr.lead")], status: say("qr.lead"),
        body: [
            element("span", { class: "code-frame", key: "code" }, element("img", { src: screen.svg_path, alt: say("qr.alt") })),
            screen.text ? foreign(screen.text, { class: "said", key: "text", "data-clamp": true }) : null,
        ],
        actions: [{ act: "done", label: say("done"), kind: "primary" }],
    };
}

/** Good-bye. A touch begins anew. */
export function thanks(kiosk) {
    const { screen, say, act } = kiosk;
    return {
        layout: "message", tone: "good", picture: "thanks", title: say("thanks.title"), status: say("thanks.title"),
        lead: [screen.printed ? say("thanks.take") : say("thanks.lead"), screen.shop_told === false ? say("shopLater") : null],
        actions: [{ act: "begin", label: say("thanks.begin"), kind: "secondary" }],
        touchAnywhere: () => act("begin"),
    };
}

