/** Tables of the operators' screens. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";

/** A table; cells are text, numbers, amounts, or `{ told }`: words of the service's, which `columns` may be too.
 *  Rows whose number `marks` are set apart, in words for those who hear it. */
export function table(kiosk, name, columns, rows, marks = () => false) {
    const frame = { class: "table-frame", "data-scroll": true, tabindex: "0", role: "region", "aria-label": name, key: `table:${name}` };
    return element("div", frame, element("table", {},
        element("caption", {}, foreign(name, { "data-clamp": true })),
        element("thead", {}, element("tr", {}, columns.map((column, index) => element("th", { scope: "col", key: index }, cellText(kiosk, column))))),
        element("tbody", {}, rows.map((cells, index) => element("tr", { key: index, class: marks(index) ? "marked" : "" }, cells.map((cell, column) =>
            element(column === 0 ? "th" : "td", { key: column, scope: column === 0 ? "row" : null }, cellText(kiosk, cell),
                column === 0 && marks(index) ? [" ", icon("attention"), element("span", { class: "heard-only" }, kiosk.say("operator.differs"))] : null)))))));
}

function cellText(kiosk, cell) {
    if (cell === null || cell === undefined) return "–";
    if (typeof cell === "number") return kiosk.number(cell);
    if (cell.told !== undefined) return foreign(cell.told, kiosk.told);
    return foreign(typeof cell === "object" ? kiosk.amount(cell) : cell);
}
