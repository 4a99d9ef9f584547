/** Choosing from the shop's products, and what has been chosen. */
import { element } from "../element.js";
import { foreign } from "../formats.js";
import { icon } from "../icons.js";
import { button, nothing, remark, scrolling, stepper, sum, waiting } from "../parts.js";
import { picture } from "../pictures.js";
import { labelled } from "../speech.js";

/** Categories beside (or above) one page of products. */
export function catalogue(kiosk) {
    const { screen, say, amount } = kiosk;
    const cart = screen.cart ?? { count: 0 };
    return {
        layout: "list catalogue", title: say("catalogue.title"), back: "back", restart: true,
        status: catalogueStatus(kiosk), spoken: [!catalogueStatus(kiosk) && screen.whole === false && say("catalogue.notWhole")],
        body: [
            (screen.categories ?? []).length > 1 && categories(kiosk),
            catalogueBody(kiosk),
            screen.pages > 1 && pager(kiosk),
        ],
        actions: [{
            act: "review", kind: "primary", mark: "basket", disabled: cart.count === 0,
            label: cart.count === 0 ? say("catalogue.empty")
                : `${say("catalogue.review", { count: cart.count, number: kiosk.number(cart.count) })} · ${amount(cart.total)}`,
        }],
    };
}

function categories(kiosk) {
    const { screen, say, act } = kiosk;
    return scrolling({ class: "categories", key: "categories", "aria-label": say("catalogue.categories") },
        [{ name: say("catalogue.all") }, ...screen.categories].map((category) => element("button", {
            type: "button", class: "chip", key: `category:${category.id}`, "data-act": "category",
            "aria-pressed": String((category.id ?? null) === (screen.category ?? null)), on: { click: () => act("category", category.id) },
        }, foreign(category.name, { "data-clamp": true }))));
}

/** Why there are no products; nothing if there are. */
function catalogueStatus({ screen, say, code }) {
    if (screen.state === "loading") return say("catalogue.loading");
    if (screen.state === "failed") return code(screen.code) || say("catalogue.failed");
    return (screen.products ?? []).length === 0 ? say("catalogue.none") : "";
}

function catalogueBody(kiosk) {
    const { screen, say } = kiosk;
    const products = screen.products ?? [];
    const status = catalogueStatus(kiosk);
    if (screen.state === "loading") return waiting(status);
    if (status) return nothing(screen.state === "failed" ? remark(status, "attention") : element("p", {}, status));
    return scrolling({ class: "products", key: "products", "aria-label": say("catalogue.title") },
        products.map((product) => productCard(kiosk, product)),
        screen.whole === false && element("p", { class: "hint wide", key: "whole" }, icon("info"), element("span", {}, say("catalogue.notWhole"))));
}

function productCard(kiosk, product) {
    const { say, amount, act } = kiosk;
    const price = product.from ? say("catalogue.from", { amount: amount(product.price) }) : amount(product.price);
    return element("button", {
        type: "button", class: "product-card", key: `product:${product.id}`, "aria-disabled": product.available ? null : "true",
        "data-act": "product", on: { click: () => { if (product.available) act("product", product.id); } },
    }, productPicture(kiosk, product), foreign(product.name, { class: "product-name", "data-clamp": true }),
    element("span", { class: "product-price" }, product.available ? price : say("catalogue.soldOut")));
}

/** Pictures that could not be had, each with the screen on which that was: on another one they are asked for again. */
const missing = new Map();

/** The shop's picture of a product, or a drawn one where there is none. */
function productPicture(kiosk, { id, picture: hasPicture }) {
    const here = kiosk.screen.id;
    if (!hasPicture || missing.get(id) === here) return element("span", { class: "product-picture", key: "drawn" }, picture("product"));
    const drawInstead = () => { missing.set(id, here); kiosk.redraw(); };
    return element("span", { class: "product-picture", key: "photo" },
        element("img", { src: `/kiosk/picture/${encodeURIComponent(id)}`, alt: "", loading: "lazy", decoding: "async", on: { error: drawInstead } }));
}

function pager(kiosk) {
    const { screen, say, act, number } = kiosk;
    const turn = (page, mark, name) => button({
        kind: "round", label: "", name, mark, key: mark, disabled: page < 1 || page > screen.pages, press: () => act("page", page),
    });
    return element("nav", { class: "pager", key: "pager", "aria-label": say("catalogue.pages") },
        turn(screen.page - 1, "back", say("catalogue.previous")),
        element("span", { class: "page-count" }, say("catalogue.page", { page: number(screen.page), pages: number(screen.pages) })),
        turn(screen.page + 1, "forward", say("catalogue.next")));
}

/** A product that is still being fetched, or that could not be. */
function productToCome(kiosk) {
    const { screen, say, code } = kiosk;
    const isComing = screen.state === "loading";
    const words = isComing ? say("catalogue.loading") : code(screen.code) || say("product.failed");
    return {
        layout: "list", title: screen.title || say("catalogue.title"), titleIsForeign: Boolean(screen.title), back: "back", restart: true, status: words,
        body: [isComing ? waiting(words) : nothing(remark(words, "attention"))], actions: [],
    };
}

/** One product with its options and how many of it. */
export function product(kiosk) {
    if (["loading", "failed"].includes(kiosk.screen.state)) return productToCome(kiosk);
    const { screen, say, act, amount } = kiosk;
    const can = screen.available && screen.complete;
    return {
        layout: "split product", title: screen.title, titleIsForeign: true, back: "back", restart: true,
        hero: [
            productPicture(kiosk, { id: screen.product, picture: screen.picture }),
            screen.description ? foreign(screen.description, { class: "description", "data-clamp": true }) : null,
        ],
        body: [
            ...(screen.options ?? []).map((option) => optionGroup(kiosk, option)),
            element("div", { class: "amount-line", key: "quantity" },
                stepper(kiosk, {
                    quantity: screen.quantity, least: 1, most: screen.most, name: screen.title, act: (value) => act("quantity", value),
                }),
                element("strong", { class: "price" }, foreign(amount(screen.price)))),
            !screen.available ? remark(say("product.soldOut"), "attention")
                : !screen.complete && element("p", { class: "hint", key: "incomplete" }, icon("info"), element("span", {}, say("product.choose"))),
        ],
        spoken: productSpoken(kiosk),
        actions: [{ act: "add", label: say("product.add"), kind: "primary", mark: "plus", disabled: !can }],
    };
}

function productSpoken({ screen, say, amount }) {
    const chosen = (screen.options ?? []).filter((option) => option.chosen).map((option) => labelled(option.name, option.chosen));
    const hint = !screen.available ? say("product.soldOut") : !screen.complete && say("product.choose");
    return [screen.description, amount(screen.price), ...chosen, hint];
}

function optionGroup(kiosk, option) {
    return element("fieldset", { class: "option", key: `option:${option.name}` },
        element("legend", {}, foreign(option.name, { "data-clamp": true })),
        element("div", { class: "chips" }, option.values.map((value) => element("button", {
            type: "button", class: "chip", key: `value:${value.value}`, "aria-pressed": String(value.value === option.chosen),
            "aria-disabled": value.available ? null : "true", "data-act": "option",
            on: { click: () => { if (value.available) kiosk.act("option", { name: option.name, value: value.value }); } },
        }, foreign(value.value, { "data-clamp": true })))));
}

/** The order as it will be paid. */
export function review(kiosk) {
    const { screen, say, amount, act } = kiosk;
    const asking = screen.state === "asking";
    return {
        layout: "list review", title: screen.number ? say("review.order", { number: screen.number }) : say("review.title"),
        back: "back", restart: true, status: reviewStatus(kiosk), spoken: [...linesSpoken(kiosk), labelled(say("total"), amount(screen.total))],
        body: [
            orderLines(kiosk, screen, screen.can_change && !asking),
            sum(say("total"), amount(screen.total), { key: "total", class: "sum total" }),
            asking ? waiting(reviewStatus(kiosk)) : reviewStatus(kiosk) && remark(reviewStatus(kiosk), "attention"),
        ],
        actions: [
            {
                act: "pay", kind: "primary", label: say("review.pay", { amount: amount(screen.total) }),
                disabled: asking || (screen.lines ?? []).length === 0,
            },
            screen.source === "composed" && { act: "more", label: say("review.more"), mark: "plus", disabled: asking },
        ],
        backIs: () => act("back"),
    };
}

function reviewStatus({ screen, say, code }) {
    if (screen.state === "asking") return say("review.asking");
    return screen.state === "failed" ? code(screen.code) || say("review.failed") : "";
}

/** Of a long order no more lines are said before its total. */
const mostSpoken = 10;

function linesSpoken({ screen, amount, number }) {
    const lines = (screen.lines ?? []).slice(0, mostSpoken).map((line) => labelled(`${number(line.quantity)} × ${line.name}`, amount(line.amount)));
    return [...lines, ...(screen.adjustments ?? []).map((adjustment) => labelled(adjustment.name, amount(adjustment.amount)))];
}

/** The lines of an order with its adjustments. */
export function orderLines(kiosk, screen, canChange) {
    return scrolling({ class: "lines", key: "lines", "aria-label": kiosk.say("review.lines") },
        (screen.lines ?? []).map((line) => orderLine(kiosk, line, canChange)),
        (screen.adjustments ?? []).map((adjustment, index) => element("div", { class: "line adjustment", key: `adjustment:${index}` },
            foreign(adjustment.name, { class: "line-name", "data-clamp": true }), foreign(kiosk.amount(adjustment.amount), { class: "line-amount" }))));
}

function orderLine(kiosk, line, canChange) {
    const { act, say } = kiosk;
    const count = canChange
        ? element("div", { class: "line-change" },
            stepper(kiosk, {
                quantity: line.quantity, least: 1, most: line.most ?? 999, name: line.name, act: (n) => act("quantity", { line: line.id, n }),
            }),
            button({
                kind: "round", label: "", mark: "close", name: `${say("review.remove")}: ${line.name}`, key: "remove", press: () => act("remove", line.id),
            }))
        : element("span", { class: "line-count" }, foreign(`${kiosk.number(line.quantity)} ×`));
    return element("div", { class: canChange ? "line can-change" : "line", key: `line:${line.id}` }, count,
        element("span", { class: "line-words" }, foreign(line.name, { class: "line-name", "data-clamp": true }),
            line.detail ? foreign(line.detail, { class: "line-detail", "data-clamp": true }) : null),
        foreign(kiosk.amount(line.amount), { class: "line-amount" }));
}

/** The order is not what it was when the customer looked at it. */
export function orderChanged(kiosk) {
    const { screen, say, amount } = kiosk;
    return {
        layout: "list review", title: say("changed.title"), lead: [say("changed.lead")], tone: "attention",
        spoken: [...linesSpoken(kiosk), labelled(say("changed.before"), amount(screen.before)), labelled(say("changed.now"), amount(screen.now))],
        body: [
            screen.lines && orderLines(kiosk, screen, false),
            element("div", { class: "before-now", key: "before-now" },
                sum(say("changed.before"), amount(screen.before), { class: "sum past" }),
                sum(say("changed.now"), amount(screen.now), { class: "sum total" })),
        ],
        actions: [
            { act: "accept", label: say("changed.accept"), kind: "primary" },
            { act: "start", label: say("restart") },
        ],
    };
}
