/// Digits that are never shown or logged.
package struct KioskPINDigits: Hashable, Codable, Sendable, CustomStringConvertible, CustomReflectable {
    var text = ""

    package var count: Int { text.count }
    package var description: String { "PIN" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
