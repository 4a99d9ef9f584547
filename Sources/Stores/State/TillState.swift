import Flow
import Hardware
import Model

/// The root of a till's state: what concerns more than one display, and what the process takes care of with and
/// without a session. Each such task is an effect: the state tells what is being done, and the disk what is to be done.
package struct TillState: Hashable, Codable, Sendable {
    /// How many card payments are running, one for each terminal. Nothing else should ask for attention meanwhile.
    package private(set) var collecting = 0
    /// How many payments ended since the start, by outcome.
    package private(set) var ended: [String: Int] = [:]

    package private(set) var spool = PrintSpoolState()
    package private(set) var recovery = RecoveryState()
    package private(set) var outbox = OutboxState()
    /// The delivery of e-mails that were requested and not handed over.
    package private(set) var mail = OutboxState()
    package private(set) var devices = DevicesState()
    package private(set) var printers = PrintersState()

    package init() {}

    mutating func reduce(_ event: TillEvent) {
        switch event {
        case .payment(let event): reduce(event.event)
        case .spool(let event): reduce(event)
        case .recovery(let event): reduce(event)
        case .outbox(let event): outbox.reduce(event)
        case .mail(let event): mail.reduce(event)
        case .device(let event):
            guard let back = devices.reduce(event) else { return }
            spool.look(at: back)
            recovery.lookAgain(at: back)
        case .printer(let event): printers.reduce(event)
        case .endOfDay(.ended): lookForNews()
        case .endOfDay, .kiosk, .elsewhere: break
        }
    }

    private mutating func reduce(_ event: PaymentDisplayEvent) {
        switch event {
        case .began: collecting += 1
        case .ended(let word):
            collecting = max(0, collecting - 1)
            ended[word, default: 0] += 1
            lookForNews()
        case .refused:
            collecting = max(0, collecting - 1)
            // An earlier payment may have become final before this one was refused.
            lookForNews()
        case .phase, .shows, .foundOut, .giveGoods: break
        }
    }

    private mutating func reduce(_ event: PrintSpoolEvent) {
        spool.reduce(event)
        if case .halted(let printer, _) = event { devices.doubt(printer) }
    }

    private mutating func reduce(_ event: RecoveryEvent) {
        if case .unresolved(let payment, _) = event, let terminal = recovery.terminal(of: payment) {
            devices.doubt(terminal)
        }
        recovery.reduce(event)
        if case .settled = event { lookForNews() }
    }

    /// A final payment has left prints and messages for the shop; an end of day has left prints.
    private mutating func lookForNews() {
        spool.lookAgain()
        outbox.lookAgain()
    }
}

extension StateStore<TillState, TillEvent> {
    /// The root of a till's tree.
    static func till(in environment: Environment) -> StateStore {
        StateStore(TillState(), environment: environment) { state, event in state.reduce(event) }
    }

    /// A branch whose events matter only to itself. A store that needs state of its own adds it here.
    func branch<Child: Sendable, ChildEvent: Codable & Sendable>(
        _ state: Child, reducer: @escaping StateStore<Child, ChildEvent>.Reducer
    ) -> StateStore<Child, ChildEvent> {
        with(state, embed: { _ in .elsewhere }, reducer: reducer)
    }

    /// Dispatches the event, or throws why that was not possible.
    func tell(_ event: TillEvent) throws(Failure) {
        if let failure = dispatch(event) { throw failure }
    }
}
