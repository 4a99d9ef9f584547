import Flow
import Foundation
import Model
import Storage

/// The logo that a printer was given to keep: what it stands for is sent no more, as long as it is this very picture.
package struct StoredLogo: Hashable, Codable, Sendable {
    /// By which the printer knows it.
    package let key: String
    package let width: Int
    /// Row by row, eight to a byte.
    package let dots: Data

    package init(key: String, width: Int, dots: Data) {
        self.key = key
        self.width = width
        self.dots = dots
    }
}

/// The logos that this till has put into its printers. Another printer at the same address has none, or another's: then
/// what it prints shows it, and it is given the logo anew.
package struct LogoMemory: Sendable {
    private let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// Nil where the printer was given none.
    package func logo(at address: DeviceAddress) throws(Failure) -> StoredLogo? {
        try storage.reading { try $0.setting(Self.key(address), as: StoredLogo.self) }
    }

    package func keep(_ logo: StoredLogo, at address: DeviceAddress) throws(Failure) {
        try storage.writing { try $0.setSetting(Self.key(address), to: logo) }
    }

    /// What it kept may be gone from here on.
    package func forget(at address: DeviceAddress) throws(Failure) {
        try storage.writing { try $0.removeSetting(Self.key(address)) }
    }

    private static func key(_ address: DeviceAddress) -> String { "printer.keptLogo \(address.place)" }
}
