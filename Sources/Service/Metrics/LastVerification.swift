import Flow
import Foundation
import Storage

/// When the whole journal was verified last, and what was found.
package struct LastVerification: Codable, Sendable {
    private static let setting = "journal.verified"

    package let at: Date
    package let isIntact: Bool

    package init(at: Date, isIntact: Bool) {
        self.at = at
        self.isIntact = isIntact
    }

    /// Keeps it for the figures. It proves nothing, so a disk that is full or cannot be written is no failure.
    package func keep(in storage: any StorageManagerType) {
        _ = try? storage.write(.withNext) { try $0.setSetting(Self.setting, to: self) }
    }

    /// The last one; nil if the journal was never verified.
    package static func last(in storage: any StorageManagerType) throws(Failure) -> LastVerification? {
        try storage.reading { try $0.setting(setting, as: LastVerification.self) }
    }
}
