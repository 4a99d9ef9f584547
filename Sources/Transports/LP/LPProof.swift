import Hardware

/// Whether a printer's answer proves that it has received what was written.
struct LPProof {
    /// The number of writes to the driver so far. An answer covers the writes before its question.
    private(set) var question = 0

    mutating func wrote() { question += 1 }

    /// An answer does not prove later writes. It proves nothing when the printer has stopped for lack of paper or another
    /// reason; then the printer is asked again.
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
