/** The kiosk's pictures: 240 by 240 units, one hand. Lines are ink, what matters is the accent, the ground is a soft disc. */
import { element } from "./element.js";

const path = (d, kind = "line", rest = {}) => element("path", { d, class: kind, ...rest });
const group = (kind, ...children) => element("g", { class: kind }, ...children);
const disc = (x, y, r, kind) => element("circle", { cx: x, cy: y, r, class: kind });
const box = (x, y, width, height, rx, kind = "shape") => element("rect", { x, y, width, height, rx, class: kind });
const ground = () => disc(120, 120, 112, "ground");

/** Rows of dots, as the keys of a terminal. */
function keys(x, y, kind = "knob") {
    return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => disc(x + column * 20, y + row * 17, 4.5, kind)));
}

/** A card terminal whose upper left corner is at x, y; `content` stands on its screen of 60 by 40. */
function terminal(x, y, ...content) {
    return [
        box(x, y, 84, 132, 16), box(x + 12, y + 14, 60, 42, 6, "glass"), ...keys(x + 22, y + 76),
        group("on-screen", ...content),
    ];
}

/** A bank card upright, chip first. */
function card(x, y) {
    return [box(x, y, 60, 88, 8, "accent"), box(x + 20, y + 12, 20, 15, 4, "contact"), path(`M${x + 12} ${y + 70}h36`, "on-accent")];
}

/** A bank card lying. */
function flatCard(x, y, kind = "accent") {
    return [
        box(x, y, 108, 70, 10, kind), path(`M${x} ${y + 22}h108`, "stripe"), path(`M${x + 14} ${y + 52}h28`, "on-accent"),
    ];
}

/** A printer with its slot at y = 112; `paper` comes out of it. */
function printer(...paper) {
    return [
        box(58, 104, 124, 72, 14), group("paper", ...paper), path("M76 122h88", "slot"), disc(160, 154, 6, "lamp"),
    ];
}

/** A slip of paper with a torn edge below. */
function slip(x, y, width, height) {
    const teeth = Math.round(width / 12);
    const torn = Array.from({ length: teeth }, () => `l${-width / teeth / 2} 7l${-width / teeth / 2} -7`);
    return path(`M${x} ${y}h${width}v${height}${torn.join("")}Z`, "paper-sheet");
}

const badge = (x, y, kind, ...d) => [disc(x, y, 27, `badge ${kind}`), ...d.map((line) => path(line, "on-badge"))];
const cross = (x, y) => [`M${x - 9} ${y - 9}l18 18`, `M${x + 9} ${y - 9}l-18 18`];
const tick = (x, y) => `M${x - 12} ${y + 1}l8 8 16-18`;
const question = (x, y) => [`M${x - 8} ${y - 6}a8 8 0 1 1 11.5 7.2c-2.8 1.3-3.5 2.7-3.5 5.3`, `M${x} ${y + 14.5}v.2`];
const mark = (x, y) => [`M${x} ${y - 12}v14`, `M${x} ${y + 11}v.2`];
const dots = (x, y) => [0, 1, 2].map((index) => disc(x + index * 16, y, 4.5, `dot dot-${index}`));

const drawings = {
    welcome: () => [
        path("M60 96h92l10 96H50Z", "shape"), path("M82 110V88a24 24 0 0 1 48 0v22", "line"),
        group("float", ...flatCard(108, 120)), path("M176 66l6-14M196 82l13-7M158 58l-2-15", "spark"),
    ],
    order: () => [
        slip(66, 48, 92, 136), path("M84 74h36M84 96h56M84 116h56M84 136h30", "thin"), disc(150, 148, 30, "lens"),
        path("M172 170l24 24", "handle"),
    ],
    choose: () => [
        box(52, 52, 62, 62, 12), box(126, 52, 62, 62, 12, "accent"), box(52, 126, 62, 62, 12), box(126, 126, 62, 62, 12),
        path("M143 83l10 10 19-21", "on-accent-line"), path("M70 92c4-16 22-16 26 0Z", "thin"), path("M83 142v30M68 157h30", "thin"),
        path("M146 168c0-14 22-14 22 0Z", "thin"),
    ],
    insert: () => [
        group("slide-in", ...card(90, 132)), ...terminal(78, 30, path("M120 78v-26M110 61l10-10 10 10", "on-screen-line")),
    ],
    remove: () => [group("slide-out", ...card(90, 132)), ...terminal(78, 30, path("M120 52v26M110 69l10 10 10-10", "on-screen-line"))],
    insert_or_tap: () => [
        group("slide-in", ...card(58, 132)), ...terminal(46, 30, path("M88 78v-26M78 61l10-10 10 10", "on-screen-line")),
        path("M142 74q10 16 0 32M155 64q18 26 0 52", "wave"),
        group("approach", box(178, 58, 40, 70, 9, "accent"), path("M192 70h12", "on-accent")),
    ],
    pin: () => [
        box(62, 34, 116, 172, 20), box(78, 52, 84, 40, 8, "glass"),
        ...[0, 1, 2, 3].map((index) => disc(93 + index * 18, 72, 5, `pin-dot dot-${index % 3}`)),
        ...[0, 1, 2].flatMap((row) => [0, 1, 2].map((column) =>
            box(78 + column * 31, 108 + row * 28, 22, 18, 5, row === 1 && column === 1 ? "accent" : "cap"))),
    ],
    wait: () => [...terminal(78, 54, ...dots(104, 89))],
    authorise: () => [...terminal(78, 54, ...dots(104, 89)), path("M56 86a76 76 0 0 0 0 68M184 86a76 76 0 0 1 0 68", "wave")],
    cancel: () => [...terminal(78, 54, path("M110 79l20 20M130 79l-20 20", "on-screen-line"))],
    goods: () => [
        path("M56 96l64-30 64 30v70l-64 30-64-30Z", "shape"), path("M56 96l64 30 64-30M120 126v70", "line"),
        group("drop", path("M120 28v52M102 64l18 18 18-18", "accent-line")),
    ],
    doubt: () => [...terminal(64, 56, ...dots(90, 91)), group("float", ...badge(172, 76, "attention", ...question(172, 76)))],
    declined: () => [group("", ...flatCard(58, 90, "shape")), ...badge(164, 158, "trouble", ...cross(164, 158))],
    cancelled: () => [group("", ...flatCard(58, 90)), ...badge(164, 158, "plain", "M176 158h-22M162 148l-10 10 10 10")],
    away: () => [
        ...terminal(46, 60, path("M76 92h24", "on-screen-line")), path("M146 120h16M178 120h16", "cable"),
        path("M166 106l8 28", "cable-cut"), disc(206, 120, 10, "lamp"),
    ],
    noPaper: () => [...printer(path("M84 116V66q0-8 8-8h56q8 0 8 8v50", "ghost")), ...badge(178, 92, "attention", ...mark(178, 92))],
    printing: () => [...printer(group("feed", slip(84, 44, 72, 72), path("M98 64h30M98 80h44M98 96h44", "thin")))],
    printed: () => [...printer(slip(84, 44, 72, 72), path("M98 64h30M98 80h44", "thin")), ...badge(176, 92, "good", tick(176, 92))],
    askPaper: () => [...printer(slip(84, 44, 72, 72), path("M98 64h30M98 80h44", "thin")), ...badge(176, 92, "attention", ...question(176, 92))],
    thanks: () => [
        disc(120, 120, 62, "accent"), path("M90 122l21 21 40-46", "big-tick"),
        path("M44 70l-12-8M196 70l12-8M120 34V20M40 170l-12 8M200 170l12 8", "spark"),
    ],
    closed: () => [
        path("M84 84l36-36 36 36", "line"), disc(120, 46, 5, "lamp"), box(48, 84, 144, 84, 14), path("M74 116h92M74 138h60", "thin"),
    ],
    part: () => [disc(120, 120, 66, "shape"), path("M120 120V54a66 66 0 0 1 57 99Z", "accent")],
    restart: () => [path("M166 86a60 60 0 1 1-92 0", "line heavy"), path("M120 46v62", "accent-line heavy")],
    empty: () => [box(52, 84, 136, 92, 14), path("M52 112h40l10 18h36l10-18h40", "line")],
    product: () => [path("M70 100h100v70a14 14 0 0 1-14 14H84a14 14 0 0 1-14-14Z", "shape"), path("M96 84q-6-12 2-22M120 84q-6-12 2-22M144 84q-6-12 2-22", "thin")],
};

/** A picture by its name. It is decoration: the title beside it says the same. */
export function picture(name) {
    return element("svg", {
        class: `picture picture-${name}`, viewBox: "0 0 240 240", "aria-hidden": "true", focusable: "false", key: `picture:${name}`,
    }, ground(), ...(drawings[name] ?? drawings.wait)());
}
