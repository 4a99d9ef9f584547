/** What stands around every screen: shop and tools above, the way on below, dialogues over it. */
import { dialogue } from "./dialogues.js";
import { element } from "./element.js";
import { foreign } from "./formats.js";
import { icon } from "./icons.js";
import { actButton, button } from "./parts.js";
import { picture } from "./pictures.js";
import { canStart, isOperator } from "./screens.js";
import { languageNames } from "./words.js";

/** The whole page for a view. `own` is what only this page knows: open panels, questions, the connection. */
export function frame(kiosk, view, own) {
    const over = dialogue(kiosk, own);
    return [
        element("div", {
            class: `shell ${view.layout ?? "message"} tone-${view.tone ?? "plain"}`, key: `shell`, inert: over !== null,
            on: { click: (event) => touchAnywhere(event, view) },
        }, header(kiosk, own), notices(kiosk), main(kiosk, view), footer(kiosk, view)),
        over,
    ];
}

/** A touch beside the buttons, on screens where that means the same as their one button. */
function touchAnywhere(event, view) {
    if (view.touchAnywhere && !event.target.closest("button, .header, .footer, [data-scroll]")) view.touchAnywhere();
}

function header(kiosk, own) {
    const { state, say } = kiosk;
    return element("header", { class: "header", key: "header" },
        element("div", { class: "brand" },
            state.has_logo && element("img", { class: "logo", src: "/kiosk/logo", alt: state.shop_name }),
            !state.has_logo && foreign(state.shop_name, { class: "shop-name", "data-clamp": true })),
        state.operator && operatorBadge(kiosk),
        element("div", { class: "tools" },
            button({
                kind: "tool", mark: "globe", label: languageNames[kiosk.language], key: "language", name: `${say("language")}: ${languageNames[kiosk.language]}`,
                press: () => own.open("language"), "aria-haspopup": "dialog", "data-tool": "language",
            }),
            button({
                kind: "tool", mark: "adjust", label: say("display"), key: "display", press: () => own.open("display"), "aria-haspopup": "dialog",
                "data-tool": "display",
            })));
}

function operatorBadge(kiosk) {
    const left = kiosk.state.operator.remaining_ms - kiosk.elapsed(0);
    return element("p", { class: "operator-badge", key: "operator" }, icon("person"), foreign(kiosk.state.operator.name, { "data-clamp": true }),
        element("span", { class: "muted" }, kiosk.say("operator.left", { time: kiosk.duration(Math.max(0, left)) })));
}

/** The codes of the notices that there is room for. */
export function shownNotices(state) {
    return (state.notices ?? []).slice(0, 2).map(({ code }) => code);
}

function notices(kiosk) {
    const shown = shownNotices(kiosk.state).map((code) => [code, kiosk.code(code)]);
    const { lang } = kiosk.told;
    // A question that staff answers is the page's own, whole.
    const isQuestion = !["look", "confirm"].includes(kiosk.screen.step ?? "look");
    if (lang && kiosk.state.operator && !isQuestion) shown.push(["told", kiosk.say("operator.partly", { language: languageNames[lang] ?? lang })]);
    if (shown.length === 0) return null;
    return element("aside", { class: "notices", key: "notices", "aria-label": kiosk.say("notices") }, element("ul", {},
        shown.map(([key, text]) => element("li", { key }, icon("info"), element("span", {}, text)))));
}

function main(kiosk, view) {
    const { screen } = kiosk;
    return element("main", { class: "main", key: `main:${screen.name}:${screen.id}`, "data-scroll": true },
        view.picture && element("div", { class: "art", key: "art" }, picture(view.picture)),
        element("section", { class: "hero", key: "hero" },
            title(view),
            (view.lead ?? []).filter(Boolean).map((text, index) => element("p", { class: "lead", key: `lead:${index}` }, text)),
            view.hero ?? null),
        element("section", { class: "body", key: "body" }, view.body ?? null,
            view.footnote ? element("p", { class: "footnote", key: "footnote" }, view.footnote) : null));
}

function title(view) {
    return element("h1", { class: "title", id: "title", tabindex: "-1", key: "title" },
        view.titleIsForeign ? foreign(view.title, { "data-clamp": true }) : view.title);
}

function footer(kiosk, view) {
    const { screen, say } = kiosk;
    const actions = (view.actions ?? []).filter(Boolean);
    const extra = view.extra ?? [];
    const back = view.back && { act: view.back, label: say("back"), kind: "quiet", mark: "back" };
    const restart = view.restart && canStart(screen.name) && { act: "start", label: say("restart"), kind: "quiet", mark: "close" };
    const finish = view.finish && { act: "start", label: say("finish"), kind: "quiet", mark: "check" };
    const leave = isOperator(screen.name) && view.leave && { act: view.leave, label: say("operator.leave"), kind: "quiet", mark: "close" };
    const ways = [back, restart, finish, leave].filter(Boolean);
    return element("footer", { class: `footer ${view.actionsLayout ?? ""}`, key: "footer" },
        actions.length + extra.length > 0 && element("div", { class: `actions count-${Math.min(actions.length, 4)}`, key: "actions" },
            actions.map((action) => actButton(kiosk, action)), extra),
        ways.length > 0 && element("div", { class: "ways", key: "ways" }, ways.map((way) => actButton(kiosk, way))));
}
