/** The page: takes the service's state, draws it, and sends what somebody does. It keeps nothing. */
import { connect } from "./client.js";
import { dialogueWords } from "./dialogues.js";
import { update } from "./element.js";
import { frame, shownNotices } from "./frame.js";
import { listenToKeys } from "./keyboard.js";
import { makeKiosk } from "./kiosk.js";
import { isPrepared, prepare, view as viewOf } from "./screens.js";
import { choicesOf, guidance, nameOf, sentences, silence, speak, speakAgain } from "./speech.js";
import { direction, isLoaded, load } from "./words.js";

const root = document.getElementById("kiosk");
const status = document.getElementById("status");
const scanSteps = { attract: "begin", home: "find", thanks: "begin" };

/** What only this page knows, for as long as it is open: it is about pixels, not about orders or money. */
const own = {
    connection: "up", panel: null, question: null, typed: null,
    open(panel) { own.panel = panel; render(); },
    close() { own.panel = null; own.question = null; render(); },
};
let view = null;
let shown = { id: null, boot: null, name: null, at: 0, focus: null, over: null, status: null, place: null, notices: [], speech: false };
let lastAct = 0;

const client = connect({
    changed: receive,
    connection(way) { own.connection = way; render(); },
});

async function receive(state) {
    if (!isLoaded("en") || !isLoaded(state.language) || !isPrepared(state.screen.name)) {
        await Promise.all([load("en"), load(state.language), prepare(state.screen.name).catch(() => {})]);
    }
    if (state === client.newest) {
        client.show(state);
        render();
    }
    // What the next screens need comes while this one is looked at.
    requestIdleCallback(() => prepare("review").catch(() => {}));
}

function kiosk() {
    const tools = makeKiosk(withTyped(client.state), { act, ask });
    return { ...tools, redraw: render, type, latestText: () => own.typed?.text ?? client.state.screen.text ?? "" };
}

/** The text of a field is what was typed here until the service has taken the last key. */
function withTyped(state) {
    if (own.typed === null || own.typed.id !== state.screen.id) return state;
    return { ...state, screen: { ...state.screen, text: own.typed.text } };
}

function act(name, value) {
    lastAct = performance.now();
    if (name === "type") return type(value);
    return client.act(name, value);
}

async function type(text) {
    const typed = { id: client.state.screen.id, text };
    own.typed = typed;
    render();
    await client.act("type", text);
    if (own.typed === typed) own.typed = null;
}

function ask(question) {
    own.question = question;
    render();
}

function render() {
    const { state } = client;
    if (state === null) return;
    const { screen } = state;
    const isNew = screen.id !== shown.id || state.boot !== shown.boot || screen.name !== shown.name;
    if (isNew) Object.assign(own, { panel: null, question: null, typed: null });
    dress(state);
    const tools = kiosk();
    view = viewOf(tools);
    update(root, frame(tools, view, own));
    root.dataset.screen = screen.name;
    root.dataset.screenId = screen.id;
    root.dataset.state = screen.state ?? screen.phase ?? "shown";
    root.dataset.revision = state.revision;
    scrollByKeys();
    numberChoices();
    moveFocus(isNew);
    announce(tools, isNew);
    shown = { ...shown, id: screen.id, boot: state.boot, name: screen.name, at: isNew ? performance.now() : shown.at };
}

/** Language, direction and looks stand on the root element. */
function dress(state) {
    const page = document.documentElement;
    page.lang = state.language;
    page.dir = direction(state.language);
    page.dataset.appearance = state.appearance;
    page.dataset.reach = state.reach;
    page.dataset.text = state.text_size;
    document.title = state.shop_name || "Till";
}

/** A screen with more than fits can be scrolled by keys: then, and only then, it takes the focus. */
function scrollByKeys() {
    const main = root.querySelector(".main");
    const scrolls = main.scrollHeight > main.clientHeight + 1 && getComputedStyle(main).overflowY === "auto";
    if (scrolls) main.setAttribute("tabindex", "0");
    else main.removeAttribute("tabindex");
}

/** A new screen takes the focus to its title; a dialogue to its first control, and back when it closes. */
function moveFocus(isNew) {
    const over = root.querySelector(".veil");
    if (over && over !== shown.over) {
        shown.focus = shown.over ? shown.focus : document.activeElement;
        (over.querySelector("[data-first]") ?? over.querySelector("h2")).focus();
    } else if (!over && shown.over) {
        (shown.focus?.isConnected && !isNew ? shown.focus : document.getElementById("title"))?.focus();
    } else if (!over && (isNew || document.activeElement === document.body)) {
        document.getElementById("title")?.focus({ preventScroll: true });
    }
    shown.over = over;
}

/** Where digits are not typed they choose: each control has its number, shown while keys are in use. */
function numberChoices() {
    for (const control of root.querySelectorAll("[data-number]")) delete control.dataset.number;
    if (!isCovered() && (view.keys?.digit || view.keys?.letter)) return;
    choices().slice(0, 10).forEach((control, index) => { control.dataset.number = (index + 1) % 10; });
}

/** What can be chosen: the screen's ways on first, so that 1 is the usual one; then what it lists, then the ways back. */
function choices() {
    const over = root.querySelector(".veil");
    const places = over ? [".veil button"] : [".actions button", ".main button", ".ways button"];
    return places.flatMap((place) => [...root.querySelectorAll(place)]).filter((control) => control.getAttribute("aria-disabled") !== "true");
}

/** Says what has come, aloud where that is wanted and to readers of the screen: all of a screen or dialogue, else a status or notice.
 *  Readers say the title by themselves, since it takes the focus or names the dialogue. */
function announce(tools, isNew) {
    const { state, language } = tools;
    const over = dialogueWords(tools, own);
    const place = `${over?.key ?? "screen"} ${language}`;
    const isBeginning = isNew || place !== shown.place || (state.speech && !shown.speech);
    const words = sentences([view.status].flat());
    const notices = shownNotices(state);
    const told = isBeginning && state.speech && !shown.speech ? [] : shown.notices;
    const more = notices.filter((code) => !told.includes(code)).map(tools.code);
    const numbered = [...root.querySelectorAll("[data-number]")].sort((one, other) => order(one) - order(other));
    const texts = isBeginning
        ? [...(over ? [over.text] : guidance(view)), ...more, ...choicesOf(numbered)]
        : [over || words === shown.status ? null : words, ...more];
    if (isBeginning || texts.some(Boolean)) status.textContent = sentences(texts);
    if (!state.speech) silence();
    else speak(sentences(isBeginning ? [over?.title ?? view.title, ...texts] : texts), language, { interrupt: isBeginning });
    Object.assign(shown, { status: words, place, notices, speech: state.speech });
}

/** Where a choice stands among them: 0 is the tenth. */
function order({ dataset: { number } }) {
    return Number(number) || 10;
}

function isCovered() {
    return root.querySelector(".veil") !== null;
}

/** The way back from what is over the page, else from the screen. */
function escape() {
    if (client.state?.timeout?.warning) return act("extend");
    if (own.panel || own.question) return own.close();
    if (view?.back) return act(view.back);
    if (client.state?.screen.name === "pay" && client.state.screen.can_cancel) return act("cancel");
    return undefined;
}

/** A scanned text goes to the screen that looks for orders, by way of those that lead there. */
async function scan(text) {
    for (let step = 0; step < 3 && client.state; step += 1) {
        const { name } = client.state.screen;
        if (view?.scan && name === "find") return act("scan", text);
        if (!(name in scanSteps)) return undefined;
        await act(scanSteps[name]);
    }
    return client.state?.screen.name === "find" ? act("scan", text) : undefined;
}

function toggleSpeech() {
    if (client.state?.speech) speakAgain(client.state.language);
    else act("speech", true);
}

/** Somebody is there: told unless an act has just said so. */
let activity = null;
function active(input) {
    document.documentElement.dataset.input = input;
    wantedDepth = 2 * depth;
    trapHistory();
    if (activity !== null || client.state === null) return;
    activity = setTimeout(() => {
        activity = null;
        if (performance.now() - lastAct > 900) client.act("activity");
    }, 900);
}

/**
 * Back buttons and swipes stay here: below the open entry of the history there are always more than anybody can go back at once. A
 * browser's own button passes over those that were made before the first touch, so as many are made then.
 */
const depth = 20;
let wantedDepth = depth;
function trapHistory() {
    for (let entry = history.state?.depth ?? 0; entry < wantedDepth; entry += 1) history.pushState({ depth: entry + 1 }, "");
}

/** The second tap of a double tap is not meant for the screen that the first one brought. */
function dropSecondTap(event) {
    if (event.detail > 1 && performance.now() - shown.at < 600) event.stopImmediatePropagation();
}

function listen() {
    for (const event of ["pointerdown", "wheel", "touchmove"]) addEventListener(event, () => active("touch"), { passive: true, capture: true });
    addEventListener("keydown", () => active("keys"), { capture: true });
    addEventListener("popstate", () => {
        trapHistory();
        if (!isCovered() && view?.back) act(view.back);
    });
    addEventListener("click", dropSecondTap, { capture: true });
    addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("dragstart", (event) => event.preventDefault());
    addEventListener("wheel", (event) => { if (event.ctrlKey) event.preventDefault(); }, { passive: false });
    addEventListener("focusin", ({ target }) => {
        if (client.state?.speech && target.matches("button")) speak(nameOf(target), client.state.language, { interrupt: true });
    });
    listenToKeys({ view: () => view, screen: () => shown.id, escape, scan, toggleSpeech, isCovered, choose: (number) => choices()[number - 1]?.click() });
    setInterval(() => {
        if (view?.refreshEvery || client.state?.timeout?.warning || client.state?.operator) render();
    }, 1000);
}

trapHistory();
listen();
