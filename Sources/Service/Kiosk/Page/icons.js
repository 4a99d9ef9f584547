/** Small signs of 24 by 24 units, drawn in the colour of the text beside them. */
import { element } from "./element.js";

const shapes = {
    info: ["M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18", "M12 11v5.5", "M12 7.4v.2"],
    attention: ["M12 3.6 21.6 20H2.4Z", "M12 10v4.6", "M12 17.2v.2"],
    check: ["M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18", "M7.8 12.3l2.9 2.9 5.5-6"],
    minus: ["M5 12h14"],
    plus: ["M5 12h14", "M12 5v14"],
    globe: [
        "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18", "M3.4 12h17.2", "M12 3c3 2.6 3.9 5.6 3.9 9s-.9 6.4-3.9 9",
        "M12 3c-3 2.6-3.9 5.6-3.9 9s.9 6.4 3.9 9",
    ],
    adjust: ["M4 7h9", "M17 7h3", "M4 17h3", "M11 17h9", "M15 4.8v4.4", "M9 14.8v4.4"],
    close: ["M6 6l12 12", "M18 6L6 18"],
    back: ["M19 12H5.5", "M11.5 6l-6 6 6 6"],
    forward: ["M5 12h13.5", "M12.5 6l6 6-6 6"],
    erase: ["M9 5h11a1.4 1.4 0 0 1 1.4 1.4v11.2A1.4 1.4 0 0 1 20 19H9l-6.4-7Z", "M11.5 9.5l5 5", "M16.5 9.5l-5 5"],
    person: ["M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8", "M4.5 20.5c.8-4 3.9-5.8 7.5-5.8s6.7 1.8 7.5 5.8"],
    clock: ["M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18", "M12 7v5.3l3.4 2"],
    printer: [
        "M7 9V3.5h10V9", "M7 17H4.5A1.5 1.5 0 0 1 3 15.5v-5A1.5 1.5 0 0 1 4.5 9h15a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H17",
        "M7 14h10v6.5H7Z",
    ],
    mail: ["M3.5 5.5h17v13h-17Z", "M4 6.5l8 6.5 8-6.5"],
    qr: ["M4 4h6v6H4Z", "M14 4h6v6h-6Z", "M4 14h6v6H4Z", "M14 14h2.5v2.5H14Z", "M19.5 14v2", "M14 19.5h2", "M18 18h2v2h-2Z"],
    none: ["M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18", "M5.8 5.8l12.4 12.4"],
    terminal: [
        "M7 3h10a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 17 21H7a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 7 3", "M8.5 6.5h7v4h-7Z",
        "M9 14h.2", "M12 14h.2", "M15 14h.2", "M9 17.5h.2", "M12 17.5h.2", "M15 17.5h.2",
    ],
    sound: ["M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z", "M15.5 9a4.5 4.5 0 0 1 0 6", "M18 6.5a8 8 0 0 1 0 11"],
    basket: ["M3.5 9.5h17l-1.8 10.5H5.3Z", "M8 9.5L11 4", "M16 9.5L13 4", "M9.5 13v3.5", "M14.5 13v3.5"],
    list: ["M4 6h.2", "M8 6h12", "M4 12h.2", "M8 12h12", "M4 18h.2", "M8 18h12"],
    money: ["M3 6h18v12H3Z", "M12 9.3a2.7 2.7 0 1 0 0 5.4a2.7 2.7 0 0 0 0-5.4", "M6.5 12h.2", "M17.5 12h.2"],
    question: ["M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18", "M9.5 9.6a2.6 2.6 0 1 1 3.7 2.4c-.9.4-1.2.9-1.2 1.9", "M12 17v.2"],
    calendar: ["M4 6h16v14H4Z", "M4 10.5h16", "M8.5 3.5V8", "M15.5 3.5V8"],
    truck: ["M2.5 6h11.5v10.5H2.5Z", "M14 10h4l3.5 3.5v3H14", "M7 19a2 2 0 1 0 0-4a2 2 0 0 0 0 4", "M17.5 19a2 2 0 1 0 0-4a2 2 0 0 0 0 4"],
    receipt: ["M6 3h12v18l-2.4-1.7-1.8 1.7-1.8-1.7-1.8 1.7-1.8-1.7L6 21Z", "M9 8h6", "M9 12h6"],
    chart: ["M4 4v16h16", "M8.5 16v-4", "M12.5 16V8", "M16.5 16v-6"],
    settings: [
        "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6", "M12 3v3", "M12 18v3", "M3 12h3", "M18 12h3", "M5.6 5.6l2.2 2.2", "M16.2 16.2l2.2 2.2",
        "M5.6 18.4l2.2-2.2", "M16.2 7.8l2.2-2.2",
    ],
};

/** A sign by its name. Those that point along the line of reading are mirrored in right-to-left languages. */
export function icon(name) {
    const points = ["back", "forward", "erase"].includes(name);
    return element("svg", {
        class: points ? "icon mirrored" : "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", key: `icon:${name}`,
    }, ...(shapes[name] ?? shapes.info).map((d) => element("path", { d })));
}
