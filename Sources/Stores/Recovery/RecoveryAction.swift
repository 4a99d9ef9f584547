import Flow

/// What can be asked about payments that an earlier life, or an earlier disturbance, left without an end. Works with
/// nobody signed in. How it goes is told by the state (`KnowsTheDoubts`); answered as soon as it tells of this.
package enum RecoveryAction: Action {
    /// Settles every payment whose end the journal already tells: nothing was sent, or the terminal had ended it. No
    /// terminal is asked anything; what must be asked is asked before the next payment on that terminal.
    case settleKnown(Reply<Void>)
    /// Settles all, and goes on asking their terminals until each is settled.
    case recoverAll(Reply<Void>)
}
