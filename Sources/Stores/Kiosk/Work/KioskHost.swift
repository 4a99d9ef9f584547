import Flow
import Model
import Payments

/// What a kiosk needs of the process that serves it, besides the stores.
package protocol KioskHost: Sendable {
    /// The currency of a shop that never told its own.
    var currency: Currency { get }
    /// The language of receipts for a customer whose own has none.
    var receiptLanguage: String { get }
    /// The languages in which receipts can be written.
    var receiptLanguages: [String] { get }
    /// How long a terminal is asked after a disturbance.
    var giveUpAfter: Duration { get }
    /// Whether receipts can be e-mailed.
    var isMailOn: Bool { get }

    /// The terminal and the printer of the kiosk.
    func devices() async throws(Failure) -> PaymentDevices
    /// Everything that keeps a payment from beginning.
    func obstacles() async -> [Failure]
    /// Why the terminal could not take a payment now; nil if it could, as far as is known.
    func terminalObstacle() async -> Failure?
    /// Begins a payment, once for each key. A failure means that nothing was sent to the terminal.
    func begin(_ request: PaymentRequest, key: String) async throws(Failure) -> PaymentID
    /// What is on a page for the staff, as a JSON object.
    ///
    /// - Parameter language: the page's.
    func staffPage(
        _ place: KioskStaffPage.Place, limit: Int, language: String
    ) async throws(Failure) -> String
    /// Does what an operator has done at the kiosk.
    ///
    /// - Returns: the transaction that was begun and goes on; nil if the work is over.
    func perform(_ work: KioskStaffWork, by requester: Requester) async throws(Failure) -> PaymentID?
    func ask<Asked: Action, Value: Sendable>(_ make: (Reply<Value>) -> Asked) async throws(Failure) -> Value
}
