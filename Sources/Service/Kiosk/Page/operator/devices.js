/** Terminals and printers with what is wrong and its cure, and the receipts that wait for paper. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { advice, askingButton, card, cards, fact, operatorView, plainButton, words } from "./parts.js";

/** Each device with its findings. */
export function devices(kiosk) {
    const { screen, say } = kiosk;
    return operatorView(kiosk, say("operator.tile.devices"), {
        body: [cards(kiosk, say("operator.tile.devices"), (screen.devices ?? []).map((device) => deviceCard(kiosk, device)), say("operator.noDevices"))],
    });
}

function deviceCard(kiosk, device) {
    const { say } = kiosk;
    const findings = device.findings ?? [];
    return card({
        key: `device:${device.id}`,
        title: [icon(device.kind === "reader" ? "terminal" : "printer"), foreign(device.name, { "data-clamp": true })],
        level: findings.length === 0 ? "ok" : "trouble", state: foreign(stateText(kiosk, device.state)),
        lines: findings.map((finding) => element("div", { class: "finding", key: `finding:${finding.code}` },
            finding.text ? words(finding.text, "", kiosk.told) : words(kiosk.code(finding.code)), advice(finding.remedy, kiosk.told))),
        actions: device.kind === "reader" ? readerActions(kiosk, device.id) : [
            plainButton(kiosk, "test_page", device.id, say("operator.testPage")), plainButton(kiosk, "drawer", device.id, say("operator.drawer")),
            askingButton(kiosk, {
                act: "recover", value: device.id, label: say("operator.recover"), question: say("operator.recoverAsk"), serious: false,
            }),
        ],
    });
}

function stateText({ say }, state) {
    if (state === "ready") return say("operator.ready");
    return state === "not_ready" ? say("operator.notReady") : state;
}

function readerActions(kiosk, id) {
    const { say } = kiosk;
    return [
        plainButton(kiosk, "diagnose", id, say("operator.diagnose")),
        askingButton(kiosk, { act: "register", value: id, label: say("operator.register"), question: say("operator.registerAsk"), serious: false }),
    ];
}

/** Receipts of paid orders that no paper has come of. */
export function receipts(kiosk) {
    const { screen, say } = kiosk;
    return operatorView(kiosk, say("operator.tile.receipts"), {
        body: [cards(kiosk, say("operator.tile.receipts"), (screen.waiting ?? []).map((receipt) => receiptCard(kiosk, receipt)), say("operator.noReceipts"))],
    });
}

function receiptCard(kiosk, receipt) {
    const { say, amount, time, code, told } = kiosk;
    return card({
        key: `receipt:${receipt.id}`, title: foreign(receipt.order || receipt.id, { "data-clamp": true }), level: "attention",
        state: say(receipt.state === "failed" ? "operator.notPrinted" : "operator.waiting"),
        lines: [fact(say("total"), amount(receipt.amount)), fact(say("operator.time"), time(receipt.at)), fact(say("operator.shop"), receipt.shop),
            receipt.why ? words(receipt.why, "", told) : words(code(receipt.refusal))],
        actions: [
            plainButton(kiosk, "print", receipt.id, say("receipt.print"), "primary"),
            receipt.can_waive && askingButton(kiosk, { act: "waive", value: receipt.id, label: say("operator.waive"), question: say("operator.waiveAsk") }),
        ],
    });
}
