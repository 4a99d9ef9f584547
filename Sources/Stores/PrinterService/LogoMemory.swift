import Flow
import Model
import Storage

/// The logos that this till has stored in its printers. Another printer at the same address has none, or a different
/// one: then the print shows it, and the printer must be given the logo again.
package struct LogoMemory: Sendable {
    private let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// Nil if no logo was stored in the printer.
    package func logo(at address: DeviceAddress) throws(Failure) -> StoredLogo? {
        try storage.reading { try $0.setting(Self.key(address), as: StoredLogo.self) }
    }

    package func keep(_ logo: StoredLogo, at address: DeviceAddress) throws(Failure) {
        try storage.writing { try $0.setSetting(Self.key(address), to: logo) }
    }

    /// Forgets the printer's logo, which may be gone from here on.
    package func forget(at address: DeviceAddress) throws(Failure) {
        try storage.writing { try $0.removeSetting(Self.key(address)) }
    }

    private static func key(_ address: DeviceAddress) -> String { "printer.keptLogo \(address.place)" }
}
