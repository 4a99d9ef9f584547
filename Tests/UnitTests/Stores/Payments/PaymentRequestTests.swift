import Flow
import Hardware
import Model
import Receipts
import Storage
import Testing

@testable import Payments
@testable import Stores

/// The limits of a payment request: its key and the names of its devices are stored unchanged.
@Suite struct PaymentRequestTests {
    private func request(key: String? = nil, reader path: String = "/dev/ttyS9?baud=115200") -> PaymentRequest {
        PaymentRequest(
            subject: .amount(.sample), key: key, terminal: DeviceAddress(scheme: "serial", path: path),
            printer: DeviceAddress(scheme: "file", path: "/tmp/paper"))
    }

    @Test(arguments: ["/tmp/till-exp-7/terminal?baud=115200", "/dev/serial/by-id/usb-VAL_1227-if00"])
    func digitsBehindAWordInADevicesNameAreNoExpiryDate(_ path: String) throws {
        try request(reader: path).checkNoCardData()
    }

    @Test func aCardNumberIsRefusedAsAKeyAndInADevicesName() {
        let number = "4111 1111 1111 1111"
        #expect(throws: Failure.cardDataInRequest) { try request(key: number).checkNoCardData() }
        #expect(throws: Failure.cardDataInRequest) { try request(reader: "/dev/\(number)").checkNoCardData() }
    }

    @Test func aCardNumberIsRefusedInThePrintersNameAndAsALanguage() {
        let number = "4111 1111 1111 1111"
        var request = request()
        request.language = number
        #expect(throws: Failure.cardDataInRequest) { try request.checkNoCardData() }
        request.language = "de"
        request.printer = DeviceAddress(scheme: "file", path: "/tmp/\(number)")
        #expect(throws: Failure.cardDataInRequest) { try request.checkNoCardData() }
    }

    @Test(arguments: [
        (PaymentRequest.Subject.order(OrderID(rawValue: 1041)), false),
        (.reserve(.order(OrderID(rawValue: 1041))), false),
        (.amount(.sample), true),
    ])
    func anOrderOfAnotherShopIsAnotherRequest(_ subject: PaymentRequest.Subject, isThat: Bool) {
        var request = request(key: "order-1041")
        request.subject = subject
        let known = PaymentRecord(
            id: PaymentID(rawValue: "pay-1"), fingerprint: request.fingerprint, site: .embedded, order: nil,
            amount: .sample,
            terminalAddress: "test:front", terminalID: nil, stage: .settled, result: nil, outcome: nil, language: "en",
            createdAt: PaymentIntent.sampleStart, updatedAt: PaymentIntent.sampleStart)
        #expect(request.began(known, at: .embedded))
        #expect(request.began(known, at: SiteID(rawValue: 2)) == isThat)
        request.tip = .sample
        #expect(!request.began(known, at: .embedded))
    }

    /// Five minutes are longer than any card phase; an end of day is asked about for one minute.
    @Test func theTruthIsLookedForAsLongAsTheManualSays() {
        #expect(request().giveUpAfter == .seconds(300))
        #expect(EndOfDayRequest(terminal: Counter.terminal, printer: nil).giveUpAfter == .seconds(60))
        #expect(
            request().language == "en" && EndOfDayRequest(terminal: Counter.terminal, printer: nil).language == "en")
    }

    /// A request with a used key and any other content is a different request.
    @Test func whatIsAskedForIsToldApartUnderAKey() {
        let (one, other) = (PaymentID(rawValue: "pay-1"), PaymentID(rawValue: "pay-2"))
        let less = Money(minorUnits: 500, currency: .eur)
        let subjects: [PaymentRequest.Subject] = [
            .order(OrderID(rawValue: 1)), .order(OrderID(rawValue: 2)), .amount(.sample), .amount(less),
            .giveBack(.refund(of: one, nil)), .giveBack(.refund(of: other, nil)), .giveBack(.refund(of: one, less)),
            .giveBack(.unlinkedRefund(less)), .giveBack(.reversal(of: one)), .giveBack(.reversal(of: other)),
            .reserve(.order(OrderID(rawValue: 1))), .reserve(.amount(less)), .book(one, .all), .book(one, .only(less)),
            .book(one, .allBut(less)), .release(one),
        ]
        var prints: Set<String> = []
        for subject in subjects {
            var request = request()
            request.subject = subject
            for (tip, givesGoods) in [(nil, false), (less, false), (Money.sample, false), (nil, true)]
                as [(Money?, Bool)]
            {
                (request.tip, request.givesGoods) = (tip, givesGoods)
                prints.insert(request.fingerprint)
            }
        }
        #expect(prints.count == subjects.count * 4)
    }
}

/// What the customer gets for each kind of request.
@Suite struct PaymentSubjectTests {
    private func sheet(_ change: (inout PreparedRequest) -> Void) -> ReceiptTemplates.Kind {
        var subject = PreparedRequest(amount: .sample)
        change(&subject)
        return subject.customersSheet
    }

    @Test func whatNamesGoodsIsAReceiptAndTheRestASlip() {
        #expect(sheet { _ in } == .cardSlip)
        #expect(sheet { $0.order = OrderID(rawValue: 1042) } == .orderReceipt)
        #expect(sheet { $0.hasGoods = true } == .orderReceipt)
        #expect(
            sheet {
                ($0.purpose, $0.order) = (.refund(of: PaymentID(rawValue: "pay-1")), OrderID(rawValue: 1042))
            } == .cardSlip)
    }
}
