import Hardware
import ZVTCodes

extension TerminalProgress {
    /// An intermediate status of ZVT.
    package init(zvt code: UInt8, text: String? = nil, timeoutMinutes: Int? = nil) {
        let (step, asks) = ZVTProgressCode.meaning(of: code)
        self.init(step, asksToRemoveCard: asks, number: code, text: text, timeoutMinutes: timeoutMinutes)
    }
}
