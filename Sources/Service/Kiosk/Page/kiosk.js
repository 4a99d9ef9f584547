/** What a screen is drawn with: the state, the sentences, the formats, and the way to act. */
import * as formats from "./formats.js";
import { direction, hasSentence, sentence } from "./words.js";

/** The tools for drawing `state`. `act(name, value)` sends an act; `ask(question)` opens a dialogue of the page's own. */
export function makeKiosk(state, { act, ask }) {
    const { language } = state;
    const say = (key, args) => sentence(language, key, args);
    return {
        state, screen: state.screen, language, act, ask, say,
        amount: (value) => (value ? formats.amountText(value, language) : ""),
        time: (iso) => formats.timeText(iso, language, state.time_zone),
        number: (value) => formats.numberText(value, language),
        percent: (value) => formats.percentText(value, language),
        duration: (milliseconds) => formats.durationText(milliseconds, language),
        /** The attributes of the service's own sentences, which may be in another language than the page. */
        told: toldIn(state),
        /** Milliseconds now, of a time that was `atSending` when the state was sent. */
        elapsed: (atSending) => (atSending ?? 0) + performance.now() - state.receivedAt,
        /** The sentence of a key that a name of the service's makes, or the name itself where there is none. */
        named: (stem, name) => (hasSentence(`${stem}.${name}`) ? say(`${stem}.${name}`) : String(name ?? "")),
        /** What a code means, in words; the code itself stands in a general sentence where none are known. */
        code: (code) => codeWords(say, code),
        /** The sentence of a reason for which nothing was charged; of one that only a newer service knows, that the terminal refused. */
        reason: (reason) => (hasSentence(`reason.${reason}`) ? say(`reason.${reason}`) : say("reason.terminal")),
    };
}

function toldIn({ language, staff_language: told }) {
    return !told || told === language ? {} : { lang: told, dir: direction(told) };
}

function codeWords(say, code) {
    if (!code) return "";
    for (const key of [`code.${code}`, `code.${code.split(".")[0]}`]) {
        if (hasSentence(key)) return say(key, { code });
    }
    return say("code.other", { code });
}
