import Flow
import Model

/// Payments without an end that this process finds out about. What is known of them is in the journal; this says what
/// is being done.
package struct RecoveryState: Hashable, Codable, Sendable {
    /// One effect for each payment: it settles it.
    package private(set) var payments = EffectStates<PaymentID>()
    private(set) var doubts: [Doubt] = []
    /// Whether this process asks the terminals by itself.
    private(set) var isServed = false

    /// A payment in doubt.
    struct Doubt: Hashable, Codable, Sendable {
        let payment: PaymentID
        let terminal: DeviceAddress
        /// Whether its terminal may be asked. Else only what the journal tells counts.
        var mayAsk: Bool
        var rounds = CoalescedWork()
    }

    /// A terminal comes back when somebody plugs it in, or answers when somebody has put it right. Never given up while
    /// the process lives, and no pause is longer: ten seconds after it is back and idle, the truth is known.
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

    /// That terminal is back: what it is to be asked need not wait for the next try.
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
