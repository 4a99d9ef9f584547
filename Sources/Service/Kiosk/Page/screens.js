/** Which function draws which screen. Those of operators are fetched when the first of them is shown. */
import * as payment from "./screens/payment.js";
import * as products from "./screens/products.js";
import * as receipt from "./screens/receipt.js";
import * as start from "./screens/start.js";

const screens = {
    attract: start.attract, home: start.home, find: start.find, orders: start.orders,
    catalogue: products.catalogue, product: products.product, review: products.review, order_changed: products.orderChanged,
    printer_empty: payment.printerEmpty, terminal_away: payment.terminalAway, tip: payment.tip, pay: payment.pay,
    goods: payment.goods, doubt: payment.doubt, declined: payment.declined, cancelled: payment.cancelled, partial: payment.partial,
    receipt: receipt.receipt, printing: receipt.printing, email: receipt.email, qr: receipt.qr, thanks: receipt.thanks,
    out_of_service: payment.outOfService,
};
/** Screens from which `start` leads to the beginning. */
const withoutStart = new Set(["attract", "pay", "goods", "doubt"]);

let operators = null;

/** Whether a screen is one behind the PIN, or asks for it. */
export function isOperator(name) {
    return name.startsWith("operator_");
}

/** Whether a customer can go back to the beginning from here. */
export function canStart(name) {
    return !withoutStart.has(name) && !isOperator(name);
}

/** Makes sure that a screen can be drawn. */
export async function prepare(name) {
    if (!isOperator(name) || operators) return;
    operators = (await import("./operator/screens.js")).screens;
}

/** Whether a screen can be drawn now. */
export function isPrepared(name) {
    return !isOperator(name) || operators !== null;
}

/** What a screen shows. A screen that this page does not know, from a newer service, says so and keeps the way back. */
export function view(kiosk) {
    const { name } = kiosk.screen;
    const draw = screens[name] ?? operators?.[name];
    if (draw) return draw(kiosk);
    return { layout: "message", picture: "restart", title: kiosk.say("connection.title"), lead: [kiosk.say("connection.lead")], actions: [] };
}
