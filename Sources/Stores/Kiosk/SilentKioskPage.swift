import Failures
import Flow
import Foundation
import Model
import Storage

/// The page of a kiosk that has stopped answering or has never come, as it is stored for the status, the metrics and the doctor.
package struct SilentKioskPage: Hashable, Codable, Sendable {
    private static let setting = "kiosk.silentPage"

    /// When it was noticed; when the service began if no page has come.
    package let since: Date
    /// Absent in what is stored of a page that was there.
    private let neverCame: Bool?

    package init(since: Date) {
        self.since = since
        neverCame = nil
    }

    /// No page has answered since the service began.
    package init(missingSince begin: Date) {
        since = begin
        neverCame = true
    }

    /// Whether no page has answered since the service began.
    package var isMissing: Bool { neverCame ?? false }

    /// Nil if a page answers, if the first one has still time, or if there is no kiosk.
    package static func current(in reader: any SettingsReading) throws -> SilentKioskPage? {
        try reader.setting(setting, as: SilentKioskPage.self)
    }

    func note(in transaction: any StorageTransaction) throws { try transaction.setSetting(Self.setting, to: self) }

    static func forget(in transaction: any StorageTransaction) throws { try transaction.removeSetting(setting) }
}

extension Failure {
    /// The kiosk's page has stopped answering. Payments that others ask for begin all the same.
    package static let kioskPageSilent = Failure(
        KioskFailure.pageSilent, Sentence("failure.kiosk.pageSilent"), remedy: Sentence("remedy.kiosk.pageSilent"),
        recovery: .askOperator)

    /// No page of the kiosk has come. Payments that others ask for begin all the same.
    package static let kioskPageMissing = Failure(
        KioskFailure.pageMissing, Sentence("failure.kiosk.pageMissing"), remedy: Sentence("remedy.kiosk.pageMissing"),
        recovery: .askOperator)
}
