import Flow
import Model

/// Requests about payments that an earlier process or a disturbance left open. They work without a signed-in operator.
/// The state (`KnowsTheDoubts`) tells the progress; the reply comes as soon as the state contains the request.
/// - Shop: none; a payment that is settled as paid is told to the shop by the outbox
package enum RecoveryAction: Action {
    /// Settles every payment whose end the journal already proves: nothing was sent, or the terminal had ended it. No
    /// terminal is asked; the others are recovered before the next payment on their terminal.
    case settleKnown(Reply<Void>)
    /// Settles all payments and asks their terminals until each is settled.
    case recoverAll(Reply<Void>)
    /// Stores that a person compared a terminal's journal after a restore. Throws `restore.nothingToCompare` if that is not
    /// asked for. It needs a signed-in operator.
    case confirmTerminal(DeviceAddress, evidence: String, by: Requester? = nil, Reply<Void>)
}
