/* Run inside the page: what a person would see at a glance. Each returns a list of sentences; none is good. */
var checks = {
    /** Nothing stands outside the screen, no text is cut, no parts lie on each other. */
    overflow({ strict = false, sameLayout = true }) {
        const found = [];
        const say = (element, what) => found.push(`${checks.name(element)}: ${what}`);
        const page = document.scrollingElement;
        if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push("the page itself scrolls");
        for (const element of document.querySelectorAll("#kiosk *")) {
            if (element.closest(".heard-only") || getComputedStyle(element).clipPath !== "none" || element.closest("svg") || !element.getClientRects().length) continue;
            checks.inside(element, say);
            checks.cut(element, strict, say);
        }
        const main = document.querySelector(".main");
        if (strict && main && main.scrollHeight > main.clientHeight + 1) say(main, `scrolls by ${main.scrollHeight - main.clientHeight}`);
        if (sameLayout) checks.apart([".header", ".main", ".footer", ".notices"], say), checks.apart([".art", ".main > .hero", ".main > .body"], say);
        return found;
    },

    name(element) {
        return `${element.tagName.toLowerCase()}.${[...element.classList].join(".")} "${element.textContent.trim().slice(0, 40)}"`;
    },

    inside(element, say) {
        const box = element.getBoundingClientRect();
        const scroller = element.parentElement.closest("[data-scroll]");
        const scrollsAcross = scroller && scroller.scrollWidth > scroller.clientWidth && getComputedStyle(scroller).overflowX !== "visible";
        if (!scrollsAcross && (box.left < -1 || box.right > innerWidth + 1)) say(element, `across ${Math.round(box.left)}…${Math.round(box.right)}`);
        const scrolled = scroller || getComputedStyle(document.getElementById("kiosk")).overflowY === "auto";
        if (!scrolled && (box.top < -1 || box.bottom > innerHeight + 1)) say(element, `down ${Math.round(box.top)}…${Math.round(box.bottom)}`);
    },

    cut(element, strict, say) {
        const style = getComputedStyle(element);
        if (style.display.startsWith("inline") && style.display === "inline") return;
        const across = element.scrollWidth - element.clientWidth, down = element.scrollHeight - element.clientHeight;
        if (element.matches("[data-clamp]")) {
            if (strict && down > 3) say(element, `is shortened by ${down}`);
            return;
        }
        if (element.matches("[data-scroll], .shell, .body, .hero, output, thead, tbody, tr, caption")) return;
        if (across > 2) say(element, `is too wide by ${across}`);
        if (style.overflowY === "hidden" && down > 3) say(element, `is cut below by ${down}`);
    },

    apart(selectors, say) {
        const boxes = selectors.map((selector) => document.querySelector(selector)).filter((element) => element && element.getClientRects().length);
        for (const [index, one] of boxes.entries()) {
            for (const other of boxes.slice(index + 1)) {
                const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
                const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (across > 2 && down > 2) say(one, `lies on ${checks.name(other)} by ${Math.round(across)} × ${Math.round(down)}`);
            }
        }
    },

    /** Whatever can be touched is at least so large. */
    targets({ least = 44 }) {
        return [...document.querySelectorAll("button")].filter((button) => button.getClientRects().length).map((button) => [button, button.getBoundingClientRect()])
            .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
            .map(([button, box]) => `${checks.name(button)}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
    },

    /** In low reach, whatever can be touched stands below the middle. */
    low() {
        return [...document.querySelectorAll("button")].filter((button) => button.getClientRects().length)
            .filter((button) => button.getBoundingClientRect().top < innerHeight / 2 - 1).map((button) => `${checks.name(button)} stands above the middle`);
    },

    text() { return document.body.innerText; },
};
