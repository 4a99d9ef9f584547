/** A number pad in the order of card terminals: 1 above, 0 below. */
import { element } from "./element.js";
import { icon } from "./icons.js";

/** A pad that sends `digit`, `erase` and `clear`. */
export function keypad(kiosk, { disabled = false }) {
    const key = (properties, content) => element("button", {
        type: "button", class: `key ${properties.class ?? ""}`.trim(), key: properties.act + (properties.value ?? ""), "data-act": properties.act,
        "aria-label": properties.name, "aria-disabled": disabled ? "true" : null,
        on: { click: () => { if (!disabled) kiosk.act(properties.act, properties.value); } },
    }, content);
    const digit = (value) => key({ act: "digit", value }, value);
    return element("div", { class: "keypad", role: "group", "aria-label": kiosk.say("keypad"), key: "keypad", dir: "ltr" },
        ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(digit),
        key({ act: "clear", class: "quiet", name: kiosk.say("keypad.clear") }, icon("close")),
        digit("0"),
        key({ act: "erase", class: "quiet", name: kiosk.say("keypad.erase") }, icon("erase")));
}
