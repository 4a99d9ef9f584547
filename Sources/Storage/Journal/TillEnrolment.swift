import Flow
import Foundation

/// Journal kind `till.enrolled`: which till writes the journal from here on. It is the first fact of a new journal, and the
/// next one of a journal from before there were such facts, or of one that lost entries and was accepted without them.
public struct TillEnrolment: Hashable, Codable, Sendable {
    public static let kind = "till.enrolled"
    /// The setting that keeps the till's id.
    static let setting = "till.id"

    /// The till's own id, by chance, the same for as long as its data directory lives.
    public let till: String
    /// Begins with this fact: another one for each journal that begins anew.
    public let life: String
}

extension StorageManager {
    /// Writes who the till is, unless the journal says so already.
    public func enrol(_ environment: Environment) throws(StorageError) {
        guard try !read({ try $0.isEnrolled }) else { return }
        try write { if try !$0.isEnrolled { try $0.enrol(environment) } }
    }
}

extension StorageReader {
    fileprivate var isEnrolled: Bool {
        get throws(StorageError) { try !journalEntries(kind: TillEnrolment.kind, limit: 1).isEmpty }
    }
}

extension StorageTransaction {
    /// Begins a new life of the journal.
    func enrol(_ environment: Environment) throws(StorageError) {
        let known = try setting(TillEnrolment.setting, as: String.self)
        let till = known ?? environment.newID("till")
        if known == nil { try setSetting(TillEnrolment.setting, to: till) }
        try append(
            kind: TillEnrolment.kind, payment: nil,
            encoding: TillEnrolment(till: till, life: environment.newID("life")))
    }
}
