import Flow
import Model
import Networking
import Payments
import Receipts
import Stores

/// What the kiosk needs of the service: the devices that its configuration names, and payments that begin as those of
/// `POST /v1/payments` do.
struct KioskServing: KioskHost {
    let till: any ServedTill
    let kiosk: ServedKiosk
    let starts: PaymentStarts
    let readiness: ReadinessCheck
    let enquiries: TerminalEnquiries
    let gate: ShutdownGate

    var currency: Currency { till.currency }
    var receiptLanguage: String { till.receiptLanguage }
    var receiptLanguages: [String] { ReceiptLanguage.tags }
    var giveUpAfter: Duration { till.giveUpAfter }
    var isMailOn: Bool { till.isMailOn }

    func devices() async throws(Failure) -> PaymentDevices { try await ServedDevices(till: till).payment(of: kiosk) }

    func obstacles() async -> [Failure] { await readiness.obstacles().filter(\.stops).map(\.failure) }

    func terminalObstacle() async -> Failure? {
        do throws(Failure) { return await enquiries.obstacle(at: try await devices().terminal) } catch { return error }
    }

    func begin(_ request: PaymentRequest, key: String) async throws(Failure) -> PaymentID {
        try await starts.begin(request, key: key)
    }

    func staffPage(
        _ place: KioskStaffPage.Place, limit: Int, language: String
    ) async throws(Failure) -> String {
        let pages = KioskStaffPages(till: till, kiosk: kiosk, language: OperatorLanguage(near: language))
        return String(decoding: JSONValue.object(try await pages.page(place, limit)).data, as: UTF8.self)
    }

    func perform(_ work: KioskStaffWork, by requester: Requester) async throws(Failure) -> PaymentID? {
        try await KioskStaffActs(serving: self, requester: requester).perform(work)
    }

    func ask<Asked: Action, Value: Sendable>(_ make: (Reply<Value>) -> Asked) async throws(Failure) -> Value {
        try await till.ask(make)
    }
}
