/** The line to the service: its state comes as events, acts go there one after another. Nothing is stored here. */

const retryAfter = 1000;
const silentFor = 4000;
const alivePeriod = 5000;
const longestAct = 15000;

/** Follows the service's state. `changed(document)` gets each newer state, and calls `show` when it is about to be drawn;
 *  `connection("up" | "down")` says whether the service answers, "down" only after it has been silent for a while. */
export function connect({ changed, connection }) {
    const client = { state: null, newest: null, queue: Promise.resolve(), source: null, lostAt: null, changed, connection };
    begin(client);
    setInterval(() => watch(client), retryAfter);
    setInterval(() => alive(client), alivePeriod);
    return {
        /** Sends an act of the screen that is shown now. It is dropped if another screen has come before its turn. */
        act: (name, value) => act(client, name, value),
        /** What is shown. It is older than `newest` while what the newest needs is being fetched. */
        get state() { return client.state; },
        /** What the service told last. */
        get newest() { return client.newest; },
        /** A state is shown from now on: acts are those of its screen. */
        show(state) { client.state = state; },
    };
}

/** Has the first state drawn, and follows the events then. They hold a connection for good, and a browser opens six to a service:
 *  what the first state needs would wait for ever behind the events of six pages. */
async function begin(client) {
    try {
        const state = await firstState();
        const late = new Promise((go) => { setTimeout(go, silentFor); });
        if (state !== null) await Promise.race([take(client, state), late]);
    } catch {
        // The events tell whether the service is away.
    }
    listen(client);
}

/** The state that came with the page, or else the service's. */
async function firstState() {
    const told = document.getElementById("state");
    if (told !== null) return JSON.parse(told.textContent);
    const answer = await fetch("/kiosk/state", { cache: "no-store", signal: AbortSignal.timeout(retryAfter * 3) });
    return answer.ok ? answer.json() : null;
}

function listen(client) {
    client.source?.close();
    client.source = new EventSource("/kiosk/events");
    client.source.addEventListener("state", (event) => take(client, JSON.parse(event.data)));
    client.source.addEventListener("error", () => { client.lostAt ??= performance.now(); });
}

/** Takes a state unless it is older than the newest, and ends when it is drawn. A service that has started anew counts from the
 *  beginning. */
async function take(client, state) {
    if (client.lostAt !== null) {
        client.lostAt = null;
        client.connection("up");
    }
    const { newest } = client;
    if (newest && newest.boot === state.boot && state.revision < newest.revision) return;
    client.newest = { ...state, receivedAt: performance.now() };
    await client.changed(client.newest);
}

/** While the events are away the state is asked for, and they are asked for again. */
async function watch(client) {
    if (client.lostAt === null) return;
    if (performance.now() - client.lostAt > silentFor) client.connection("down");
    try {
        const answer = await fetch("/kiosk/state", { cache: "no-store", signal: AbortSignal.timeout(retryAfter * 3) });
        if (!answer.ok) return;
        const state = await answer.json();
        if (client.source?.readyState !== EventSource.OPEN) listen(client);
        take(client, state);
    } catch {
        // The service is away; the next round asks again.
    }
}

/** Tells the service that this page still draws. */
function alive(client) {
    if (client.state === null) return;
    requestAnimationFrame(() => {
        post("/kiosk/alive", {}).catch(() => { client.lostAt ??= performance.now(); });
    });
}

function act(client, name, value) {
    const boot = client.state?.boot;
    const screen = client.state?.screen.id;
    const turn = async () => {
        if (client.newest === null || client.newest.boot !== boot || client.newest.screen.id !== screen) return;
        await send(client, { screen, act: name, ...(value === undefined ? {} : { value }) });
    };
    client.queue = client.queue.then(turn);
    return client.queue;
}

async function send(client, body) {
    try {
        const answer = await post("/kiosk/act", body);
        const told = await answer.json();
        const state = answer.ok ? told : told.state;
        if (state?.screen) take(client, state);
    } catch {
        // Whether the act arrived is not known; the state that comes next tells.
        client.lostAt ??= performance.now();
    }
}

function post(path, body) {
    return fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        cache: "no-store",
        signal: AbortSignal.timeout(longestAct),
    });
}
