import Failures
import Flow
import Foundation
import Model
import Storage

/// The page of a kiosk that has stopped answering, as it is stored for whoever asks how the till is doing.
package struct SilentKioskPage: Hashable, Codable, Sendable {
    private static let setting = "kiosk.silentPage"

    /// When it was noticed.
    package let since: Date

    package init(since: Date) { self.since = since }

    /// Nil if the page answers, or there is no kiosk.
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
}
