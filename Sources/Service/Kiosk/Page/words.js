/** The sentences of the page: one JSON file for each language, fetched when it is first needed and kept in memory. */

/** The languages by their own names, in the order of their codes' use. */
export const languageNames = {
    en: "English", de: "Deutsch", fr: "Français", it: "Italiano", es: "Español",
    nl: "Nederlands", pl: "Polski", tr: "Türkçe", ar: "العربية",
};

const loaded = new Map();
const plurals = new Map();

/** Which direction a language is written in. */
export function direction(language) {
    return language === "ar" ? "rtl" : "ltr";
}

/** Whether the sentences of a language are here already. */
export function isLoaded(language) {
    return loaded.has(language);
}

/** Fetches a language's sentences; a file that cannot be had leaves the language unknown, and English is shown. */
export async function load(language) {
    if (loaded.has(language) || !(language in languageNames)) return;
    try {
        const answer = await fetch(`/kiosk/page/words/${language}.json`);
        if (answer.ok) loaded.set(language, await answer.json());
    } catch {
        // The service is away; whoever draws next asks again.
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
