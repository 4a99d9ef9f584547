/** Spoken guidance by the browser's voice, where it has one. Said when a screen comes, when its status changes, and of what has the focus. */

let last = "";

/** Says a text, after or instead of what is being said. */
export function speak(text, language, { interrupt = false } = {}) {
    const voice = globalThis.speechSynthesis;
    if (!voice || !text) return;
    if (interrupt) voice.cancel();
    const utterance = new SpeechSynthesisUtterance(text.replace(/[\u2066-\u2069]/g, ""));
    utterance.lang = language;
    voice.speak(utterance);
    last = text;
}

/** Says the last thing once more. */
export function speakAgain(language) {
    speak(last, language, { interrupt: true });
}

/** Stops. */
export function silence() {
    globalThis.speechSynthesis?.cancel();
}

/** What a screen says when it comes: its title, what stands below, and how many ways there are on. */
export function announcement(view) {
    return [view.title, ...(view.lead ?? [])].filter(Boolean).map(sentenced).join(" ");
}

function sentenced(text) {
    return /[.!?؟…]\u2069?$/.test(text) ? text : `${text}.`;
}

/** The name that a control is read by. */
export function nameOf(control) {
    const name = control.getAttribute("aria-label") ?? control.textContent;
    const pressed = control.getAttribute("aria-pressed") === "true" ? " ✓" : "";
    return `${name.trim()}${pressed}`;
}
