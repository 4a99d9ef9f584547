/** Each terminal's day, and where the till's journal, the terminal and the shop say different things. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { advice, askingButton, card, cards, fact, operatorView, plainButton, words } from "./parts.js";
import { table } from "./table.js";

const levels = { open: "ok", running: "ok", failed: "trouble", unclear: "trouble", demanded: "attention" };

/** The terminals, and what the last end of each one's day came to. */
export function day(kiosk) {
    const { screen, say } = kiosk;
    const items = [
        ...(screen.terminals ?? []).map((terminal) => terminalCard(kiosk, terminal)),
        ...(screen.reports ?? []).map((report, index) => reportCard(kiosk, report, index)),
    ];
    return operatorView(kiosk, say("operator.tile.day"), { body: [cards(kiosk, say("operator.tile.day"), items, say("operator.noDevices"))] });
}

function terminalCard(kiosk, terminal) {
    const { say, time } = kiosk;
    return card({
        key: `terminal:${terminal.id}`, title: [icon("terminal"), foreign(terminal.name, { "data-clamp": true })], level: levels[terminal.state] ?? "attention",
        state: kiosk.named("operator.day", terminal.state), lines: [fact(say("operator.lastTime"), time(terminal.at))],
        actions: [
            terminal.state !== "running" && askingButton(kiosk, {
                act: "end", value: terminal.id, label: say("operator.endDay"), question: say("operator.endDayAsk"), kind: "primary",
            }),
            terminal.doubt && plainButton(kiosk, "doubt", terminal.doubt, say("operator.fromPaper")),
        ],
    });
}

const verdicts = { agrees: "ok", differs: "trouble", not_comparable: "attention" };

function reportCard(kiosk, report, index) {
    const { say, time } = kiosk;
    const rows = report.rows ?? [];
    return card({
        key: `report:${index}`, title: foreign(report.name, { "data-clamp": true }), level: verdicts[report.verdict] ?? "attention",
        state: foreign(report.headline, kiosk.told),
        lines: [
            fact(say("operator.lastTime"), time(report.at)), words(report.outcome, "", kiosk.told),
            table(kiosk, say("operator.books"), [say("operator.what"), say("operator.till"), say("operator.terminal"), say("operator.shop")],
                rows.map((row) => [rowName(kiosk, row), cell(kiosk, row.till), cell(kiosk, row.terminal), cell(kiosk, row.shop)]),
                (number) => rows[number].differs),
            ...(report.differences ?? []).map((difference, place) => element("div", { class: "finding", key: `difference:${place}` },
                words(difference.text, "", kiosk.told), advice(difference.remedy, kiosk.told))),
            ...(report.remarks ?? []).map((remark) => words(remark, "muted", kiosk.told)),
        ],
    });
}

function rowName({ say }, { of, name }) {
    switch (of) {
    case "total": return say("total");
    case "receipt": return say("operator.row.receipt", { number: name });
    case "order": return say("review.order", { number: name });
    default: return { told: name };
    }
}

function cell(kiosk, value) {
    return typeof value === "string" ? kiosk.named("operator.cell", value) : value;
}
