import Flow
import Model
import Storage
import Payments

/// Finds out what became of open payments. It belongs to the process and needs no signed-in operator.
///
/// Each recovery is an effect of the till's state, and what is known of the payment is in the journal. So the next
/// process continues where this one was stopped.
package final class RecoveryStore: Store {
    package typealias Handled = RecoveryAction

    private let storage: any StorageManagerType
    private let root: StateStore<TillState, TillEvent>

    init(
        storage: any StorageManagerType, scheduler: TerminalScheduler, display: PaymentDisplayStore,
        root: StateStore<TillState, TillEvent>
    ) {
        self.storage = storage
        self.root = root
        root.effects(\.recovery.payments) { [weak display] payment, state, dispatch in
            guard let doubt = state.recovery.doubts.first(where: { $0.payment == payment }) else { return .skip }
            // The display is a branch of this tree: an effect that held it strongly would hold the tree itself.
            let recovery = PaymentRecovery(storage: storage, scheduler: scheduler) { [weak display] notice in
                display?.noticed(notice, on: doubt.terminal)
            }
            return Effect {
                guard await dispatch.announce(.recovery(.began(payment))) else { return }
                dispatch(.recovery(await recovery.resolve(doubt)))
            }
        }
    }

    package func onAction(_ action: RecoveryAction) {
        switch action {
        case .settleKnown(let reply): reply { () throws(Failure) in try takeUp(mayAsk: false) }
        case .recoverAll(let reply):
            reply { () throws(Failure) in
                try root.tell(.recovery(.served))
                try takeUp(mayAsk: true)
            }
        case .confirmTerminal(let address, let evidence, let requester, let reply):
            reply { () throws(Failure) in
                try TerminalConfirmation(storage: storage).confirm(address, evidence: evidence, by: requester)
            }
        }
    }

    /// Notes that a payment has just ended in doubt, or was refused, perhaps because another is in doubt. A process
    /// that stays recovers it; for a short one, the next process does.
    func doubtArose() {
        // If the disk cannot be read now, the next start reads it.
        if root.state.recovery.isServed { try? takeUp(mayAsk: true) }
    }

    /// Notes that a person has settled the payment.
    func settled(_ payment: PaymentID) { root.dispatch(.recovery(.settled(payment))) }

    private func takeUp(mayAsk: Bool) throws(Failure) {
        for record in try storage.reading({ try $0.unsettledPayments() }) {
            guard let terminal = DeviceAddress(record.terminalAddress) else { continue }
            try root.tell(.recovery(.found(record.id, terminal: terminal, mayAsk: mayAsk)))
        }
    }
}
