import Model

/// What a result means that names the trace of another transaction (BMP 37).
enum NamedTrace: Hashable {
    /// It names what the transaction reverses or ends.
    case original
    /// It names the transaction itself: it was undone.
    case undone
    /// It names one of the two, and nothing tells which.
    case unknown
}

extension PaymentIntent {
    /// What it means that a success names this trace.
    ///
    /// - Parameter learned: what an earlier success of this transaction named. The terminal may not have told the trace of
    ///   the reservation that is ended.
    func meaning(ofNamed trace: Int, learned: Int?) -> NamedTrace {
        guard let reserved = purpose.reserved, reserved.name.trace == nil else {
            return purpose.mayReverse(trace) ? .original : .undone
        }
        if let learned { return learned == trace ? .original : .undone }
        // What is older than the watermark was there before this transaction began.
        guard let before = watermarkTrace else { return .unknown }
        return LastTransactionMatcher.isNewer(trace, than: before) ? .undone : .original
    }
}
