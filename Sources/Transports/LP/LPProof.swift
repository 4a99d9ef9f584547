import Hardware

/// Whether a printer's answer proves that it has taken what was written.
struct LPProof {
    /// So many writes went to the driver. A question is about those before it.
    private(set) var question = 0

    mutating func wrote() { question += 1 }

    /// What was written since is not proven by an answer that comes late, nor anything by a printer that stands still for
    /// want of paper or of a hand: it is asked again why.
    func isGiven(by answer: OpenLP.Answer, to question: Int) -> Bool {
        guard question == self.question else { return false }
        switch answer {
        case .told(let byte):
            guard let status = PrinterStatus(portStatus: byte) else { return true }
            return status.paper != .out && status.fault == nil
        case .silent: return true
        case .gone: return false
        }
    }
}
