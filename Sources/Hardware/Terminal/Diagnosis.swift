/// What a terminal examines (ZVT tag 1B).
package enum Diagnosis: UInt8, Hashable, Sendable, CaseIterable {
    /// The terminal calls its host and does nothing more.
    case line = 1
    case extended = 2
    /// Fetches the configuration.
    case configuration = 3
    /// Fetches the parameters for chip cards.
    case emvConfiguration = 4
    case ep2Configuration = 5
}
