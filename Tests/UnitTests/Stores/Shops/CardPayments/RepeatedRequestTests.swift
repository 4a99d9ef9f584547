import Flow
import Foundation
import Model
import Storage
import Testing

@testable import Payments
@testable import Stores

/// A request that comes again is answered by what the till has written, if it is certainly the same.
@Suite struct RepeatedRequestTests {
    private let bench: OrdersTill
    private static let site = OrdersTill.site
    private static let tip = Money(minorUnits: 100, currency: .eur)

    /// Somebody is signed in at shop 7, which is not asked.
    init() throws { bench = try OrdersTill() }

    /// A payment has begun under this key.
    private func begin(
        _ subject: PaymentRequest.Subject, key: String, order: Int64? = nil, number: String? = nil,
        at site: SiteID = Self.site, tip: Money? = nil, givesGoods: Bool = false
    ) throws {
        let intent = PaymentIntent(
            payment: PaymentID(rawValue: "pay-\(key)"), purpose: subject.isReservation ? .reservation : .payment,
            givesGoods: givesGoods, key: key, fingerprint: subject.fingerprint(tip: tip, givesGoods: givesGoods),
            site: site, order: order.map(OrderID.init(rawValue:)), orderNumber: number, amount: .sample, tip: tip,
            terminal: DeviceAddress(scheme: "test", path: key), printer: Counter.printer, terminalID: nil,
            watermark: .receipt(41), language: "en", startedAt: bench.world.now, utcOffset: 0)
        try StoredLedger.sample(bench.counter.storage, bench.world).write(.intended(intent), of: PaymentHistory(intent))
    }

    private func found(
        _ key: String, _ subject: RepeatedRequest.Subject, tip: Money? = nil, in currency: Currency? = nil,
        givesGoods: Bool = false
    ) throws -> String? {
        let request = RepeatedRequest(
            key: key, subject: subject, tip: tip, currency: currency, givesGoods: givesGoods)
        return try request.payment(in: bench.counter.storage)?.id.rawValue
    }

    private func number(_ text: String) throws -> OrderNumber { try #require(OrderNumber(typed: text)) }

    @Test func theOrderIsKnownByItsNumberInTheShopOfThePayment() throws {
        try begin(.order(OrderID(rawValue: 17)), key: "k", order: 17, number: "R-1042")
        let (same, other) = (try number("R-1042"), try number("R-1043"))
        #expect(try found("k", .pay(same)) == "pay-k" && found("other", .pay(same)) == nil)
        #expect(try found("k", .pay(other)) == nil && found("k", .reserve(same)) == nil)
        #expect(try found("k", .pay(number("17"))) == nil, "the order's id is not its number")
    }

    @Test func whatElseIsAskedForMustBeTheSame() throws {
        try begin(
            .order(OrderID(rawValue: 17)), key: "k", order: 17, number: "1042", tip: Self.tip, givesGoods: true)
        let same = RepeatedRequest.Subject.pay(try number("1042"))
        let dollars = try #require(Currency(code: "USD"))
        #expect(try found("k", same, tip: Self.tip, givesGoods: true) == "pay-k")
        #expect(try found("k", same, tip: Self.tip, in: .eur, givesGoods: true) == "pay-k")
        #expect(try found("k", same, tip: Self.tip, in: dollars, givesGoods: true) == nil)
        #expect(try found("k", same, givesGoods: true) == nil && found("k", same, tip: Self.tip) == nil)
    }

    @Test func whatIsUnderstoodWithoutTheShopIsFoundByItself() throws {
        try begin(.amount(.sample), key: "k")
        #expect(try found("k", .understood(.amount(.sample))) == "pay-k")
        #expect(try found("k", .understood(.amount(Self.tip))) == nil)
    }

    @Test func aReservationIsNoPayment() throws {
        try begin(.reserve(.order(OrderID(rawValue: 17))), key: "k", order: 17, number: "1042")
        #expect(try found("k", .reserve(number("1042"))) == "pay-k" && found("k", .pay(number("1042"))) == nil)
    }

    /// In the shop in which somebody is signed in now, the number is that of another order.
    @Test func anOrderOfAnotherShopIsNotMeantWhileSomebodyIsSignedIn() throws {
        try begin(.order(OrderID(rawValue: 17)), key: "k", order: 17, number: "1042", at: SiteID(rawValue: 8))
        #expect(try found("k", .pay(number("1042"))) == nil)
        let till = bench.till
        try bench.world.finish { () async throws(Failure) in try await till.logout() }
        #expect(try found("k", .pay(number("1042"))) == "pay-k")
    }
}

extension PaymentRequest.Subject {
    fileprivate var isReservation: Bool {
        if case .reserve = self { true } else { false }
    }
}
