import Foundation

/// The label inside an archive, stored as a setting.
package struct ArchiveLabel: Hashable, Codable, Sendable {
    /// The setting that holds the label. A till's database never has it.
    static let setting = "journal.archive"

    package let number: Int
    package let first: Int64
    package let through: Int64
    package let payments: Int
    package let madeAt: Date
    /// The signature of the till's key over the last entry, in text form (`SignedHead`); nil when heads are not signed.
    let signature: String?

    /// The signed last entry; nil when it is not signed or cannot be parsed.
    package var signed: SignedHead? { signature.flatMap { SignedHead(words: $0.split(separator: " ")) } }
}
