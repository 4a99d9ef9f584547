/// The place where a journal begins: behind an entry that is in an archive.
package struct JournalStart: Hashable, Sendable {
    /// The last archived entry; number 0 when nothing was archived.
    package let head: JournalHead
    /// The enrolment in force at that entry.
    let enrolment: TillEnrolment?

    package static let empty = JournalStart(head: .empty, enrolment: nil)
}
