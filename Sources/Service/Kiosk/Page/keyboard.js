/** Everything by keys: a full keyboard, a numeric keypad alone, or a scanner that types.
 *  Arrows (or + and −) walk, Enter takes, Escape goes back, * speaks; digits type where a number is wanted, and choose elsewhere. */

/** Keys of a scanner follow each other faster than this, in milliseconds. */
const scannerGap = 45;
const shortestScan = 4;

/** The keys that end a scan. */
const ends = new Set(["Enter"]);

const walks = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Listens to keys. `page` tells what is shown: `view()`, `screen()`, `isCovered()`, and takes `escape()`, `scan(text)`, `choose(number)`,
 *  `toggleSpeech()`. */
export function listenToKeys(page) {
    const keys = { page, buffer: [], timer: null, typed: false };
    document.addEventListener("keydown", (event) => pressed(keys, event));
    // What was typed before a touch comes before it.
    document.addEventListener("click", () => flush(keys), { capture: true });
}

function pressed(keys, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    // A keypad's digits are digits whether NumLock is on or not: kiosk keypads have no such key.
    const isDigit = /^Numpad[0-9]$/.test(event.code);
    const command = isDigit ? null : commands(keys)[event.code] ?? commands(keys)[event.key];
    if (command) {
        // What waits to be told from a scan was pressed before this key.
        if (!ends.has(event.key)) flush(keys);
        if (command(event) !== false) event.preventDefault();
        return;
    }
    const character = isDigit ? event.code.at(-1) : event.key;
    if ([...character].length === 1) {
        event.preventDefault();
        if (!event.repeat || takesText(keys)) typed(keys, character);
    }
}

function commands(keys) {
    const { page } = keys;
    return {
        Enter: () => enter(keys),
        NumpadEnter: () => enter(keys),
        Escape: () => page.escape(),
        Backspace: () => page.view()?.keys?.erase?.(),
        NumpadAdd: () => walk(keys, 1),
        NumpadSubtract: () => walk(keys, -1),
        NumpadMultiply: () => page.toggleSpeech(),
        ArrowDown: (event) => arrow(keys, event), ArrowUp: (event) => arrow(keys, event),
        ArrowLeft: (event) => arrow(keys, event), ArrowRight: (event) => arrow(keys, event),
        Tab: () => { keys.typed = false; return false; },
    };
}

function takesText(keys) {
    return keys.page.view()?.keys?.letter !== undefined;
}

/** A character waits for the next one: from a scanner it comes at once, from a person it does not. */
function typed(keys, character) {
    clearTimeout(keys.timer);
    keys.buffer.push({ character, screen: keys.page.screen() });
    if (takesText(keys)) return flush(keys);
    keys.timer = setTimeout(() => flush(keys), scannerGap);
}

/** What was typed was typed by a person, for the screen that was shown then. */
function flush(keys) {
    clearTimeout(keys.timer);
    const { view, choose, screen } = keys.page;
    for (const { character, screen: meant } of keys.buffer.splice(0)) {
        if (meant !== screen()) continue;
        const takes = keys.page.isCovered() ? null : view()?.keys;
        keys.typed = Boolean(takes);
        if (takes?.letter && (character !== " " || takes.space)) takes.letter(character);
        else if (/[0-9]/.test(character) && takes?.digit) takes.digit(character);
        else if (/[0-9]/.test(character)) choose(character === "0" ? 10 : Number(character));
        else if (character === " ") document.activeElement?.closest("button")?.click();
    }
}

/** Ends a scan; else takes what is typed, what has the focus, or the screen's one way on. */
function enter(keys) {
    const scanned = keys.buffer.map(({ character }) => character).join("");
    if (scanned.length >= shortestScan) {
        keys.buffer = [];
        clearTimeout(keys.timer);
        keys.page.scan(scanned);
        return true;
    }
    flush(keys);
    const focused = document.activeElement?.closest("button");
    const { view, isCovered } = keys.page;
    if (focused && !keys.typed) return false;
    if (!isCovered() && view()?.keys?.submit) view().keys.submit();
    else (focused ?? primary())?.click();
    return true;
}

function primary() {
    return area().querySelector("button.primary");
}

/** Where the focus may be: the dialogue if there is one. */
function area() {
    return document.querySelector(".veil") ?? document.querySelector(".shell") ?? document.body;
}

function arrow(keys, event) {
    const scrolled = document.activeElement?.matches("[data-scroll]") && event.key.match(/Up|Down/);
    if (scrolled && canScroll(document.activeElement, event.key)) return false;
    const mirrored = document.documentElement.dir === "rtl" && event.key.match(/Left|Right/);
    walk(keys, walks[event.key] * (mirrored ? -1 : 1));
    return true;
}

function canScroll(box, key) {
    return key === "ArrowUp" ? box.scrollTop > 0 : box.scrollTop + box.clientHeight < box.scrollHeight - 1;
}

/** Moves the focus to the next control, from the last to the first. */
function walk(keys, by) {
    keys.typed = false;
    const controls = [...area().querySelectorAll("button, [tabindex='0']")].filter((control) => control.getClientRects().length > 0);
    if (controls.length === 0) return;
    const here = controls.indexOf(document.activeElement);
    const next = here < 0 ? entry(controls, by) : controls[(here + by + controls.length) % controls.length];
    next.focus();
}

/** The first control of the screen itself: its tools come after. */
function entry(controls, by) {
    const own = controls.filter((control) => !control.closest(".header"));
    return (by > 0 ? own[0] : own.at(-1)) ?? controls[0];
}
