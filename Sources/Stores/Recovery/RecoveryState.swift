import Flow
import Model

/// The open payments that this process recovers. What is known of them is in the journal; the state tells what is being
/// done.
package struct RecoveryState: Hashable, Codable, Sendable {
    /// One effect for each payment, which settles it.
    package private(set) var payments = EffectStates<PaymentID>()
    private(set) var doubts: [Doubt] = []
    /// Whether this process asks the terminals by itself.
    private(set) var isServed = false

    /// A payment in doubt.
    struct Doubt: Hashable, Codable, Sendable {
        let payment: PaymentID
        let terminal: DeviceAddress
        /// Whether its terminal may be asked; if not, only the journal counts.
        var mayAsk: Bool
        var rounds = CoalescedWork()
    }

    /// Retries for as long as the process lives: a terminal comes back when somebody plugs it in or repairs it. No
    /// pause is longer, so the outcome is known ten seconds after the terminal is back and idle.
    static let retry = Retry(first: .seconds(5), factor: 1, recoveries: [.retry, .askOperator])

    package init() {}

    mutating func reduce(_ event: RecoveryEvent) {
        switch event {
        case .served: isServed = true
        case .found(let payment, let terminal, let mayAsk):
            if self.terminal(of: payment) == nil {
                doubts.append(Doubt(payment: payment, terminal: terminal, mayAsk: mayAsk))
            }
            change(payment) {
                $0.mayAsk = $0.mayAsk || mayAsk
                $0.rounds.ask(&$1, retry: Self.retry)
            }
        case .began(let payment): change(payment) { doubt, _ in doubt.rounds.begin() }
        case .settled(let payment), .left(let payment): forget(payment)
        case .unresolved(let payment, let failure): change(payment) { $0.rounds.halt(&$1, failure) }
        }
    }

    func terminal(of payment: PaymentID) -> DeviceAddress? { doubts.first { $0.payment == payment }?.terminal }

    /// Retries at once because that terminal is back.
    mutating func lookAgain(at terminal: DeviceAddress) {
        for doubt in doubts where doubt.terminal == terminal {
            change(doubt.payment) { $0.rounds.ask(&$1, retry: Self.retry) }
        }
    }

    private mutating func change(_ payment: PaymentID, _ change: (inout Doubt, inout EffectState) -> Void) {
        guard let place = doubts.firstIndex(where: { $0.payment == payment }) else { return }
        change(&doubts[place], &payments[payment, default: EffectState()])
    }

    private mutating func forget(_ payment: PaymentID) {
        doubts.removeAll { $0.payment == payment }
        payments[payment] = nil
    }
}

extension RecoveryState: KnowsTheDoubts {
    package var isAtRest: Bool {
        doubts.allSatisfy { $0.rounds.isAtRest(payments[$0.payment] ?? EffectState()) }
    }
}
