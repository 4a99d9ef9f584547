/** A keyboard for e-mail addresses and for short sentences, with the layouts that people know. */
import { element } from "./element.js";
import { icon } from "./icons.js";

const layouts = {
    qwerty: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    qwertz: ["qwertzuiop", "asdfghjkl", "yxcvbnm"],
    azerty: ["azertyuiop", "qsdfghjklm", "wxcvbn"],
    abcdef: ["abcdefghi", "jklmnopqr", "stuvwxyz"],
};
const usual = { de: "qwertz", fr: "azerty", ar: "abcdef" };
const signs = ["@", ".", "-", "_", "+"];
const marks = [",", ".", "-", "/", ":"];
const endings = { de: ".de", fr: ".fr", it: ".it", es: ".es", nl: ".nl", pl: ".pl" };

/** The layout that somebody has chosen here, for the screen with this id only. */
let chosen = { screen: null, layout: null };

/** The keyboard; `type(text)` gets the whole text after each key. One for `words` has a space, and no signs of addresses. */
export function letters(kiosk, { type, disabled, words = false }) {
    const layout = layoutOf(kiosk);
    const append = (text) => type(kiosk.latestText() + text);
    const key = (text) => keyButton({ text, disabled, wide: text.length > 1, press: () => append(text) });
    const rows = layouts[layout];
    return element("div", { class: "letters", role: "group", "aria-label": kiosk.say("letters"), key: "letters", dir: "ltr" },
        row("digits", [..."1234567890"].map(key)),
        row("first", [...rows[0]].map(key)),
        row("second", [...rows[1]].map(key)),
        row("third", [...rows[2]].map(key), keyButton({
            text: icon("erase"), name: kiosk.say("keypad.erase"), act: "erase", disabled, wide: true,
            press: () => type([...kiosk.latestText()].slice(0, -1).join("")),
        })),
        row("signs", layoutKey(kiosk, layout), words ? [marks.map(key), spaceKey(kiosk, disabled, append)]
            : [signs.map(key), [".com", endings[kiosk.language]].filter(Boolean).map(key)]));
}

function spaceKey({ say }, disabled, append) {
    return keyButton({ text: "␣", name: say("letters.space"), act: "space", disabled, wide: true, press: () => append(" ") });
}

function row(name, ...keys) {
    return element("div", { class: `letter-row ${name}`, key: name }, ...keys);
}

function keyButton({ text, name, act, press, disabled, wide }) {
    return element("button", {
        type: "button", class: wide ? "key letter wide" : "key letter", key: act ?? text, "aria-label": name,
        "aria-disabled": disabled ? "true" : null, on: { click: () => { if (!disabled) press(); } },
    }, text);
}

function layoutOf({ screen, language }) {
    return (chosen.screen === screen.id && chosen.layout) || usual[language] || "qwerty";
}

function layoutKey(kiosk, layout) {
    const names = Object.keys(layouts);
    const next = names[(names.indexOf(layout) + 1) % names.length];
    return keyButton({
        text: layout.slice(0, 3).toUpperCase(), name: `${kiosk.say("letters.layout")}: ${layout.toUpperCase()}`, act: "layout", wide: true,
        disabled: false, press: () => { chosen = { screen: kiosk.screen.id, layout: next }; kiosk.redraw(); },
    });
}
