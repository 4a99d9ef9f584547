import Testing

@testable import ESCPOS

extension Typesetter {
    /// The one that all tests share; its fonts must be installed.
    static let ofTests = Typesetter { Issue.record("\($0)") }
}

extension ESCPOSEncoder {
    init(
        profile: PrinterProfile, font: PrinterProfile.Font = .a, stored: StoredPicture? = nil,
        isForSlowLine: Bool = false
    ) {
        self.init(
            profile: profile, font: font, stored: stored, isForSlowLine: isForSlowLine, typesetter: .ofTests)
    }
}
