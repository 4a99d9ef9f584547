/** Parts that several screens are made of. */
import { element } from "./element.js";
import { foreign } from "./formats.js";
import { icon } from "./icons.js";
import { picture } from "./pictures.js";

/** A button that sends an act. `kind`: primary, secondary, quiet or danger. */
export function actButton(kiosk, { act, value, label, kind = "secondary", disabled = false, key, name, mark, ...rest }) {
    return button({
        label, kind, disabled, key: key ?? `${act}:${keyPart(value)}`, name, mark, "data-act": act,
        press: () => kiosk.act(act, value), ...rest,
    });
}

/** A button that does something. A disabled one keeps its place in the order of focus and says that it is disabled. */
export function button({ label, kind = "secondary", disabled = false, press, name, mark, ...rest }) {
    const { class: more = "", ...attributes } = rest;
    return element("button", {
        type: "button", class: `button ${kind} ${more}`.trim(), "aria-disabled": disabled ? "true" : null,
        "aria-label": name, on: { click: () => { if (!disabled) press(); } }, ...attributes,
    }, mark ? icon(mark) : null, element("span", { class: "label" }, label));
}

function keyPart(value) {
    return typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
}

/** A sign that something is being waited for. It is decoration: the words beside it say what. */
export function spinner() {
    return element("span", { class: "spinner", "aria-hidden": "true" }, element("i"), element("i"), element("i"));
}

/** One line of words with a spinner before them. */
export function waiting(text) {
    return element("p", { class: "waiting", key: "waiting" }, spinner(), element("span", {}, text));
}

/** A remark in a box. `tone`: plain, attention, trouble or good. */
export function remark(text, tone = "plain", mark = null) {
    return element("p", { class: `remark ${tone}`, key: `remark:${text}` }, icon(mark ?? marks[tone]), element("span", {}, text));
}

const marks = { plain: "info", attention: "attention", trouble: "attention", good: "check" };

/** A label with an amount, as the last line of a sum. */
export function sum(label, amount, properties = {}) {
    return element("p", { class: "sum", ...properties }, element("span", {}, label), element("strong", {}, foreign(amount)));
}

/** A stepper for a small number. `name` says what is counted. */
export function stepper(kiosk, { quantity, least, most, act, name }) {
    const step = (by, mark, label) => button({
        kind: "round", label: "", name: `${label}: ${name}`, mark, key: mark, class: "step",
        disabled: by < 0 ? quantity <= least : quantity >= most, press: () => act(quantity + by),
    });
    return element("div", { class: "stepper", role: "group", "aria-label": kiosk.say("quantity") },
        step(-1, "minus", kiosk.say("less")),
        element("output", { class: "count" }, kiosk.number(quantity)),
        step(1, "plus", kiosk.say("more")));
}

/** An area that scrolls by itself; it takes the focus so that keys can scroll it. */
export function scrolling(properties, ...children) {
    const { class: more = "", ...rest } = properties;
    return element("div", { class: `scrolling ${more}`.trim(), "data-scroll": true, tabindex: "0", role: "region", ...rest },
        ...children);
}

/** Stands where a list would: there is nothing in it, or it could not be had. */
export function nothing(...words) {
    return element("div", { class: "nothing", key: "nothing" }, picture("empty"), ...words);
}
