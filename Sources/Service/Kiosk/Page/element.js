/** Elements are described as plain values and compared with what the page shows, so that focus, scrolling and animations
 *  survive an update. Text only ever becomes text nodes. */

const svgNamespace = "http://www.w3.org/2000/svg";
const svgTags = new Set(["svg", "g", "path", "circle", "rect", "line", "ellipse", "polyline", "polygon"]);

/** The description that each node on the page was last drawn from. */
const drawn = new WeakMap();

/** Describes an element. `properties` are attributes, besides `key` (identity among its siblings), `on` (listeners by event),
 *  `variables` (CSS variables) and `value` (of an input). Children may be nested lists; `null` and `false` are left out. */
export function element(tag, properties, ...children) {
    const { key = null, on = {}, variables = {}, value, ...attributes } = properties ?? {};
    return { tag, key, on, variables, value, attributes, children: children.flat(Infinity).filter(isThere) };
}

function isThere(child) {
    return child !== null && child !== undefined && child !== false && child !== "";
}

/** Makes the children of `parent` what the descriptions say; reuses nodes with the same tag and key. */
export function update(parent, descriptions) {
    const pool = [...parent.childNodes];
    const nodes = descriptions.filter(isThere).map((description) => taken(pool, description) ?? created(description));
    for (const node of pool) node.remove();
    let place = parent.firstChild;
    nodes.forEach((node, index) => {
        if (node === place) place = place.nextSibling;
        else parent.insertBefore(node, place);
        draw(node, descriptions.filter(isThere)[index]);
    });
}

/** The first node in the pool that the description fits, taken out of the pool. */
function taken(pool, description) {
    const index = pool.findIndex((node) => fits(node, description));
    return index < 0 ? null : pool.splice(index, 1)[0];
}

function fits(node, description) {
    if (typeof description !== "object") return node.nodeType === Node.TEXT_NODE;
    const before = drawn.get(node);
    return before !== undefined && before.tag === description.tag && before.key === description.key;
}

function created(description) {
    if (typeof description !== "object") return document.createTextNode("");
    return svgTags.has(description.tag)
        ? document.createElementNS(svgNamespace, description.tag)
        : document.createElement(description.tag);
}

function draw(node, description) {
    if (typeof description !== "object") {
        if (node.data !== String(description)) node.data = String(description);
        return;
    }
    const before = drawn.get(node);
    drawn.set(node, description);
    drawAttributes(node, before?.attributes ?? {}, description.attributes);
    for (const [name, value] of Object.entries(description.variables)) node.style.setProperty(name, value);
    if (description.value !== undefined && node.value !== description.value) node.value = description.value;
    for (const event of Object.keys(description.on)) {
        if (!before || !(event in before.on)) node.addEventListener(event, dispatch);
    }
    update(node, description.children);
}

/** One listener for each event of a node; which function it calls follows from what is drawn. */
function dispatch(event) {
    drawn.get(event.currentTarget)?.on[event.type]?.(event);
}

function drawAttributes(node, before, after) {
    for (const name of Object.keys(before)) {
        if (!isSet(after[name])) node.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(after)) {
        const text = value === true ? "" : String(value);
        if (isSet(value) && node.getAttribute(name) !== text) node.setAttribute(name, text);
    }
}

function isSet(value) {
    return value !== undefined && value !== null && value !== false;
}
