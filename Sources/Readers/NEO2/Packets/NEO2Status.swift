/// How a reader answered (NEO 2 IDG, table 6).
package struct NEO2Status: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let ok = NEO2Status(rawValue: 0x00)
    package static let timeout = NEO2Status(rawValue: 0x08)
    package static let failed = NEO2Status(rawValue: 0x0A)
    package static let notAllowed = NEO2Status(rawValue: 0x0B)
    /// A report on the way; the reader continues.
    package static let userInterfaceEvent = NEO2Status(rawValue: 0x0E)
    package static let onlineAuthorisation = NEO2Status(rawValue: 0x23)
}
