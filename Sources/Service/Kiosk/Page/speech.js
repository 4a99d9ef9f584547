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

/** What a screen says when it comes, besides its title: what stands below, the amounts and remarks of its body, and its status. */
export function guidance(view) {
    return [...(view.lead ?? []), ...(view.spoken ?? []), view.footnote, ...[view.status].flat()].filter((text) => text && text !== view.title);
}

/** What can be chosen, each with the number that chooses it. */
export function choicesOf(controls) {
    return controls.map((control) => `${control.dataset.number}: ${nameOf(control)}`);
}

/** An amount, or another value, with the word that stands before it. */
export function labelled(label, value) {
    return `${label}: ${value}`;
}

/** One text of several, each a sentence, and none of them twice. */
export function sentences(texts) {
    return [...new Set(texts.filter(Boolean))].map(sentenced).join(" ");
}

function sentenced(text) {
    return /[.!?؟…]\u2069?$/.test(text) ? text : `${text}.`;
}

/** The name that a control is read by. */
export function nameOf(control) {
    const name = control.getAttribute("aria-label") ?? control.innerText.replace(/\s+/g, " ");
    const pressed = control.getAttribute("aria-pressed") === "true" ? " ✓" : "";
    return `${name.trim()}${pressed}`;
}
