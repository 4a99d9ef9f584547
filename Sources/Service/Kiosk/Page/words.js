/**
 * The sentences of the page: one JSON file for each language, fetched when it is first needed and kept in memory. A file also
 * has its language's own name and the direction in which it is written; the service lists these of all files.
 */

/** The languages' own names by their codes. It is empty until a language has been loaded. */
export const languageNames = {};

const directions = {};
const loaded = new Map();
const fetching = new Map();
const plurals = new Map();
let listing = null;

/** The direction in which a language is written. */
export function direction(language) {
    return directions[language] ?? "ltr";
}

/** Whether the sentences of a language are here already. */
export function isLoaded(language) {
    return loaded.has(language);
}

/** Fetches a language's sentences, once however many ask for them at the same time; a file that cannot be had leaves the language
 *  unknown, and English is shown. */
export function load(language) {
    if (!fetching.has(language)) fetching.set(language, fetchSentences(language).finally(() => fetching.delete(language)));
    return fetching.get(language);
}

async function fetchSentences(language) {
    listing ??= list();
    if (!await listing) listing = null;
    if (loaded.has(language) || !(language in languageNames)) return;
    try {
        const answer = await fetch(`/kiosk/page/words/${language}.json`);
        if (answer.ok) loaded.set(language, await answer.json());
    } catch {
        // The service is away; whoever draws next asks again.
    }
}

/** Fetches the list of the languages, and says whether it could be had. */
async function list() {
    try {
        const answer = await fetch("/kiosk/page/languages.json");
        if (!answer.ok) return false;
        for (const [code, language] of Object.entries(await answer.json())) {
            languageNames[code] = language.name;
            directions[code] = language.direction;
        }
        return true;
    } catch {
        return false;
    }
}

/** The sentence of a key with its arguments filled in. `count` chooses the form of a sentence that has several. */
export function sentence(language, key, args = {}) {
    const form = args.count === undefined ? null : plural(language, args.count);
    const text = found(language, key, form) ?? found("en", key, args.count === undefined ? null : plural("en", args.count));
    if (text === undefined) return key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? isolated(args[name]) : whole));
}

/** Whether there is a sentence of this key. */
export function hasSentence(key) {
    return loaded.get("en")?.[key] !== undefined;
}

function found(language, key, form) {
    const words = loaded.get(language);
    if (form === null) return words?.[key];
    return words?.[`${key}.${form}`] ?? words?.[`${key}.other`];
}

function plural(language, count) {
    if (!plurals.has(language)) plurals.set(language, new Intl.PluralRules(language));
    return plurals.get(language).select(count);
}

/** An argument between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
function isolated(text) {
    return `\u2068${text}\u2069`;
}
