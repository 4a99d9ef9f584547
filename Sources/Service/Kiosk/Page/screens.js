/** Which function draws which screen. The first screens are here at once; the others follow while somebody looks at them, those of
 *  operators when the first of them is shown. */
import * as start from "./screens/start.js";

const drawers = { attract: start.attract, home: start.home, find: start.find, orders: start.orders };

/** Groups of screens that are fetched later, each by its module. */
const groups = {
    products: async () => {
        const products = await import("./screens/products.js");
        const { catalogue, product, review, orderChanged } = products;
        return { catalogue, product, review, order_changed: orderChanged };
    },
    payment: async () => {
        const payment = await import("./screens/payment.js");
        const { tip, pay, goods, doubt, declined, cancelled, partial } = payment;
        return {
            tip, pay, goods, doubt, declined, cancelled, partial,
            printer_empty: payment.printerEmpty, terminal_away: payment.terminalAway, out_of_service: payment.outOfService,
        };
    },
    receipt: async () => {
        const { receipt, printing, email, qr, thanks } = await import("./screens/receipt.js");
        return { receipt, printing, email, qr, thanks };
    },
    operator: async () => {
        await styled("/kiosk/page/operator.css");
        return (await import("./operator/screens.js")).screens;
    },
};
const fetched = new Map();

/** Screens from which `start` leads to the beginning. */
const withoutStart = new Set(["attract", "pay", "goods", "doubt"]);

/** Whether a screen is one behind the PIN, or asks for it. */
export function isOperator(name) {
    return name.startsWith("operator_");
}

/** Whether a customer can go back to the beginning from here. */
export function canStart(name) {
    return !withoutStart.has(name) && !isOperator(name);
}

/** Makes sure that a screen can be drawn: fetches the groups that it may be in, once. */
export async function prepare(name) {
    if (isPrepared(name)) return;
    const wanted = isOperator(name) ? ["operator"] : ["payment", "receipt", "products"];
    await Promise.all(wanted.map(fetchGroup));
}

/** Whether a screen can be drawn now. One of a newer service, that no group has, is drawn as a moment's wait. */
export function isPrepared(name) {
    return name in drawers || (isOperator(name) ? fetched.has("operator") : ["payment", "receipt", "products"].every((group) => fetched.has(group)));
}

async function fetchGroup(name) {
    if (fetched.has(name)) return;
    Object.assign(drawers, await groups[name]());
    fetched.set(name, true);
}

/** Adds a style sheet and waits for it, but for no longer than somebody would. */
function styled(path) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: path });
    document.head.append(link);
    return new Promise((done) => {
        link.addEventListener("load", done);
        link.addEventListener("error", done);
        setTimeout(done, 2000);
    });
}

/** What a screen shows. A screen that this page does not know, from a newer service, says so and keeps the way back. */
export function view(kiosk) {
    const { name } = kiosk.screen;
    const draw = drawers[name];
    if (draw) return draw(kiosk);
    return { layout: "message", picture: "restart", title: kiosk.say("connection.title"), lead: [kiosk.say("connection.lead")], actions: [] };
}
